"""The command line."""

from coldsteel.cli.app import main

__all__ = ["main"]
