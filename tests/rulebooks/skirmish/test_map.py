"""The map of a fight on a table: who touches whom, open charges, a charge on its way."""

from pathlib import Path

from coldsteel import fights
from coldsteel.battlefield.scene import Mark
from coldsteel.kernel.play import Playing, Random, Seeded
from coldsteel.kernel.state import Slot, do
from coldsteel.rulebooks.skirmish import RULEBOOK
from coldsteel.rulebooks.skirmish.charge import charge_targets
from coldsteel.rulebooks.skirmish.course import Course
from coldsteel.rulebooks.skirmish.reactions import approach

EXAMPLES = Path(__file__).parents[3] / "examples" / "skirmish"


def scene(name):
    fight = fights.load(EXAMPLES / f"{name}.toml")
    return RULEBOOK.scene(fight.start)


def labels(found, mark):
    return sorted(s.label for s in found.strokes if s.mark is mark)


def test_sk_w17_legal_charges_are_drawn_with_their_lengths():
    """SK-W17: from the charger at (0, 0) those at gaps of 2.5 and 2.2 inches are legal, the one at 3.8 is not; he may
    charge the charger himself."""
    found = scene("whom-to-charge")
    ours = sorted(s.label for s in found.strokes if s.mark is Mark.CHARGE and s.side == 0)
    assert ours == ['2.2"', '2.5"']
    assert labels(found, Mark.CHARGE) == ['2.2"', '2.5"', '2.5"', '3.8"']
    assert len(labels(found, Mark.CONTACT)) == 1


def test_a_way_round_a_pit_bends():
    (line,) = [s for s in scene("round-the-pit").strokes if s.mark is Mark.CHARGE]
    assert len(line.points) > 2


def test_a_fight_without_a_table_has_no_map():
    assert scene("duel") is None


def test_every_state_of_a_played_fight_can_be_drawn():
    drawn, moved = set(), 0
    for name, seed in [("round-the-pit", k) for k in range(8)] + [("hedge", k) for k in range(8)]:
        fight = fights.load(EXAMPLES / f"{name}.toml")
        playing = Playing(fight.rulebook, fight.start, Seeded(seed), Random(seed))
        while not playing.ended:
            drawn |= {s.mark for s in RULEBOOK.scene(playing.state).strokes}
            playing.play_on()
        moved += len(playing.moved)
    assert moved > 8
    assert {Mark.CHARGE, Mark.CONTACT, Mark.SIGHT} <= drawn


def test_a_charge_on_its_way_is_the_only_one_drawn():
    """The raider's charge is at its first point: the line round the pit, 4.49 inches long."""
    fight = fights.load(EXAMPLES / "round-the-pit.toml")
    line = charge_targets(fight.start, Slot(0))[0].value[2]
    charging = fight.start.first(do(approach, *Course(Slot(0), Slot(1), 0, line)))
    (drawn,) = [s for s in RULEBOOK.scene(charging).strokes if s.mark is Mark.CHARGE]
    assert drawn.label == 'charge 4.49"'
    assert len(drawn.points) > 2
