"""A file with faults comes back with a form, unless no form could hold it."""

from pathlib import Path

import pytest

from coldsteel.store.store import Store
from coldsteel.web.pages.upload import _taken, refused_of
from coldsteel.web.table import Table

FAULTY = 'rulebook = "bayonet"\n'


@pytest.fixture
def table(tmp_path: Path):
    made = Table(Store(f"sqlite:///{tmp_path / 'fights.db'}"))
    yield made
    made.close()


def refused(table, text):
    address = _taken(table, text.encode(), "fight.toml")
    found = refused_of(table, address.removeprefix("/?refused=").removesuffix("#refused"))
    assert found
    assert found.faults
    return found


def test_a_form_sets_right_what_it_can_hold(table):
    assert table.drafts.found(refused(table, FAULTY).draft) == {"rulebook": "bayonet"}


@pytest.mark.parametrize(
    "more",
    [
        "".join(f"a{k} = 1\n" for k in range(300)),
        "".join(f"[[a]]\nb = {k}\n" for k in range(300)),
        f"a = {list(range(2_000))}\n",
        f"a = {[list(range(900))] * 30}\n",
    ],
)
def test_no_form_holds_very_much(table, more):
    assert not refused(table, FAULTY + more).draft


@pytest.mark.parametrize("book", ['["bayonet"]', "{}", "1", '"no such book"'])
def test_no_form_without_a_book(table, book):
    assert not refused(table, f"rulebook = {book}\n").draft
