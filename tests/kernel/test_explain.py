"""The log of a fight as text, Markdown, BBCode, HTML and JSON."""

import html.parser
import json
import re
from fractions import Fraction

import pytest

from coldsteel.kernel.explain import (
    FORMS,
    Report,
    as_bbcode,
    as_html,
    as_json,
    as_markdown,
    as_text,
    number,
    percent,
    result_of,
)
from coldsteel.kernel.log import Entry, Offered
from coldsteel.kernel.play import Playing, Random, Seeded
from coldsteel.kernel.tables import Applied
from tests.kernel.duel import DUEL, Setup, start


# ---------------------------------------------------------------- case 8
@pytest.mark.parametrize(
    ("p", "shown"),
    [
        (0, "0 %"),
        (0.0, "0 %"),
        (1, "100 %"),
        (1.0, "100 %"),
        (1 - 1 / 4096, "99.98 %"),
        (1 / 4096, "0.02 %"),
        (1e-9, "<0.01 %"),
        (1 - 1e-9, ">99.99 %"),
        (5e-324, "<0.01 %"),
        (1 - 2**-53, ">99.99 %"),
        (0.5, "50.00 %"),
        (1 / 3, "33.33 %"),
        (0.9999, "99.99 %"),
        (0.99999, ">99.99 %"),
        (0.0001, "0.01 %"),
        (0.00004, "<0.01 %"),
        (Fraction(1, 10**30), "<0.01 %"),
        (1 - Fraction(1, 10**30), ">99.99 %"),
        (Fraction(451, 625), "72.16 %"),
        (-1e-17, "0 %"),
        (1 + 2e-16, "100 %"),
    ],
)
def test_case_8_nothing_uncertain_is_shown_as_certain(p, shown):
    assert percent(p) == shown


def test_case_8_with_other_numbers_of_digits():
    assert [percent(0.9996, 0), percent(0.0004, 0), percent(0.5, 0)] == [">99 %", "<1 %", "50 %"]
    assert [percent(1 - 1e-9, 4), percent(1e-9, 4), percent(0.5, 4)] == [">99.9999 %", "<0.0001 %", "50.0000 %"]


@pytest.mark.parametrize("p", [-0.4, 1.01, float("nan"), float("inf")])
def test_case_7_what_is_no_chance_is_refused(p):
    with pytest.raises(ValueError, match="is no chance"):
        percent(p)


def test_a_value_is_not_rounded_to_a_whole_number_in_silence():
    assert [number(x) for x in (0.5, 2.0, -0.25, 0.12345, 0.99999999, -1e-9)] == [
        *("0.5", "2", "-0.25", "0.1235", "≈1", "≈0"),
    ]


# ---------------------------------------------------------------- the sentences
LOG = (
    Entry(1, "round_(1)", "event", None, "Before all"),
    Entry(1, "round_(1)", "event", None, "Round 1", "DU-1", heading=True),
    Entry(
        *(2, "strike(#0)", "choice", 0, "a blow", "DU-3"),
        options=(
            Offered("plain blow", True, (), 0.25),
            Offered("heavy blow", True, (), 0.5),
            Offered("feint", False, (("only while fresh", "DU-3"), ("no room", "")), None),
        ),
        chosen="heavy blow",
    ),
    Entry(
        *(2, "strike(#0)", "dice", 0, "to hit", "DU-4", 4, 6, "3+"),
        n_rows=(Applied(1, "charging", "DU-9"),),
        rows=(Applied(-1, "heavy blow", "DU-3"),),
        faces=(6, 5, 2, 1),
        counted=(True, True, False, False),
        result="2 × hit",
        answer=(2,),
    ),
    Entry(2, "strike(#0)", "event", None, "Bob has 1 left", "DU-4"),
    Entry(2, "strike(#0)", "undone", None, "lead(): 6 / 2"),
    Entry(3, "round_(2)", "event", None, "Round 2", heading=True),
    Entry(
        *(3, "strike(#1)", "choice", 1, "a blow", "DU-3"),
        result="no option is legal",
        options=(Offered("feint", False),),
        forced=True,
    ),
    Entry(
        *(3, "strike(#1)", "choice", 1, ""),
        result="the only legal option",
        options=(Offered("a", True),),
        chosen="a",
        forced=True,
    ),
    Entry(3, "strike(#1)", "dice", 1, "saves", "", 0, 6, "5+", result="0 × saved", answer=(0,)),
    Entry(3, "strike(#1)", "choice", 1, "", options=(Offered("a", True), Offered("b", True)), chosen="b"),
)
REPORT = Report(LOG, ("Ann", "Bob"), "The duel", (("outcome", "Ann wins"), ("wounds.Bob", "0")))


def test_plain_text_cites_every_number():
    assert as_text(REPORT) == TEXT


TEXT = """\
The duel
========
Before all

Round 1 (DU-1)
--------------
Ann chooses a blow (DU-3): heavy blow
    plain blow, worth 0.25
    heavy blow, worth 0.5
    feint, not allowed: only while fresh (DU-3); no room
Ann rolls 4d6, to hit (DU-4), 3+: 6* 5* 2 1 -> 2 × hit
    dice +1 charging (DU-9)
    -1 heavy blow (DU-3)
Bob has 1 left (DU-4)
Taken back: lead(): 6 / 2

Round 2
-------
Bob chooses a blow (DU-3): no option is legal
    feint, not allowed
Bob chooses: a, the only legal option
Bob rolls 0d6, saves, 5+: no dice -> 0 × saved
Bob chooses: b
    out of a, b

Result
------
outcome     Ann wins
wounds.Bob  0
"""


def test_markdown():
    found = as_markdown(REPORT)
    assert found.startswith("# The duel\n\n- Before all\n\n## Round 1 (DU-1)\n\n- **Ann** chooses a blow (DU-3): ")
    assert "- **Ann** rolls 4d6, to hit (DU-4), 3+: **6** **5** 2 1 → **2 × hit**\n" in found
    assert "    - dice +1 charging (DU-9)\n    - \\-1 heavy blow (DU-3)\n" in found
    assert found.endswith("## Result\n\n| | |\n|---|---|\n| outcome | Ann wins |\n| wounds.Bob | 0 |\n")


def test_bbcode():
    found = as_bbcode(REPORT)
    assert "[u]Round 1 [i](DU-1)[/i][/u]\n[list]\n" in found
    assert "[*][b]Ann[/b] rolls 4d6, to hit [i](DU-4)[/i], 3+: [b]6[/b] [b]5[/b] 2 1 → [b]2 × hit[/b]\n" in found
    for tag in ("b", "i", "u", "list"):
        assert found.count(f"[{tag}]") == found.count(f"[/{tag}]")


class Page(html.parser.HTMLParser):
    """The tags and the text of a page; fails where tags do not match."""

    def __init__(self, page):
        super().__init__()
        self.open, self.tags, self.text = [], [], ""
        self.feed(page)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def test_html_is_one_page_that_needs_nothing_else():
    found = as_html(REPORT)
    page = Page(found)
    assert "Ann rolls 4d6, to hit (DU-4), 3+: 6 5 2 1 → 2 × hit" in page.text
    assert '<span class="die counts">6</span>' in found
    assert '<meta name="viewport" content="width=device-width, initial-scale=1">' in found
    assert "prefers-color-scheme: dark" in found
    assert not {"script", "link", "img"} & set(page.tags)
    assert not re.search(r"https?:|url\(|@import", found)


def test_json_holds_every_entry():
    found = json.loads(as_json(REPORT))
    assert (found["title"], found["sides"]) == ("The duel", ["Ann", "Bob"])
    assert [(s["heading"], len(s["entries"])) for s in found["sections"]] == [("", 1), ("Round 1", 4), ("Round 2", 4)]
    dice = found["sections"][1]["entries"][1]
    assert (dice["faces"], dice["need"]) == ([6, 5, 2, 1], "3+")
    assert dice["rows"] == [{"amount": -1, "name": "heavy blow", "clause": "DU-3"}]
    assert found["result"] == [{"what": "outcome", "value": "Ann wins"}, {"what": "wounds.Bob", "value": "0"}]


def test_the_worth_of_an_option_is_written_as_the_caller_wants():
    report = Report(LOG, ("Ann", "Bob"), worth=percent)
    assert "plain blow, worth 25.00 %" in as_text(report)


def test_an_empty_log_is_a_report_too():
    for form in FORMS.values():
        assert "Nothing" in form(Report((), title="Nothing"))


# ---------------------------------------------------------------- names that mean something to a form
WICKED = [
    "<script>alert(1)</script>",
    "a & b &amp; c",
    "\"quoted\" 'single'",
    "[b]bold[/b] [url=x]y[/url]",
    "**bold** _it_ `code` | cell | # head ~~x~~ $x$ \\",
    "[link](javascript:alert(1)) ![img](x)",
    "# not a heading",
    "- item",
    "1. item",
    "two\nlines\r\n\n    code\u2028end",
    "\x1b[31mred\x07",
    "--- dashes",
    "→",
]


def wicked(name):
    log = [
        Entry(1, "t", "event", None, name, heading=True),
        Entry(1, "t", "event", None, name),
        Entry(
            *(1, "t", "dice", 0, name, "C-1", 1, 6, name),
            n_rows=(Applied(1, name, "C-2"),),
            faces=(1,),
            counted=(True,),
            result=name,
        ),
        Entry(1, "t", "choice", 1, name, options=(Offered(name, False, ((name, "C-3"),)),), chosen=name),
        Entry(1, "t", "undone", None, name),
    ]
    return Report(log, (name, name), name, ((name, name),))


@pytest.mark.parametrize("name", WICKED)
def test_names_are_escaped_in_html(name):
    page = Page(as_html(wicked(name)))
    assert sorted(set(page.tags)) == sorted(
        {"html", "head", "meta", "title", "style", "body", "h1", "h2", "ul", "li"}
        | {"strong", "small", "span", "table", "tr", "th", "td"}
    )
    assert page.text.count(re.sub(r"\s", " ", re.sub(r"[\x07\x1b]", "", name).replace("\r\n", "  "))) >= 10


@pytest.mark.parametrize("name", WICKED)
def test_names_open_no_tag_in_bbcode(name):
    found = as_bbcode(wicked(name))
    tags = set(re.findall(r"\[([^\]]*)\]", found)) - {"b", "/b", "i", "/i", "u", "/u", "list", "/list", "*"}
    assert all(tag.startswith("\u200b") for tag in tags)
    plain = as_bbcode(wicked("x"))
    assert [found.count(f"[{t}]") for t in ("b", "/b", "list", "*")] == [
        plain.count(f"[{t}]") for t in ("b", "/b", "list", "*")
    ]


@pytest.mark.parametrize("name", WICKED)
def test_names_mean_nothing_in_markdown(name):
    found, plain = as_markdown(wicked(name)), as_markdown(wicked("x"))
    assert len(found.splitlines()) == len(plain.splitlines())
    bare = re.sub(r"\\[\\`*_{}\[\]<>&~|#!$]", "", found)  # without what is escaped
    for sign in "`*_[]<>&~|#!$":
        assert bare.count(sign) == plain.count(sign), sign
    assert not re.search(r"^\s*- ([-+=]|\d+[.)])", found, re.MULTILINE)


@pytest.mark.parametrize("name", WICKED)
def test_names_break_no_line_of_plain_text_and_send_nothing_to_a_terminal(name):
    found = as_text(wicked(name))
    assert len(found.splitlines()) == len(as_text(wicked("x")).splitlines())
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", found)
    assert "→" not in found


@pytest.mark.parametrize("name", WICKED)
def test_names_are_kept_as_they_are_in_json(name):
    assert json.loads(as_json(wicked(name)))["title"] == name


# ---------------------------------------------------------------- a whole fight
def test_a_fight_is_explained_in_every_form_with_a_section_for_each_round():
    playing = Playing(DUEL, start(Setup()), Seeded(12), Random(1))
    playing.run()
    result = result_of(DUEL, playing.state)
    assert [name for name, _ in result] == ["outcome", "wounds.Ann", "wounds.Bob", "fled.Ann"]
    report = Report(playing.log, ("Ann", "Bob"), "A duel", result)
    rounds = sum(e.heading for e in playing.log)
    assert as_text(report).count("\nRound ") == as_html(report).count("<h2>Round ") == rounds
    cited = {e.clause for e in playing.log if e.clause} | {r.clause for e in playing.log for r in e.rows}
    for form in FORMS.values():
        assert all(clause in form(report) for clause in cited)


def test_a_fight_in_play_has_no_outcome_yet():
    assert result_of(DUEL, start(Setup())) == (("outcome", "still in play"),)


def test_pictures_stand_before_the_entries_that_they_are_numbered_by():
    log = [Entry(1, "a", "event", None, f"event {k}") for k in range(3)]
    log.insert(1, Entry(1, "a", "event", None, "Round 1", heading=True))
    report = Report(log, pictures={0: "<svg>first</svg>", 3: "<svg>second</svg>", 4: "<svg>last</svg>"})
    page = as_html(report)
    order = [page.index(x) for x in ("first", "event 0", "Round 1", "event 1", "second", "event 2", "last")]
    assert order == sorted(order)
    assert page.count("<ul>") == page.count("</ul>") == 3
    assert page.count("<figure>") == page.count("</figure>") == 3
