"""The book in Polish and Russian: a fight in play shows no English."""

from pathlib import Path

import pytest

from coldsteel.fights.files import document
from coldsteel.fights.rosters import spread
from coldsteel.kernel.explain import result_of
from coldsteel.kernel.play import Playing, Random, Seeded
from coldsteel.rulebooks.skirmish import RULEBOOK
from coldsteel.rulebooks.skirmish.profiles import FightFile, setup_of
from tests.languages import left_in_english

EXAMPLES = sorted((Path(__file__).parents[3] / "examples" / "skirmish").glob("*.toml"))
ABBREVIATIONS = {"WW", "ST", "DW", "AV"}
SAME_IN_POLISH = {"minus", "model", "test"}


def names_in(setup):
    """Whatever a fight file has named: it stays as it is."""
    return {p.name for p in (*setup.models, *setup.units)} | {w.name for p in setup.models for w in p.weapons[:-1]}


def texts_of(path, seed):
    """All that a played fight shows, apart from what the program itself says."""
    state = RULEBOOK.start(setup_of(FightFile.model_validate(spread(document(path)).data)))
    playing = Playing(RULEBOOK, state, Seeded(seed), Random(seed))
    playing.run()
    for e in playing.log:
        yield from (e.what, e.need, e.chosen, *(r.name for r in (*e.n_rows, *e.rows)))
        if e.kind == "dice":
            yield e.result
        for o in e.options:
            yield from (o.label, *(why for why, _ in o.reasons))
    for s in (state, *(s for _, s in playing.moved), playing.state):
        yield from RULEBOOK.describe(s)
    for what, how in result_of(RULEBOOK, playing.state):
        yield from (what, what.partition(".")[0], how)
    for x in (*RULEBOOK.measures(state.setup), *RULEBOOK.aims(state.setup)):
        yield from (x.name, x.says)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_a_fight_in_play_shows_no_english(path):
    names = names_in(setup_of(FightFile.model_validate(spread(document(path)).data)))
    texts = {t for seed in range(1, 6) for t in texts_of(path, seed)}
    assert left_in_english(RULEBOOK, texts, names, SAME_IN_POLISH, ABBREVIATIONS) == []


def test_a_phrase_within_a_phrase_is_translated_too():
    said = RULEBOOK.catalogue.said
    assert said("Ann strikes Bob with improvised", "pl") == "Ann uderza, cel: Bob, broń: improwizowana"
    assert said("2 × wound", "ru") == "2 × рана"
    assert said("move toward Bob", "pl") == "ruch w stronę modelu Bob"
    assert said("1: natural 1, 2-10: hit, 11-19: miss", "ru") == "1: натуральная 1, 2-10: попадание, 11-19: промах"
    line = "Ann (A, Patrol), wounds left 1 of 3, waiting, touches Bob and Cid, 0 from Bob, 0 from Cid"
    assert said(line, "pl") == (
        "Ann (A, Patrol), żywotność: 1 z 3, czeka, styka się z: Bob i Cid, 0 od modelu Bob, 0 od modelu Cid"
    )
