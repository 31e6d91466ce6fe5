"""The pages: home, a new fight, a fight as a seat or an onlooker sees it."""

from coldsteel.web.pages.pages import add_pages

__all__ = ["add_pages"]
