"""Fights that are being set up are held for a while, and do not fill the memory."""

from coldsteel.web.drafts import Drafts


def test_what_is_kept_is_a_copy():
    drafts, values = Drafts(), {"units": [{"id": "A"}]}
    name = drafts.keep(values)
    values["units"].clear()
    found = drafts.found(name)
    assert found == {"units": [{"id": "A"}]}
    found.clear()
    assert drafts.found(name)
    assert drafts.keep({}, name) == name
    assert drafts.found(name) == {}
    assert drafts.found("no such name") is None


def test_the_oldest_give_way_to_what_is_large(monkeypatch):
    monkeypatch.setattr("coldsteel.web.drafts.MOST_BYTES", 5_000)
    drafts = Drafts()
    first, second, third = (drafts.keep({"title": "x" * 2_000}) for _ in range(3))
    assert drafts.found(first) is None
    assert drafts.found(second)
    assert drafts.found(third)
