"""The reader that plays one fight: sources, stepping, logging, taking back."""

from types import SimpleNamespace

import pytest

from coldsteel.errors import DiceError, NotSolvable, RecordError, RefusedChoice, RulebookError
from coldsteel.kernel import asks, plain
from coldsteel.kernel.asks import Both, Choose, Tally
from coldsteel.kernel.dice import Throw
from coldsteel.kernel.log import span
from coldsteel.kernel.odds import solve
from coldsteel.kernel.play import (
    Best,
    First,
    Given,
    Person,
    Playing,
    Random,
    Seeded,
    Typed,
    signature,
    typed_faces,
)
from coldsteel.kernel.state import Agenda, do, evolve, text
from tests.kernel.duel import DUEL, Setup, start


def one_step(step, *args, setup=None):
    """A fight that is this one step."""
    return evolve(start(setup or Setup()), then=Agenda(do(step, *args)))


def played(step, *args, dice=(), choosers=()):
    playing = Playing(DUEL, one_step(step, *args), Given(dice), choosers)
    playing.run()
    return playing


class Lines:
    """A person who types these lines; what was shown and asked is kept."""

    def __init__(self, *lines):
        self.lines, self.shown = list(lines), []

    def read(self, prompt):
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)

    def show(self, line):
        self.shown.append(line)


PINNED_D6, PINNED_D100 = (3, 2, 4, 6, 1, 1, 5, 1, 3, 5), (8, 65, 28)
D6, D10, D100 = Throw(0, 5, 6, "to hit", "DU-4"), Throw(0, 3, 10, "", ""), Throw(0, 1, 100, "", "")


# ---------------------------------------------------------------- dice
def test_the_same_seed_throws_the_same_dice_everywhere():
    dice = Seeded(7)
    assert dice.throw(Throw(0, 10, 6, "", "")) == PINNED_D6
    assert dice.throw(Throw(0, 3, 100, "", "")) == PINNED_D100
    assert Seeded(7).throw(Throw(0, 10, 6, "", "")) == PINNED_D6


@pytest.mark.parametrize("die", [1, 2, 6, 10, 20, 100, 1000])
def test_drawn_faces_are_faces_of_the_die(die):
    faces = Seeded(1).throw(Throw(0, 2000, die, "", ""))
    assert len(faces) == 2000
    assert min(faces) == 1
    assert max(faces) <= die
    if die <= 100:
        assert set(faces) == set(range(1, die + 1))


def test_choices_are_not_drawn_from_the_bits_of_the_dice():
    ask = Choose(0, tuple(asks.option(k, str(k)) for k in range(6)))
    choices = [c.choose(None, (), ask, range(6)) + 1 for c in [Random(3)] for _ in range(20)]
    assert tuple(choices) != Seeded(3).throw(Throw(0, 20, 6, "", ""))


@pytest.mark.parametrize("line", ["6 5 5 2 1", "6,5,5,2,1", "65521", " 6; 5, 5 2 1 ", "655 21", "06 5 5 2 1"])
def test_faces_may_be_typed_with_blanks_with_commas_or_in_one(line):
    assert typed_faces(line, D6) == (6, 5, 5, 2, 1)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("6 5 5 2 1 1", "6 faces for 5 dice: 1 too many"),
        ("655211", "6 faces for 5 dice: 1 too many"),
        ("6 5 5", "3 faces for 5 dice: 2 too few"),
        ("6", "1 face for 5 dice: 4 too few"),
        ("", "0 faces for 5 dice: 5 too few"),
        ("6 5 5 2 7", "die 5: 7 is no face of a d6 (1 to 6)"),
        ("0 5 5 2 1", "die 1: 0 is no face of a d6 (1 to 6)"),
        ("6 5 5 2 11", "die 5: 11 is no face of a d6 (1 to 6)"),
        ("65527", "die 5: 7 is no face of a d6 (1 to 6)"),
        ("6 5 five 2 1", "'five' is not a number"),
        ("6 5 -5 2 1", "'-5' is not a number"),
        ("6 5 ² 2 1", "'²' is not a number"),
        ("7 5 9", "die 1: 7 is no face of a d6 (1 to 6); die 3: 9 is no face of a d6 (1 to 6); 3 faces for 5 dice: 2"),
        ("1 2 3 4 " + "9" * 5000, "'99999999999999999...' is no face of a d6"),
        ("what a long word this is indeed", "'what' is not a number; 'a' is not a number"),
    ],
)
def test_case_12_a_wrong_entry_is_told_what_is_wrong(line, fault):
    with pytest.raises(DiceError) as found:
        typed_faces(line, D6)
    assert fault in str(found.value)


def test_0_is_the_ten_of_a_d10():
    assert typed_faces("0 7 10", D10) == (10, 7, 10)
    with pytest.raises(DiceError, match="11 is no face of a d10"):
        typed_faces("0 7 11", D10)
    with pytest.raises(DiceError, match="1 face for 3 dice"):
        typed_faces("070", D10)  # a die of more than 9 faces is not typed in one


@pytest.mark.parametrize(
    ("line", "face"),
    [
        ("70", 70),
        ("7 0", 70),
        ("70 0", 70),
        ("00", 100),
        ("0 0", 100),
        ("00 0", 100),
        ("07", 7),
        ("0 7", 7),
        ("100", 100),
    ],
)
def test_a_d100_may_be_typed_as_two_d10(line, face):
    assert typed_faces(line, D100) == (face,)


def test_two_d100_may_be_typed_as_four_d10():
    assert typed_faces("7 0 0 0", Throw(0, 2, 100, "", "")) == (70, 100)
    assert typed_faces("7 00", Throw(0, 2, 100, "", "")) == (7, 100)


@pytest.mark.parametrize("line", ["0", "101", "000", "7 10", "11 5", "1 2 3"])
def test_what_no_d100_shows_is_refused(line):
    with pytest.raises(DiceError):
        typed_faces(line, D100)


def test_case_12_a_wrong_entry_applies_nothing_and_is_asked_again():
    person = Lines("6 6 6", "nine", "6 5", "4")
    playing = Playing(DUEL, one_step(pool, 2), Typed(person.read, person.show, ("Ann", "Bob")))
    playing.run()
    assert playing.answers[0].faces == ((6, 5), (4,))
    assert person.shown == [
        "Ann throws 2 dice, d6, to hit (DU-4), 6: hit",
        "Not taken: 3 faces for 2 dice: 1 too many. Again.",
        "Not taken: 'nine' is not a number. Again.",
        "Bob throws 1 die, d6, saves, 1-4: not saved",
    ]
    assert not person.lines


def test_an_entry_broken_off_leaves_the_fight_where_it_was():
    person = Lines("6 5")
    playing = Playing(DUEL, one_step(pool, 2), Typed(person.read, person.show))
    before = len(playing.log)
    with pytest.raises(EOFError):
        playing.run()
    assert playing.thrown == ((6, 5),)
    assert (len(playing.log), playing.answers) == (before, [])
    playing.give([4])
    assert playing.ended


def pool(f, n):
    saved = asks.stage("saves", 1, 4, side=1, counts="not saved")
    hits = yield from asks.tally(0, n, asks.stage("to hit", 6, then=saved, counts="hit"), clause="DU-4")
    yield from asks.say("{hits} hit", hits=hits)
    return f


@pytest.mark.parametrize("faces", [[6], [6, 5, 5], [6, 7], [0, 6], [6, True], [6, 2.0], [6, "5"]])
def test_faces_of_any_source_are_checked(faces):
    playing = Playing(DUEL, one_step(pool, 2), Given([faces]))
    with pytest.raises(DiceError):
        playing.run()
    assert playing.thrown == ()


def test_no_dice_are_asked_of_nobody():
    playing = played(pool, 0)
    assert [(e.kind, e.n, e.faces, e.result) for e in playing.log] == [("dice", 0, (), "0 × hit"), ("event", 0, (), "")]
    assert playing.answers == []


@pytest.mark.parametrize("n", [-1, 1_001, 999_999_999_999])
def test_case_13_too_many_dice_are_refused_with_the_limit_named(n):
    with pytest.raises(DiceError, match="a pool has 0 to 1,000"):
        Playing(DUEL, one_step(pool, n), Seeded(1))


def test_case_13_a_huge_die_is_refused_with_the_limit_named():
    def huge(f):
        yield from asks.total(0, 1, 10**32)
        return f

    with pytest.raises(DiceError, match="a die has 1 to 1,000,000"):
        Playing(DUEL, one_step(huge), Seeded(1)).run()


def test_dice_that_run_out_are_an_error():
    with pytest.raises(DiceError, match="no more dice were given: 2d6, to hit"):
        played(pool, 2)


def test_nobody_to_throw_the_dice_is_an_error():
    with pytest.raises(DiceError, match="nobody to throw"):
        Playing(DUEL, one_step(pool, 2)).run()


def test_the_answer_is_read_from_the_faces_by_the_functions_that_odds_count_with():
    def several(f):
        yield from asks.say("{x}", x=(yield from asks.total(0, bands=(6, 10), names=("a", "b", "c"))))
        yield from asks.say("{x}", x=(yield from asks.total(1, 3, 6, plus=2)))
        yield from asks.say("{x}", x=(yield from asks.test(0, 20, 2, 12, 20)))
        yield from asks.say("{x}", x=(yield from asks.faces(0, 2, 6, (6, 1), (1, 1))))
        yield from asks.say("{x}", x=(yield from asks.contest(0, 1, 6, ties_again=True)))
        yield from asks.say("{x}", x=(yield from asks.contest_under(0, 1, 45, 38)))
        yield from asks.say("{x}", x=(yield from asks.pick(1, 4)))
        yield from asks.say("{x}", x=(yield from asks.tally_classes(0, 3, asks.stage("k", 6), asks.stage("s", 4, 5))))
        return f

    dice = [[4, 6], [1, 2, 3], [12], [1, 6], [3], [3], [5], [2], [62], [91], [4], [6, 5, 1]]
    log = played(several, dice=dice).log
    assert [e.what for e in log if e.kind == "event"] == ["2", "8", "2", "1", "2", "2", "3", "(1, 1)"]
    told = [(e.side, e.need, e.result) for e in log if e.kind == "dice"]
    assert told == [
        (0, "2-5: a, 6-9: b, 10+: c", "10: c"),
        (1, "", "6 + 2 = 8"),
        (0, "1: 0, 2-11: 1, 12-19: 2, 20: 3", "2"),
        (0, "6 1: 1, 1 1: 2", "1"),
        (0, "the higher total", ""),
        (1, "the higher total", "again"),
        (0, "the higher total", ""),
        (1, "the higher total", "the first is higher"),
        (0, "45 or less against 38 or less", ""),
        (1, "45 or less against 38 or less", "the first wins"),
        (1, "one of 4", "number 4"),
        (0, "6: k, 4-5: s", "1 × k, 1 × s"),
    ]


def test_classes_of_faces_that_overlap_are_refused():
    def overlapping(f):
        yield from asks.tally_classes(0, 3, asks.stage("k", 5), asks.stage("s", 4, 5))
        return f

    with pytest.raises(DiceError, match="overlap: 5-6 and 4-5"):
        played(overlapping, dice=[[1, 2, 3]])


def test_a_span_of_faces_in_words():
    spans = [(3, 6, "3+"), (1, 3, "1-3"), (6, 6, "6"), (7, 6, "none"), (-2, 9, "any"), (4, 5, "4-5"), (1, 1, "1")]
    for low, high, shown in spans:
        assert span(low, high, 6) == shown


# ---------------------------------------------------------------- choices
def blows(f, tired):
    blow = yield from asks.choose(
        0,
        [
            asks.option("p", "plain blow"),
            asks.option("f", "Feint", asks.bar(tired, "tired", "DU-3", "only while fresh")),
            asks.option("h", "heavy blow"),
        ],
        what="a blow",
        clause="DU-3",
    )
    yield from asks.say("{blow}", blow=blow)
    return f


@pytest.mark.parametrize(("word", "blow"), [("1", "p"), ("3", "h"), ("heavy blow", "h"), ("FEINT", "f"), (" 2 ", "f")])
def test_a_person_chooses_by_number_or_label(word, blow):
    person = Lines(word)
    playing = played(blows, False, choosers=Person(person.read, person.show, ("Ann", "Bob")))
    assert playing.log[-1].what == blow
    assert person.shown == ["Ann chooses a blow (DU-3)", "  1  plain blow", "  2  Feint", "  3  heavy blow"]


def test_an_illegal_option_is_shown_and_refused_with_its_reasons_and_asked_again():
    person = Lines("2", "?", "axe", "4", "1")
    explain = lambda state, answers, ask: ["plain blow is worth 0.5"]  # noqa: E731
    playing = played(blows, True, choosers=Person(person.read, person.show, ("Ann",), explain))
    assert playing.log[-1].what == "p"
    assert person.shown[2] == "  2  Feint  -- not allowed: only while fresh (DU-3)"
    assert person.shown[4:] == [
        "Not taken: 'Feint' is not allowed: only while fresh (DU-3). Again.",
        "Type one of 1, 3, or an option as it is written; what is marked is not allowed now.",
        "plain blow is worth 0.5",
        "Not taken: 'axe' is not allowed: it is not among the options. Again.",
        "Not taken: '4' is not allowed: it is not among the options. Again.",
    ]


def test_labels_that_are_numbers_are_typed_as_they_are():
    def spend(f):
        n = yield from asks.choose(0, [asks.option(k, str(k)) for k in range(3)], what="points")
        yield from asks.say("{n}", n=n)
        return f

    person = Lines("2")
    playing = played(spend, choosers=Person(person.read, person.show))
    assert playing.log[-1].what == "2"
    assert person.shown == ["side 1 chooses points", "  0", "  1", "  2"]


def test_the_log_keeps_the_options_with_legality_reasons_and_what_was_chosen():
    entry = played(blows, True, choosers=First()).log[0]
    assert (entry.kind, entry.side, entry.what, entry.clause, entry.chosen) == (
        "choice",
        0,
        "a blow",
        "DU-3",
        "plain blow",
    )
    assert [(o.label, o.legal, o.reasons) for o in entry.options] == [
        ("plain blow", True, ()),
        ("Feint", False, (("only while fresh", "DU-3"),)),
        ("heavy blow", True, ()),
    ]


def lone(f, n):
    never = asks.bar(True, "no", "DU-9", "never")
    options = [asks.option(k, f"way {k}", *[never] * (k >= n)) for k in range(3)]
    x = yield from asks.choose(1, options, what="a way")
    yield from asks.say("{x}", x=x)
    return f


def test_a_single_legal_option_is_logged_but_not_asked():
    log = played(lone, 1).log
    assert (log[0].chosen, log[0].forced, log[0].result, log[1].what) == ("way 0", True, "the only legal option", "0")


def test_where_no_option_is_legal_none_is_taken():
    log = played(lone, 0).log
    assert (log[0].chosen, log[0].forced, log[0].result, log[1].what) == ("", True, "no option is legal", "None")


def test_a_choice_of_a_source_that_is_not_legal_is_refused():
    bad = SimpleNamespace(choose=lambda state, answers, ask, legal: 1)
    with pytest.raises(RefusedChoice, match="'Feint' is not allowed: only while fresh"):
        played(blows, True, choosers=[bad, bad])


def test_a_side_without_a_source_is_an_error():
    with pytest.raises(RefusedChoice, match="nobody chooses for side 0"):
        played(blows, True)


def test_options_of_one_name_are_told_apart():
    def twins(f):
        x = yield from asks.choose(0, [asks.option("a", "Joe"), asks.option("b", "Joe")])
        yield from asks.say("{x}", x=x)
        return f

    playing = Playing(DUEL, one_step(twins))
    playing.answer("Joe (2)")
    assert playing.log[-1].what == "b"


class Watching:
    """Chooses the last legal option and keeps what it was shown."""

    def __init__(self):
        self.seen = []

    def choose(self, state, answers, ask, legal):
        self.seen.append((text(state), answers, ask.side))
        return legal[-1]


def test_choices_made_at_one_time_are_asked_without_showing_the_other():
    mine, theirs = Watching(), Watching()
    playing = Playing(DUEL, start(Setup()), Seeded(1), [mine, theirs])
    assert isinstance(playing.ask, Both)
    before = text(playing.state)
    playing.play_on()
    assert mine.seen == [(before, (), 0)]
    assert theirs.seen == [(before, (), 1)]
    assert playing.answers[0].choice == ("guarded", "guarded")
    assert [(e.side, e.chosen) for e in playing.log if e.kind == "choice"] == [(0, "guarded"), (1, "guarded")]


class Oracle:
    """A policy with these values (and chances) for the options, by side."""

    def __init__(self, *values):
        self.values = values

    def both_options(self, state, answers):
        return [
            SimpleNamespace(
                side=side,
                options=[SimpleNamespace(number=k, label="", value=v, chance=c) for k, (v, c) in enumerate(values)],
            )
            for side, values in enumerate(self.values)
        ]


@pytest.mark.parametrize(
    ("values", "blow"), [((1, None, 3), "h"), ((3, None, 1), "p"), ((2, None, 2), "p"), ((0.1 + 0.2, None, 0.3), "p")]
)
def test_best_takes_what_is_worth_most_and_the_first_of_equals(values, blow):
    playing = played(blows, True, choosers=Best(Oracle([(v, 0.0) for v in values])))
    assert playing.log[-1].what == blow
    assert [o.value for o in playing.log[0].options] == list(values)


def test_best_mixes_choices_made_at_one_time_by_chance():
    policy = Oracle([(0.0, 0.25), (0.0, 0.75)], [(0.0, 1.0), (0.0, 0.0)])
    ask = Playing(DUEL, start(Setup())).ask
    best = Best(policy, seed=5)
    mine = [best.choose(None, (), ask.first, (0, 1)) for _ in range(4000)]
    assert abs(sum(mine) / 4000 - 0.75) < 4 * (0.25 * 0.75 / 4000) ** 0.5  # four standard deviations
    assert {best.choose(None, (), ask.second, (0, 1)) for _ in range(100)} == {0}
    again = Best(policy, seed=5)
    assert [again.choose(None, (), ask.first, (0, 1)) for _ in range(4000)] == mine


def test_best_play_of_odds_is_a_policy():
    found = solve(DUEL, start(Setup()))
    playing = Playing(DUEL, start(Setup()), Seeded(3), [Best(found.policy, 1), Random(4)])
    playing.run()
    mine = [e for e in playing.log if e.kind == "choice" and e.side == 0 and not e.forced and e.what == "a blow"]
    assert mine
    for entry in mine:
        worth = {o.label: o.value for o in entry.options if o.value is not None}
        assert worth[entry.chosen] == pytest.approx(max(worth.values()))
        assert set(worth) == {o.label for o in entry.options if o.legal}


def test_a_policy_that_does_not_know_leaves_the_worth_out():
    def unknown(state, answers):
        raise RulebookError("not here")

    playing = Playing(DUEL, one_step(blows, True), None, First(), SimpleNamespace(both_options=unknown))
    playing.run()
    assert [o.value for o in playing.log[0].options] == [None, None, None]


# ---------------------------------------------------------------- the fight
def test_the_same_seeds_play_the_same_fight():
    one, two = (Playing(DUEL, start(Setup()), Seeded(3), [Random(1), Random(2)]) for _ in range(2))
    assert text(one.run()) == text(two.run())
    assert (one.log, one.answers) == (two.log, two.answers)
    other = Playing(DUEL, start(Setup()), Seeded(4), [Random(1), Random(2)])
    other.run()
    assert other.answers != one.answers


@pytest.mark.parametrize("seed", range(30))
def test_a_played_fight_stays_within_what_the_plain_reader_finds(seed, reachable):
    playing = Playing(DUEL, start(Setup()), Seeded(seed), [Random(seed), Random(seed + 1)])
    while playing.ask is not None:
        assert playing.state in reachable
        opened, _ = plain.ask_after(playing.state, playing.pending)
        assert signature(opened) == signature(playing.ask)
        playing.play_on()
    assert playing.state in reachable


@pytest.fixture(scope="module")
def reachable():
    return plain.reachable(start(Setup()))


def test_a_fight_may_be_stepped_by_hand():
    playing = Playing(DUEL, start(Setup()))
    playing.answer((0, "open"))
    playing.answer([[6], [2]])
    assert (playing.step, playing.task) == (3, "strike(#0)")
    playing.answer("plain blow")
    assert isinstance(playing.ask, Tally)
    assert (playing.throw.side, playing.throw.n, playing.throw.die) == (0, 2, 6)
    assert playing.pending == (0,)
    playing.give([3, 2])
    assert (playing.throw.side, playing.throw.n) == (1, 1)
    assert playing.answers[-1].choice == ("plain blow",)
    playing.give([4])
    assert [e.what for e in playing.log if e.kind == "event"] == ["Round 1", "Bob has 1 left"]
    assert playing.log[0].heading
    hit, save = [e for e in playing.log if e.kind == "dice"][-2:]
    assert (hit.side, hit.n, hit.need, hit.faces, hit.counted, hit.result) == (
        *(0, 2, "3+", (3, 2), (True, False), "1 × hit"),
    )
    assert (save.side, save.clause, save.need, save.result, save.answer) == (1, "DU-5", "1-4", "1 × not saved", (1,))
    assert playing.task == "nerve(#1)"


def test_the_rows_of_a_modifier_table_are_in_the_log():
    playing = Playing(DUEL, start(Setup()))
    playing.answer(("open", "guarded"))
    playing.answer([[6], [2]])
    playing.answer("heavy blow")
    playing.answer([[1, 2]])
    entry = next(e for e in playing.log if e.what == "to hit")
    assert entry.need == "3+"
    assert [(r.amount, r.name, r.clause) for r in entry.rows] == [(1, "guarded", "DU-1"), (-1, "heavy blow", "DU-3")]


@pytest.mark.parametrize(
    "given", [[[6]], [[6], [2], [3]], [[6], [6]], [[7], [1]], []]
)  # too few, too many, a tie must be thrown again, no face, none
def test_an_answer_that_does_not_fit_applies_nothing(given):
    playing = Playing(DUEL, start(Setup()))
    playing.answer((0, 0))
    before = (list(playing.log), list(playing.answers), playing.thrown)
    with pytest.raises(DiceError):
        playing.answer(given)
    assert (playing.log, playing.answers, playing.thrown) == before


def test_dice_are_not_given_to_a_choice():
    playing = Playing(DUEL, start(Setup()))
    with pytest.raises(DiceError, match="no dice are asked for"):
        playing.give([6])


def test_nothing_is_answered_after_the_end():
    playing = played(pool, 0)
    with pytest.raises(RefusedChoice, match="the fight has ended"):
        playing.answer(0)


def test_a_fight_that_comes_back_with_nothing_to_throw_or_choose_never_ends():
    def idle(f):
        return evolve(f, then=f.then.first(do(idle)))

    with pytest.raises(NotSolvable, match="can never end"):
        Playing(DUEL, one_step(idle))


def test_an_event_that_does_not_fit_its_facts_is_an_error():
    def wrong(f):
        yield from asks.say("{nobody} falls", who="Ann")
        return f

    with pytest.raises(RulebookError, match=r"wrong.*does not fit its facts"):
        Playing(DUEL, one_step(wrong))


# ---------------------------------------------------------------- taking back
def three_answers():
    playing = Playing(DUEL, start(Setup()))
    playing.answer((0, 0))
    playing.answer([[6], [2]])
    playing.answer("heavy blow")
    return playing


def test_a_choice_is_taken_back_and_leaves_no_trace():
    playing, fresh = three_answers(), Playing(DUEL, start(Setup()))
    playing.undo()
    fresh.answer((0, 0))
    fresh.answer([[6], [2]])
    assert (playing.log, playing.answers, playing.pending) == (fresh.log, fresh.answers, fresh.pending)
    assert text(playing.state) == text(fresh.state)
    assert signature(playing.ask) == signature(fresh.ask)


def test_past_a_roll_consent_is_needed_and_the_log_tells():
    playing = three_answers()
    before = list(playing.log)
    with pytest.raises(RefusedChoice, match="consent is needed"):
        playing.undo(2)
    assert playing.log == before
    playing.undo(2, consent=True)
    assert playing.task == "lead()"
    last = playing.log[-1]
    assert (last.kind, last.what) == ("undone", "lead(): 6 / 2; strike(#0): heavy blow")
    playing.answer([[1], [2]])
    assert [e.kind for e in playing.log].count("undone") == 1
    assert playing.log[3].kind == "undone"


def test_what_was_taken_back_stays_in_the_log_when_more_is_taken_back():
    playing = three_answers()
    playing.undo(2, consent=True)
    playing.answer([[1], [2]])
    playing.undo(2, consent=True)
    undone = [e.what for e in playing.log if e.kind == "undone"]
    assert undone == ["lead(): 6 / 2; strike(#0): heavy blow", "round_(1): open and open; lead(): 1 / 2"]
    assert playing.answers == []


def test_past_choices_made_at_one_time_consent_is_needed():
    playing = Playing(DUEL, start(Setup()))
    playing.answer((0, 1))
    with pytest.raises(RefusedChoice, match="consent is needed"):
        playing.undo()


def test_past_dice_of_an_ask_that_is_half_answered_consent_is_needed():
    playing = three_answers()
    playing.give([5, 4])
    with pytest.raises(RefusedChoice, match="consent is needed"):
        playing.undo()
    playing.undo(consent=True)
    assert playing.log[-1].what == "strike(#0): heavy blow; strike(#0): 5 4"
    assert playing.thrown == ()


@pytest.mark.parametrize("n", [0, -1, 4])
def test_no_more_is_taken_back_than_was_answered(n):
    with pytest.raises(RefusedChoice, match="3 answers can be taken back"):
        three_answers().undo(n, consent=True)


def test_a_step_that_asks_otherwise_the_second_time_is_found():
    asked = []

    def fickle(f):
        asked.append(1)
        yield from asks.tally(0, 1, asks.stage("a", 3))
        yield from asks.tally(0, len(asked), asks.stage("b", 4))
        yield from asks.tally(0, 1, asks.stage("c", 4))
        return f

    playing = Playing(DUEL, one_step(fickle))
    playing.answer([[1]])
    playing.answer([[1]])
    with pytest.raises(RecordError, match=r"step 1, fickle\(\): expected the ask .*2d6.*found .*1d6"):
        playing.replay(playing.answers)


def counted_twice(f):
    """Kills, and in a step of its own the Shock of the same dice."""
    kills = yield from asks.tally(0, 5, asks.stage("kills", 6, clause="D-1"))
    return evolve(f, then=f.then.first(do(second_look, int(kills))))


def second_look(f, kills):
    yield from asks.recount(0, 5 - kills, asks.stage("Shock", 5, 5, clause="D-1"), (6, 6))
    return f


def test_a_recount_looks_at_the_dice_that_lie_on_the_table():
    playing = Playing(DUEL, one_step(counted_twice), Given([[6, 5, 1, 5, 6]]))
    playing.run()
    thrown = [e for e in playing.log if e.kind == "dice"]
    assert [e.faces for e in thrown] == [(6, 5, 1, 5, 6), (5, 1, 5)]
    assert [e.answer for e in thrown] == [(2,), (2,)]
    assert len(playing.answers) == 1


def test_a_recount_without_dice_on_the_table_asks_for_them():
    playing = Playing(DUEL, one_step(lambda f: second_look(f, 2)), Seeded(3))
    with pytest.raises(DiceError, match="dice that show 6 have been counted before"):
        playing.give([6, 1, 1])
    playing.give([5, 1, 1])
    assert playing.ended
