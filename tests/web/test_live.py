"""A fight in play: who may answer, that everything shown is kept, that it comes back after a crash, taking back."""

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from coldsteel import fights
from coldsteel.errors import Conflict, DiceError, NoSuchFight, NotSolvable, RefusedChoice, StoreError
from coldsteel.kernel.asks import choose_both, option
from coldsteel.kernel.play import Playing
from coldsteel.kernel.state import Agenda, do, evolve
from coldsteel.store.store import ALL, ONLOOKER, Store
from coldsteel.web.jobs import Job
from coldsteel.web.live import Live, Lives, WrongSeat
from coldsteel.web.table import Table

EXAMPLES = Path(__file__).parents[2] / "examples"
VOLLEY = EXAMPLES / "bayonet" / "closing-volley.toml"


@pytest.fixture
def store(tmp_path):
    kept = Store(f"sqlite:///{tmp_path / 'fights.db'}")
    yield kept
    kept.close()


def opened(store, path=VOLLEY, seats=2, **settings):
    fight = fights.load(path)
    values = fight.model.model_dump(mode="json", exclude_unset=True)
    links = store.create(
        {"rulebook": fight.rulebook.name, **values},
        rulebook=fight.rulebook.name,
        version=fight.rulebook.version,
        title=fight.title,
        seats=seats,
        settings=settings,
    )
    return Lives(store).live(links.fight), links


def played(live, most=400):
    """Plays a fight to its end, every side by its own seat, first legal options."""
    for _ in range(most):
        view = live.view(ALL)
        if view.ended:
            return
        answered(live, view)
    raise AssertionError("it goes on and on")


def answered(live, view):
    ask = next(a for a in view.asks if not a.given)
    if ask.kind == "dice":
        live.throw(ask.side, view.turn)
    else:
        live.choose(ask.side, view.turn, next(o.number for o in ask.options if o.legal), ask.side)


def to_dice(live):
    while live.view(ALL).asks[0].kind != "dice":
        answered(live, live.view(ALL))


def test_a_seat_sees_its_ask_and_may_answer_it(store):
    live, links = opened(store)
    assert Lives(store).of_secret(links.seats[1])[1] == 1
    ask = live.view(0).asks[0]
    (other,) = {0, 1} - {ask.side}
    assert live.view(ask.side).asks[0].mine
    assert not live.view(other).asks[0].mine
    assert not live.view(None).asks[0].mine
    assert not live.view(ONLOOKER).asks[0].mine


def test_no_seat_acts_for_the_other(store):
    live, _ = opened(store)
    to_dice(live)
    view = live.view(None)
    side = view.asks[0].side
    for seat in (1 - side, None, ONLOOKER):
        with pytest.raises(WrongSeat):
            live.throw(seat, view.turn)
    live.throw(side, view.turn)


def test_an_old_turn_is_refused_and_changes_nothing(store):
    live, _ = opened(store)
    to_dice(live)
    view = live.view(None)
    live.throw(view.asks[0].side, view.turn)
    log = live.view(None).log
    with pytest.raises(Conflict):
        live.throw(live.view(None).asks[0].side, view.turn)
    assert live.view(None).log == log


def test_a_bad_throw_says_what_is_wrong_and_changes_nothing(store):
    live, _ = opened(store)
    to_dice(live)
    view = live.view(None)
    ask = view.asks[0]
    with pytest.raises(DiceError, match="7"):
        live.throw(ask.side, view.turn, [7] * ask.n)
    with pytest.raises(DiceError):
        live.throw(ask.side, view.turn, [1] * (ask.n + 1))
    assert live.view(None) == view


def test_a_refused_option_gives_its_reason(store):
    live, _ = opened(store)
    while not any(not o.legal for o in live.view(ALL).asks[0].options):
        answered(live, live.view(ALL))
    view = live.view(ALL)
    barred = next(o for o in view.asks[0].options if not o.legal)
    assert barred.reasons[0].clause
    with pytest.raises(RefusedChoice, match=barred.reasons[0].clause):
        live.choose(view.asks[0].side, view.turn, barred.number)
    assert live.view(ALL) == view


def test_who_rolls_is_a_setting(store):
    rolled, _ = opened(store, dice="rolled")
    typed, _ = opened(store, dice="typed")
    for live in (rolled, typed):
        to_dice(live)
    ask = rolled.view(None).asks[0]
    with pytest.raises(DiceError):
        rolled.throw(ask.side, rolled.turn, [1] * ask.n)
    with pytest.raises(DiceError):
        typed.throw(ask.side, typed.turn)
    rolled.throw(ask.side, rolled.turn)
    typed.throw(ask.side, typed.turn, [1] * ask.n)


@pytest.mark.parametrize("book", ["bayonet", "trench", "wasteland", "warband"])
def test_after_a_crash_the_same_fight_goes_on(store, book):
    """At every turn a fight made anew from the store shows what the one in memory shows."""
    path = sorted((EXAMPLES / book).glob("*.toml"))[0]
    live, _ = opened(store, path)
    for _ in range(60):
        for seat in (0, 1, None):
            assert Live(store, store.saved(live.name)).view(seat) == live.view(seat)
        if live.view(None).ended:
            break
        answered(live, live.view(ALL))


def left_or_right(f):
    """Both sides choose at one time; no rulebook asks for that yet."""
    yield from choose_both(0, [option(0, "left"), option(1, "right")], 1, [option(0, "left"), option(1, "right")])
    return f


@pytest.fixture
def hidden(store, monkeypatch):
    """A fight with one choice that both sides make at one time."""
    live, _ = opened(store)
    start = evolve(live.fight.start, then=Agenda(do(left_or_right)))
    playing = Playing(live.fight.rulebook, start)

    def restored(values, source):
        return replace(live.fight, start=start)

    monkeypatch.setattr("coldsteel.web.live.fights.restored", restored)
    live.playing = playing
    return live


def test_half_of_a_simultaneous_choice_is_seen_by_nobody_else(store, hidden):
    live = hidden
    assert [a.secret for a in live.view(None).asks] == [True, True]
    assert [len(a.options) for a in live.view(0).asks] == [2, 0]
    assert [len(a.options) for a in live.view(None).asks] == [0, 0]
    before = live.view(None)
    live.choose(1, live.turn, 1)
    for again in (live, Live(store, store.saved(live.name))):
        assert [(a.mine, a.given) for a in again.view(0).asks] == [(True, False), (False, True)]
        assert again.view(None).log == before.log
        assert again.view(0).asks[1].options == ()
    with pytest.raises(Conflict):
        live.choose(1, live.turn, 0)
    with pytest.raises(RefusedChoice):
        live.choose(0, live.turn, 5)
    live.choose(0, live.turn, 0)
    assert live.view(None).ended
    assert live.playing.answers[-1].choice == ("left", "right")
    assert Live(store, store.saved(live.name)).view(None) == live.view(None)


def test_taking_back_a_roll_needs_the_other_side(store):
    live, _ = opened(store)
    to_dice(live)
    side = live.view(None).asks[0].side
    live.throw(side, live.turn)
    before = len(live.playing.answers)
    assert live.undo(side, live.turn) is False
    wish = live.view(1 - side).undo
    assert (wish.seat, wish.n) == (side, 1)
    assert Live(store, store.saved(live.name)).view(None).undo == wish
    with pytest.raises(WrongSeat):
        live.consent(side, live.turn, True)
    live.consent(1 - side, live.turn, False)
    assert live.view(None).undo is None
    assert live.undo(side, live.turn) is False
    live.consent(1 - side, live.turn, True)
    assert len(live.playing.answers) == before - 1
    assert any(e.kind == "undone" for e in live.view(None).log)
    assert Live(store, store.saved(live.name)).view(None) == live.view(None)


def test_a_wish_to_take_back_lapses_when_the_fight_goes_on(store):
    live, _ = opened(store)
    to_dice(live)
    side = live.view(None).asks[0].side
    live.throw(side, live.turn)
    live.undo(side, live.turn)
    answered(live, live.view(ALL))
    assert live.view(None).undo is None
    with pytest.raises(Conflict):
        live.consent(1 - side, live.turn, True)


def test_one_person_plays_all_sides(store):
    live, links = opened(store, EXAMPLES / "wasteland" / "five-against-five.toml", seats=0)
    assert len(links.seats) == 1
    for _ in range(6):
        view = live.view(ALL)
        ask = view.asks[0]
        assert ask.mine
        if ask.kind == "dice":
            live.throw(ALL, view.turn)
        else:
            live.choose(ALL, view.turn, next(o.number for o in ask.options if o.legal))
    assert live.undo(ALL, live.turn, 3) is True


def test_the_program_plays_its_side_and_nobody_else_does(store):
    live, _ = opened(store, best=[1])
    for _ in range(300):
        view = live.view(0)
        if view.ended:
            break
        if live.program_side() is None:
            assert view.asks[0].mine
            answered(live, view)
        else:
            with pytest.raises(WrongSeat):
                live.throw(1, view.turn) if view.asks[0].kind == "dice" else live.choose(1, view.turn, 0)
            live.play_program(live.turn, None)
    assert live.view(None).ended


def test_against_the_program_taking_back_goes_to_what_a_person_answered(store):
    """Its own answers alone would come again at once, with other dice. Squads of five shoot and fight: nobody is done
    with after an answer."""
    live, _ = opened(store, EXAMPLES / "wasteland" / "five-against-five.toml", best=[1])
    by_people = []  # how many answers there were before each of theirs
    while not by_people or live.playing.answered_by[-1] != {1}:
        assert not live.view(0).ended
        if live.program_side() is None:
            by_people.append(len(live.playing.answers))
            answered(live, live.view(0))
        else:
            live.play_program(live.turn, None)
    assert live.undo(0, live.turn) is True
    assert len(live.playing.answers) == by_people[-1]
    assert live.program_side() is None
    assert len(Live(store, store.saved(live.name)).playing.answers) == by_people[-1]


def test_where_only_the_program_has_answered_nothing_is_taken_back(store):
    (first,) = opened(store)[0].view(None).asks
    live, _ = opened(store, best=[first.side])
    live.play_program(live.turn, None)
    assert len(live.playing.answers) == 1
    assert live.view(1 - first.side).may_undo == 0
    with pytest.raises(RefusedChoice):
        live.undo(1 - first.side, live.turn)
    assert len(live.playing.answers) == 1


def test_of_two_who_answer_at_once_one_wins_and_nothing_is_doubled(store):
    live, _ = opened(store)
    to_dice(live)
    view, gate, done = live.view(None), threading.Barrier(6), []

    def throw():
        gate.wait()
        try:
            live.throw(view.asks[0].side, view.turn)
            done.append(1)
        except Conflict:
            pass

    threads = [threading.Thread(target=throw) for _ in range(6)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert len(done) == 1
    assert len(store.saved(live.name).answers) == len(live.playing.answers)


def test_everybody_who_follows_is_told(store):
    live, _ = opened(store)
    told = []
    stop = live.follow(lambda: told.append(live.turn))
    answered(live, live.view(ALL))
    stop()
    answered(live, live.view(ALL))
    assert told == [1]


@pytest.mark.parametrize(
    ("hints", "during", "later"), [("never", False, False), ("after", False, True), ("always", True, True)]
)
def test_hints_are_shown_as_the_players_agreed(store, hints, during, later):
    live, _ = opened(store, hints=hints)
    while live.view(ALL).asks[0].kind != "choice":
        answered(live, live.view(ALL))
    ask = live.view(ALL).asks[0]
    live.hint(live.key(), {o.number: 0.25 for o in ask.options if o.legal})
    assert any(o.value == 0.25 for o in live.view(ask.side).asks[0].options) == during
    answered(live, live.view(ALL))
    for again in (live, Live(store, store.saved(live.name))):
        notes = " ".join(p.text for e in again.view(None).log for line in e.notes for p in line)
        assert ("worth" in notes) == later


def test_hints_that_come_when_the_fight_has_gone_on_stand_in_the_log(store):
    live, _ = opened(store, hints="after")
    while live.view(ALL).asks[0].kind != "choice":
        answered(live, live.view(ALL))
    key, ask = live.key(), live.view(ALL).asks[0]
    answered(live, live.view(ALL))
    live.hint(key, {o.number: 0.25 for o in ask.options if o.legal})
    notes = " ".join(p.text for e in live.view(None).log for line in e.notes for p in line)
    assert "worth" in notes


@pytest.mark.parametrize(
    ("hints", "choosing", "rolling"), [("never", False, False), ("after", False, True), ("always", True, True)]
)
def test_players_ask_for_the_odds_as_they_agreed_and_onlookers_always(store, hints, choosing, rolling):
    live, _ = opened(store, hints=hints)
    assert live.view(ALL).asks[0].kind == "choice"
    assert live.may_ask_odds(0) == choosing
    to_dice(live)
    assert live.may_ask_odds(0) == rolling
    assert live.may_ask_odds(None)
    assert live.may_ask_odds(ONLOOKER)
    played(live)
    assert live.may_ask_odds(0)


def test_the_verdict_is_told_by_the_names_of_the_sides(store):
    live, _ = opened(store, EXAMPLES / "warband" / "monster.toml")
    assert live.verdict("A", "en") == ("Beast master wins", 0)
    assert live.verdict("nobody", "en") == ("nobody wins", None)
    assert live.verdict_now("en") == ""
    live, _ = opened(store)
    assert live.verdict("B", "en") == ("B wins", 1)
    played(live)
    assert live.verdict_now("en")


def test_a_secret_that_opens_nothing(store):
    with pytest.raises(NoSuchFight) as fault:
        Lives(store).of_secret("no-such-secret")
    assert "no-such-secret" not in str(fault.value)


def test_a_fight_is_played_to_its_end_and_kept_so(store):
    live, _ = opened(store)
    played(live)
    view = live.view(None)
    assert view.ended
    assert view.asks == ()
    assert dict(view.result)["outcome"] in live.fight.rulebook.verdicts
    assert store.saved(live.name).ended


def test_who_agrees_agrees_to_what_was_asked_first(store):
    live, _ = opened(store)
    to_dice(live)
    side = live.view(None).asks[0].side
    live.throw(side, live.turn)
    live.undo(side, live.turn)
    with pytest.raises(Conflict):
        live.undo(side, live.turn, len(live.playing.answers))
    assert live.view(None).undo.n == 1


def test_what_could_not_be_kept_is_not_shown_even_if_it_cannot_be_read_at_once(store, monkeypatch):
    live, _ = opened(store)
    to_dice(live)
    before, side = live.view(None), live.view(None).asks[0].side

    def gone(*args, **more):
        raise StoreError("the database is away")

    with monkeypatch.context() as away:
        for name in ("append", "go_on", "saved"):
            away.setattr(store, name, gone)
        for act in (lambda: live.throw(side, live.turn), lambda: live.view(1)):
            with pytest.raises(StoreError):
                act()
    assert live.view(None) == before
    live.throw(side, live.turn)
    assert Live(store, store.saved(live.name)).view(None) == live.view(None)


def test_a_step_that_fails_changes_nothing(store, monkeypatch):
    live, _ = opened(store)
    before = live.view(None)
    assert before.asks[0].kind == "choice"
    with monkeypatch.context() as broken:
        broken.setattr(Playing, "_advance", lambda *args: 1 / 0)
        broken.setattr(live, "_reload", lambda: None)
        with pytest.raises(ZeroDivisionError):
            answered(live, before)
    assert live.view(None) == before


def test_a_fight_that_never_ends_is_given_up(store, monkeypatch):
    live, _ = opened(store)
    to_dice(live)
    monkeypatch.setattr("coldsteel.web.live.MOST_ANSWERS", len(live.playing.answers))
    with pytest.raises(NotSolvable):
        answered(live, live.view(ALL))


def test_who_cannot_be_told_hinders_nobody(store):
    live, _ = opened(store)
    told = []
    live.follow(lambda: 1 / 0)
    live.follow(lambda: told.append(live.turn))
    answered(live, live.view(ALL))
    assert told == [1]


def test_what_options_are_worth_is_known_when_the_place_comes_again(store):
    live, _ = opened(store, seats=0, hints="always")
    ask = live.view(ALL).asks[0]
    live.hint(live.key(), {o.number: 0.25 for o in ask.options if o.legal})
    before = live.view(ALL).asks
    answered(live, live.view(ALL))
    live.undo(ALL, live.turn)
    assert live.view(ALL).asks == before


def test_throws_that_lie_there_already_are_not_given_again(store, monkeypatch):
    live, _ = opened(store)
    to_dice(live)
    given = []
    monkeypatch.setattr(live.playing, "thrown", ((1,),))
    monkeypatch.setattr(live.playing, "give", given.append)
    live._restore(0, "thrown", {"faces": [[1], [2, 3]]})
    assert given == [[2, 3]]


def test_fights_are_held_until_there_are_too_many(store, monkeypatch):
    live, _ = opened(store)
    lives, names = Lives(store), [opened(store)[1].fight for _ in range(3)]
    monkeypatch.setattr("coldsteel.web.live.MOST_LIVES", 4)
    held = [lives.live(name) for name in names]
    assert [lives.live(name) for name in names] == held
    for name in (live.name, opened(store)[1].fight):
        lives.live(name)
    assert lives.live(names[2]) is held[2]
    assert lives.live(names[0]) is not held[0]


def test_a_server_that_closes_chooses_nothing_for_the_program(store):
    live, _ = opened(store, best=[1])
    assert live.program_side() == 1
    table = Table(store)
    table._weighed(live, live.key(), live.turn, Job("job", "options", {}, status="cancelled"))
    table.jobs.close()
    assert live.turn == 0
