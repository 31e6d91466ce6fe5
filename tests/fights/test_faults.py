"""A bad file gives all its faults at once: place, value, what is allowed, and the clause where one says so."""

from pathlib import Path

import pytest

from coldsteel import fights
from coldsteel.errors import FightFileError
from coldsteel.fights import MOST_BYTES, check, load
from coldsteel.rulebooks import BOOKS

EXAMPLES = Path(__file__).parents[2] / "examples" / "bayonet"

GOOD = """\
rulebook = "bayonet"
title = "Test"
[[sides]]
name = "A"
[[sides.units]]
id = "1st"
[[sides]]
name = "B"
[[sides.units]]
id = "2nd"
[[orders]]
unit = "1st"
target = "2nd"
distance = 10
"""


@pytest.fixture
def faults_of(tmp_path):
    """Writes a fight and returns its faults."""

    def found(text, name="fight.toml", encoding="utf-8"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode(encoding))
        return check(path)

    return found


def the_one(faults):
    assert len(faults) == 1, "\n".join(map(str, faults))
    return faults[0]


# ---------------------------------------------------------------- files that cannot be read
def test_a_missing_file_and_the_one_that_was_meant(tmp_path):
    (tmp_path / "fight.toml").write_text(GOOD)
    fault = the_one(check(tmp_path / "figth.toml"))
    assert (fault.line, fault.what, fault.allowed) == (0, "no such file", "did you mean fight.toml?")


def test_a_directory(tmp_path):
    (tmp_path / "fight.toml").write_text(GOOD)
    fault = the_one(check(tmp_path))
    assert "directory" in fault.what
    assert "fight.toml" in fault.allowed


def test_no_plain_file():
    assert "not a plain file" in the_one(check("/dev/null")).what


def test_a_name_that_no_file_has():
    assert "cannot be read" in the_one(check("a\0b")).what


def test_a_file_too_long_for_a_fight(faults_of):
    fault = the_one(faults_of("#" * (MOST_BYTES + 1)))
    assert "too long" in fault.what
    assert f"{MOST_BYTES:,}" in fault.allowed
    assert not faults_of(GOOD + "#" * (MOST_BYTES - len(GOOD)))


def test_a_key_of_very_many_parts_is_not_read(faults_of):
    assert "nested too deeply" in the_one(faults_of(".".join("a" * 200_000) + " = 1\n")).what


def test_bytes_that_are_no_utf_8_have_their_line(faults_of):
    fault = the_one(faults_of('rulebook = "bayonet"\ntitle = "Déjà"\n', encoding="latin-1"))
    assert fault.line == 2
    assert "0xe9" in fault.what


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(faults_of):
    assert not faults_of(GOOD.replace("\n", "\r\n"), encoding="utf-8-sig")


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ('rulebook = "bayonet"\ntitle = \n', 2, "Invalid value"),
        ('rulebook = "bayonet"\n[[sides]\nname = "A"\n', 2, "Expected ']]'"),
        ('rulebook = "bayonet"\nrulebook = "bayonet"\n', 2, "overwrite"),
        ('title = """\nnever closed\n', 3, "Unterminated"),
        ("x = " + "9" * 5000, 0, "digits"),
        ("x = " + "[" * 5000, 0, "nested too deeply"),
    ],
)
def test_what_is_not_toml(faults_of, text, line, what):
    fault = the_one(faults_of(text))
    assert what in fault.what
    assert fault.line == line


# ---------------------------------------------------------------- the rulebook
ONE_OF_THE_BOOKS = f"one of {', '.join(BOOKS)}"


def test_no_rulebook(faults_of):
    fault = the_one(faults_of(GOOD.replace('rulebook = "bayonet"\n', "")))
    assert (fault.field, fault.what, fault.allowed) == ("rulebook", "is missing", ONE_OF_THE_BOOKS)


@pytest.mark.parametrize("name", ['"bayonnet"', "7", '["bayonet"]'])
def test_an_unknown_rulebook(faults_of, name):
    fault = the_one(faults_of(GOOD.replace('"bayonet"', name)))
    assert (fault.line, fault.what, fault.allowed) == (1, "no such rulebook", ONE_OF_THE_BOOKS)


# ---------------------------------------------------------------- fields
@pytest.mark.parametrize(
    ("line", "what", "allowed", "clause"),
    [
        ("moral = 4", "unknown field", "did you mean morale?", ""),
        ("zzz = 4", "unknown field", "id, arm, formation", ""),
        ("melee = 13", "out of range", "a whole number from 0 to 12", "BY-87"),
        ("melee = -1", "out of range", "a whole number from 0 to 12", "BY-87"),
        ("stamina = 9", "out of range", "a whole number from 1 to 8", "BY-12"),
        ("morale = 99999999999999999999999", "out of range", "from 2 to 6", "BY-114"),
        ('morale = "4"', "of the wrong kind", "a whole number from 2 to 6", "BY-114"),
        ("morale = 4.0", "of the wrong kind", "a whole number from 2 to 6", "BY-114"),
        ("morale = true", "of the wrong kind", "a whole number from 2 to 6", "BY-114"),
        ("morale = [4]", "of the wrong kind", "a whole number from 2 to 6", "BY-114"),
        ("morale = 2026-01-01", "of the wrong kind", "a whole number from 2 to 6", "BY-114"),
        ("disordered = 1", "of the wrong kind", "true or false", "BY-103"),
        ('arm = "infantri"', "no such choice", "one of infantry, cavalry", ""),
        ('cover_sides = ["front", "top"]', "no such choice", "one of front, right, rear, left", ""),
        ("full_move = nan", "out of range", "a number", "BY-7"),
        ("full_move = inf", "out of range", "a number", "BY-7"),
    ],
)
def test_a_field_of_a_unit(faults_of, line, what, allowed, clause):
    fault = the_one(faults_of(GOOD.replace('id = "2nd"\n', f'id = "2nd"\n{line}\n')))
    assert fault.line == 11
    assert what in fault.what
    assert allowed in fault.allowed
    assert fault.clause == clause
    assert fault.field.startswith("sides[B].units[2nd].")


def test_a_missing_field_has_the_line_of_its_table(faults_of):
    fault = the_one(faults_of(GOOD.replace('target = "2nd"\n', "")))
    assert (fault.line, fault.field, fault.what) == (11, "orders[#1].target", "is missing")


def test_a_list_with_too_few_elements(faults_of):
    fault = the_one(
        faults_of('rulebook = "bayonet"\nsides = [{ name = "A", units = [] }, { name = "B", units = [{ id = "x" }] }]')
    )
    assert (fault.line, fault.field, fault.what) == (2, "sides[A].units", "too short")


def test_sides_are_two(faults_of):
    assert [f.what for f in faults_of('rulebook = "bayonet"\nsides = []\n')] == ["is missing", "is missing"]
    assert the_one(faults_of(GOOD + '[[sides]]\nname = "B"\nunits = [{ id = "3rd" }]\n')).what == "too long"


def test_a_table_where_a_value_is_wanted(faults_of):
    fault = the_one(faults_of(GOOD.replace('id = "2nd"\n', 'id = "2nd"\nmorale = { x = 1 }\n')))
    assert fault.value == "a table"


# ---------------------------------------------------------------- rulings and parameters
@pytest.mark.parametrize(
    ("line", "allowed", "clause"),
    [
        ('volley_arc = "frnt"', "one of front, any", "BY-R14"),
        ("small_floor = 2", "one of 1, 0", "BY-R29"),
        ('conditional_order = "ignore"', "one of refuse, lost", "BY-R1"),
        ('disordered_may_charge = "yes"', "true or false", "BY-R3"),
    ],
)
def test_a_bad_ruling_names_its_number(faults_of, line, allowed, clause):
    fault = the_one(faults_of(f"{GOOD}[rulings]\n{line}\n"))
    assert (fault.line, fault.allowed, fault.clause) == (16, allowed, clause)


def test_an_unknown_ruling(faults_of):
    fault = the_one(faults_of(f'{GOOD}[rulings]\nvolley_ark = "any"\n'))
    assert (fault.what, fault.allowed) == ("unknown field", "did you mean volley_arc?")


def test_a_parameter(faults_of):
    fault = the_one(faults_of(f"{GOOD}[parameters]\nhit_base = 9\n"))
    assert (fault.allowed, fault.clause) == ("a whole number from 1 to 7", "BY-100")


def test_rulings_given_over_those_of_the_file(tmp_path):
    path = tmp_path / "fight.toml"
    path.write_text(GOOD)
    assert load(path, {"volley_arc": "any", "small_floor": "0", "skirmish_has_flanks": "false"}).setup.rulings == (
        load(path).setup.rulings.__class__(volley_arc="any", small_floor=0, skirmish_has_flanks=False)
    )
    unknown, wrong = check(path, {"volley_ark": "any", "volley_arc": "frnt"})
    assert (unknown.file, unknown.allowed) == ("--ruling", "did you mean volley_arc?")
    assert (wrong.allowed, wrong.clause) == ("one of front, any", "BY-R14")


# ---------------------------------------------------------------- fields that do not go together
def test_faults_between_fields_have_line_and_clause(faults_of):
    fault = the_one(faults_of(GOOD.replace('id = "2nd"\n', 'id = "2nd"\ncasualties = 4\n')))
    assert (fault.line, fault.clause) == (11, "BY-12")


def test_they_come_together_with_faults_of_single_fields(faults_of):
    text = GOOD.replace('id = "1st"\n', 'id = "1st"\nmorale = 9\n').replace('"2nd"\ndist', '"3rd"\ndist')
    out_of_range, no_unit = faults_of(text)
    assert out_of_range.field == "sides[A].units[1st].morale"
    assert "no unit '3rd'" in no_unit.what


def test_a_fault_that_may_come_of_another_is_not_told(faults_of):
    text = GOOD.replace('id = "2nd"\n', 'id = "2nd"\narm = "foot_artilery"\nformation = "deployed"\n')
    assert the_one(faults_of(text)).field == "sides[B].units[2nd].arm"


def test_what_is_wrong_whatever_was_meant_is_told(faults_of):
    unit = 'id = "2nd"\narm = "foot_artilery"\nbuilding = "farm"\nformation = "line"\n'
    assert {f.field.rpartition(".")[2] for f in faults_of(GOOD.replace('id = "2nd"\n', unit))} == {"arm", "building"}


def test_all_faults_of_a_file_in_the_order_of_its_lines(faults_of):
    text = GOOD.replace('id = "1st"', 'id = "1st"\nmorale = 1\nmelle = 3').replace("distance = 10", 'distance = "far"')
    found = faults_of(f'{text}[rulings]\nvolley_arc = "x"\n')
    assert [f.line for f in found] == [7, 8, 16, 18]


def test_load_raises_with_all_of_them_as_text(tmp_path):
    path = tmp_path / "fight.toml"
    path.write_text(GOOD.replace('id = "1st"', 'id = "1st"\nmorale = 1\nmelle = 3'))
    with pytest.raises(FightFileError) as raised:
        load(path)
    assert raised.value.faults == (
        f"{path}:7: sides[A].units[1st].morale = 1: out of range; allowed: a whole number from 2 to 6 (BY-114)",
        f"{path}:8: sides[A].units[1st].melle = 3: unknown field; did you mean melee?",
    )


# ---------------------------------------------------------------- rosters
ROSTER = """\
[[units]]
id = "Old Guard"
morale = 3
cover_sides = [
  "front",
  "left",
]
[[units]]
id = "Young Guard"
"""
WITH_ROSTER = 'rosters = ["guard.toml"]\n' + GOOD.replace('id = "1st"', 'roster = "Old Guard"').replace(
    'unit = "1st"', 'unit = "Old Guard"'
)


@pytest.fixture
def roster(tmp_path):
    def write(text):
        (tmp_path / "guard.toml").write_text(text)

    return write


def test_a_unit_from_a_roster(tmp_path, roster):
    roster(ROSTER)
    (tmp_path / "fight.toml").write_text(WITH_ROSTER.replace('"Old Guard"\n[[', '"Old Guard"\nmelee = 8\n[['))
    unit = load(tmp_path / "fight.toml").model.sides[0].units[0]
    assert (unit.id, unit.morale, unit.melee, unit.cover_sides) == ("Old Guard", 3, 8, ("front", "left"))


def test_the_fight_goes_before_the_roster_and_two_may_share_an_entry(tmp_path, roster):
    roster(ROSTER)
    twice = '[[sides.units]]\nroster = "Old Guard"\nid = "2nd Guard"\nmorale = 5\n'
    (tmp_path / "fight.toml").write_text(WITH_ROSTER.replace('[[sides]]\nname = "B"', f'{twice}[[sides]]\nname = "B"'))
    first, second = load(tmp_path / "fight.toml").model.sides[0].units
    assert (first.id, first.morale, second.id, second.morale) == ("Old Guard", 3, "2nd Guard", 5)


def test_a_fault_in_a_roster_names_the_roster_and_its_line(faults_of, roster, tmp_path):
    roster(ROSTER.replace("morale = 3", "morale = 7"))
    fault = the_one(faults_of(WITH_ROSTER))
    assert (fault.file, fault.line, fault.field) == (
        str(tmp_path / "guard.toml"),
        3,
        "sides[A].units[Old Guard].morale",
    )


def test_so_does_one_inside_a_list(faults_of, roster, tmp_path):
    roster(ROSTER.replace('"left"', '"lfet"'))
    fault = the_one(faults_of(WITH_ROSTER))
    assert (fault.file, fault.line) == (str(tmp_path / "guard.toml"), 6)


@pytest.mark.parametrize(
    ("text", "what", "line"),
    [
        ("[[units]]\nmorale = 3\n", "needs an id", 1),
        (ROSTER + '[[units]]\nid = "Old Guard"\n', "already stands at", 10),
        ("units = 3\n" + ROSTER.replace("units", "weapons"), "lists of entries only", 1),
        ('rulebook = "trench"\n' + ROSTER, "another rulebook", 1),
        ("[[units]\n", "not TOML", 1),
    ],
)
def test_a_roster_that_is_wrong_itself(faults_of, roster, tmp_path, text, what, line):
    roster(text)
    found = [f for f in faults_of(WITH_ROSTER) if f.file == str(tmp_path / "guard.toml")]
    assert what in found[0].what
    assert found[0].line == line


def test_a_roster_that_is_missing_is_told_where_the_fight_names_it(faults_of):
    fault = the_one(faults_of(WITH_ROSTER))
    assert (fault.line, fault.what) == (1, "no such file")


def test_an_entry_that_no_roster_has(faults_of, roster):
    roster(ROSTER)
    fault = faults_of(WITH_ROSTER.replace("Old Guard", "Old Gard"))[0]
    assert (fault.line, fault.value, fault.allowed) == (7, '"Old Gard"', "did you mean Old Guard?")


def test_an_entry_where_no_roster_is_named(faults_of):
    fault = faults_of(WITH_ROSTER.replace('rosters = ["guard.toml"]\n', ""))[0]
    assert "names no roster file" in fault.what


@pytest.mark.parametrize("value", ['"guard.toml"', "[1]", "{ a = 1 }"])
def test_rosters_is_a_list_of_files(faults_of, value):
    assert "not a list of files" in faults_of(f"rosters = {value}\n{GOOD}")[0].what


# ---------------------------------------------------------------- what is good
def test_a_fight_that_is_in_order(tmp_path):
    path = tmp_path / "my-first_fight.toml"
    path.write_text(GOOD.replace('title = "Test"\n', ""))
    assert check(path) == ()
    fight = load(path)
    assert (fight.path, fight.rulebook.name, fight.title, fight.shows) == (path, "bayonet", "my first fight", "")
    assert fight.start.setup is fight.setup


def test_a_fight_survives_the_way_through_a_record():
    fight = load(Path(__file__).parents[2] / "examples" / "bayonet" / "last-attack.toml")
    again = fights.restored(fight.model.model_dump(mode="json", exclude_unset=True), "record")
    assert again.model == fight.model
    assert again.start == fight.start


def test_a_record_of_a_fight_that_is_not_in_order():
    with pytest.raises(FightFileError, match="no such rulebook"):
        fights.restored({"rulebook": "chess"}, "record")


def test_a_file_that_is_sent_is_read_like_one_in_a_folder():
    raw = (EXAMPLES / "closing-volley.toml").read_bytes()
    fight, faults = fights.received(raw, "sent.toml")
    assert faults == ()
    assert fights.restored(fights.values_of(fight), "kept").model == fight.model
    assert fights.received(b"\xff", "sent.toml")[1][0].file == "sent.toml"
    assert fights.received(b"rulebook = ", "sent.toml")[0] is None
    assert "too long" in fights.received(b"#" * 2_000_000)[1][0].what


def test_a_file_that_is_sent_reads_no_other_file():
    raw = b'rosters = ["../../secret.toml"]\n' + (EXAMPLES / "closing-volley.toml").read_bytes()
    fight, faults = fights.received(raw)
    assert fight is None
    assert [(f.field, f.line) for f in faults] == [("rosters", 1)]
