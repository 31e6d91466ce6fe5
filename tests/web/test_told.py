"""What visitors have written is shown as text: no name, title or label becomes markup."""

from __future__ import annotations

import logging
import re

from coldsteel.web.pages import told
from coldsteel.web.pages.outcome import Outcome
from coldsteel.web.pages.pages import _without_addresses
from coldsteel.web.views import EntryView, PartView, RowView
from coldsteel.web.words import words

EVIL = '<script>alert("x")</script>&\'"'
T = words("en")


def harmless(html):
    """Nothing of `EVIL` is markup, in text or in an attribute; and it is there."""
    assert "<script" not in html
    assert "&lt;script&gt;" in html
    for value in re.findall(r'="([^"]*)"', html):
        assert "<" not in value
    return True


def entry(kind="dice", heading=False, note=True):
    parts = tuple(PartView(text=EVIL, part=part) for part in ("", "strong", "clause", "face", "counts", "arrow"))
    return EntryView(number=0, kind=kind, heading=heading, side=0, head=parts, notes=(parts,) if note else ())


def test_the_log_is_text():
    for kind in ("dice", "choice", "event", "undone"):
        assert harmless(told.entry(entry(kind), T))
        assert harmless(told.line(entry(kind), T))
    assert harmless(told.entry(entry(heading=True), T))


def test_rows_and_clauses_are_text():
    assert harmless(told.rows([RowView(amount=1, name=EVIL, clause=EVIL)], T))
    assert harmless(told.clause_button(EVIL, T))
    assert told.rows([], T) == ""
    assert told.clause_button("", T) == ""


def test_the_result_is_text_and_what_came_to_nothing_stands_last():
    html = told.result([(f"losses.{EVIL}", "0"), ("losses.B", EVIL)], "no")
    assert harmless(html)
    assert html.index("losses – B") < html.index("losses – &lt;script")


def said(verdict):
    return verdict, None


def found(method, **more):
    values = [["0", 0.25], ["1", 0.75]]
    return {
        "method": method,
        "value": 0.5,
        "aim": {"side": 0, "measure": EVIL, "says": ""},
        "results": [[EVIL, 0.5, 0.4, 0.6], [f"no {EVIL}", 0.5, 0.4, 0.6]],
        "measures": [
            {"name": f"losses.{EVIL}", "named": False, "values": values, "mean": 0.75},
            {"name": f"fate.{EVIL}", "named": True, "values": [[EVIL, 0.25], ["b", 0.75]], "mean": None},
            {"name": f"turn.{EVIL}", "named": False, "values": [["1", 1.0]], "mean": 1.0},
        ],
        "asks": [{"side": 0, "options": [[EVIL, 0.25, False], ["b", 0.5, True]]}],
        **more,
    }


def test_the_odds_are_text():
    for given in (found("exact", states=3), found("sampled", n=100, error=0.01, why=EVIL)):
        assert harmless(Outcome(given, (EVIL, "B"), {EVIL: 1}, said, T, str).html())


def test_exact_odds_have_no_ranges_and_sampled_ones_do():
    exact = Outcome(found("exact", states=3), ("A", "B"), {}, said, T, str).html()
    sampled = Outcome(found("sampled", n=100, error=0.01, why="it is large"), ("A", "B"), {}, said, T, str).html()
    assert "Exact, best play" in exact
    assert "±" not in exact
    assert "<i " not in exact
    assert "Estimated from 100 fights" in sampled
    assert "Not exact, because it is large" in sampled
    assert "± 0.0196" in sampled
    assert "40.0 % – 60.0 %" in sampled
    assert sampled.count("<i ") == 2


def test_a_worth_of_nought_has_no_sign():
    assert [told.worth(x) for x in (-0.0001, 0.0, 0.0004, 0.0006, -0.25)] == [
        "0.000",
        "0.000",
        "0.000",
        "+0.001",
        "-0.250",
    ]


def test_what_is_certain_is_said_in_a_line():
    html = Outcome(found("exact", states=3), ("A", "B"), {}, said, T, str).html()
    assert "Certain (1)" in html


def test_addresses_that_lead_nowhere_stand_in_no_log(caplog):
    log = logging.getLogger("test of addresses")
    log.addFilter(_without_addresses)
    log.warning("%s not found", "http://here:8000/seat/secret/")
    log.warning("100% as it was")
    assert caplog.messages == ["an address not found", "100% as it was"]
