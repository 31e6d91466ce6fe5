"""The commands as people use them: what they print, what they write, and with what code they end."""

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from coldsteel.cli.app import app

EXAMPLES = Path(__file__).parents[2] / "examples" / "bayonet"
VOLLEY = str(EXAMPLES / "closing-volley.toml")
LINES = str(EXAMPLES / "line-against-line.toml")
SQUARE = str(EXAMPLES / "cavalry-against-square.toml")
NEVER = str(EXAMPLES / "never-ending.toml")


@pytest.fixture
def run():
    """Runs a command; -> its result, with `stdout` and `stderr` apart."""
    runner = CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb"})

    def command(*args, input=None):
        return runner.invoke(app, [str(a) for a in args], input=input)

    return command


def good(result):
    assert result.exit_code == 0, result.output
    return result.stdout


def data(result):
    return json.loads(good(result))


# ---------------------------------------------------------------- odds and advise
def test_odds_for_people(run):
    out = good(run("odds", VOLLEY))
    assert out.startswith("The column and the skirmishers\n")
    for expected in ("A wins", "B wins", "Column", "Rifles", "casualties", "rounds:", "closing volley", "evade"):
        assert expected in out
    last = out.strip().splitlines()[-1]
    assert re.match(r"exact · [\d,]+ states · [\d,]+ edges · [\d.]+ s · unresolved 0 · bound", last)
    assert all(len(line) <= 80 for line in out.splitlines())
    assert "\x1b" not in out


def test_the_value_is_that_of_the_side_asked_for(run):
    for side in "AB":
        value = data(run("odds", VOLLEY, "--for", side, "--json"))["value"]
        said = f"  win for {side}: {value:+.4f} (from -1, a certain defeat, to +1, a certain victory)\n"
        assert said in good(run("odds", VOLLEY, "--for", side))
        assert said in good(run("advise", VOLLEY, "--for", side))
    assert "survive.Rifles for A: -1.0000 (" in good(run("odds", VOLLEY, "--aim", "survive.Rifles"))
    assert re.search(r"win for B: [+-]0\.\d{4} ± 0\.\d{4} \(", good(run("simulate", VOLLEY, "-n", 99, "--for", "B")))


def test_columns_say_what_they_count(run):
    out = good(run("odds", VOLLEY))
    assert "side  casualties  units lost\n" in out
    assert "casualties: carried at the end, those of the start among them" in out
    assert "those of the start" not in good(run("odds", SQUARE))  # nobody has any


IDLE = "othing is thrown or chosen here"
FAR = f"{IDLE}: 1st Line falls short of 2nd Line (BY-22)"
BLOCKED = (
    f"{IDLE}: which order: no option is legal (1st Line attacks 2nd Line on its front: something stands on the way"
)


@pytest.mark.parametrize(
    ("order", "says"), [("distance = 90", FAR), ("distance = 9\npath_clear = false", BLOCKED), ("", IDLE)]
)
def test_a_fight_in_which_nothing_happens_is_told_so(run, tmp_path, order, says):
    path = tmp_path / "fight.toml"
    before = Path(LINES).read_text().partition("[[orders]]")[0]
    path.write_text(before + (f'[[orders]]\nunit = "1st Line"\ntarget = "2nd Line"\n{order}\n' if order else ""))
    assert good(run("check", path, VOLLEY)).splitlines()[0].startswith(f"{path}: in order; n{says}")
    assert good(run("check", path, VOLLEY)).splitlines()[1] == f"{VOLLEY}: in order"
    for name in ("odds", "advise"):
        assert f"N{says}" in " ".join(good(run(name, path)).split())
        assert IDLE not in good(run(name, VOLLEY))


def test_a_fight_that_turns_in_a_circle_is_told_so(run):
    for name in ("check", "odds", "advise"):
        assert f"{IDLE}: this fight can never end" in " ".join(good(run(name, NEVER)).split())


def test_percentages_are_never_100_for_what_is_not_certain(run, tmp_path):
    path = tmp_path / "fight.toml"
    weak = Path(LINES).read_text().replace('id = "2nd Line"', 'id = "2nd Line"\nmelee = 1\nshooting = 0\nmorale = 5')
    path.write_text(weak.replace('id = "1st Line"', 'id = "1st Line"\nmelee = 12\nsize = "large"'))
    out = good(run("odds", path))
    chances = json.loads(good(run("odds", path, "--json")))["results"]
    assert 0.9995 < max(chances.values()) < 1
    assert "100 %" not in out


KEYS = [
    "rulebook", "title", "method", "states", "edges", "seconds", "unresolved", "bound",
    "aim", "value", "results", "measures", "expected", "advice",
]  # fmt: skip


def test_odds_as_json_have_the_documented_keys_in_order(run):
    found = data(run("odds", VOLLEY, "--json"))
    assert list(found) == KEYS
    assert (found["rulebook"], found["method"]) == ("bayonet", "exact")
    assert found["aim"] == {"side": "A", "measure": "win"}
    assert list(found["results"]) == ["A", "B", "neither", "unresolved"]
    assert sum(found["results"].values()) == pytest.approx(1, abs=1e-12)
    assert found["value"] == pytest.approx(found["results"]["A"] - found["results"]["B"], abs=1e-12)
    assert found["unresolved"] == found["results"]["unresolved"]
    for name in ("casualties.Column", "fate.Rifles"):
        assert sum(found["measures"][name].values()) == pytest.approx(1, abs=1e-9)
    (advice,) = found["advice"]
    assert list(advice) == ["side", "ask", "clause", "options"]
    assert (advice["side"], advice["clause"]) == ("B", "BY-34")
    assert [list(o) for o in advice["options"]] == [["option", "value"]] * 3
    best = max(advice["options"], key=lambda o: o["value"])
    assert best["option"] == "closing volley"
    assert best["value"] == pytest.approx(-found["value"], abs=1e-12)


def test_json_is_all_that_is_on_standard_output_and_stays_the_same(run):
    first, second = data(run("odds", LINES, "--json")), data(run("odds", LINES, "--json"))
    assert {**first, "seconds": 0} == {**second, "seconds": 0}


def test_numbers_have_all_their_digits(run):
    found = data(run("odds", LINES, "--json"))
    assert any(len(repr(p)) > 15 for p in found["results"].values())


def test_the_other_side_sees_the_same_from_the_other_end(run):
    ours, theirs = data(run("odds", LINES, "--json")), data(run("odds", LINES, "--for", "b", "--json"))
    assert theirs["aim"] == {"side": "B", "measure": "win"}
    assert theirs["value"] == pytest.approx(-ours["value"], abs=1e-12)
    assert theirs["results"] == pytest.approx(ours["results"])


def test_another_aim(run):
    found = data(run("odds", LINES, "--aim", "losses", "--json"))
    assert found["aim"]["measure"] == "losses"


def test_another_reading(run):
    found = data(run("odds", VOLLEY, "--ruling", "volley_six_disorders=false", "--json"))
    assert found["value"] != data(run("odds", VOLLEY, "--json"))["value"]


def test_advise_tells_how_the_units_stand_where_a_later_choice_comes_up(run, tmp_path):
    path = tmp_path / "fight.toml"
    path.write_text(LATER)
    found = data(run("advise", path, "--json"))["advice"]
    assert all(" | " in a["state"] for a in found)
    out = good(run("advise", path, "--most", 2))
    assert " | " not in out
    assert found[0]["state"] not in out
    first = out.partition("% of fights\n")[2].partition("option")[0]
    assert "  Column (A, infantry, line), casualties 0 of 1, touches Rifles\n" in first
    assert f"And {len(found) - 2} decisions less likely: --most {len(found)}" in out
    one = good(run("advise", path, "--most", len(found) - 1))
    assert "And 1 decision less likely" in one
    assert "casualties 0 of 3" not in good(run("advise", VOLLEY))  # the first choice of all: as the file has it


LATER = """
rulebook = "bayonet"
[[sides]]
name = "A"
[[sides.units]]
id = "Column"
stamina = 1
melee = 1
[[sides.units]]
id = "Hussars"
arm = "cavalry"
stamina = 1
melee = 1
[[sides]]
name = "B"
[[sides.units]]
id = "Rifles"
stamina = 1
melee = 1
shooting = 1
[[contacts]]
unit = "Column"
enemy = "Rifles"
[[orders]]
unit = "Hussars"
target = "Rifles"
distance = 8
struck_side = "rear"
turn = 3
"""


def test_advise_tells_what_is_refused_and_why(run):
    out = good(run("advise", VOLLEY))
    assert "not allowed: form square" in out
    assert "(BY-50)" in out


def test_advise_as_json(run):
    found = data(run("advise", VOLLEY, "--json"))
    assert list(found) == ["rulebook", "title", "method", "aim", "value", "advice"]
    (advice,) = found["advice"]
    assert list(advice) == ["side", "ask", "clause", "reach", "state", "options"]
    assert advice["reach"] == 1
    square = next(o for o in advice["options"] if o["option"] == "form square")
    assert square["legal"] is False
    assert square["value"] is None
    assert square["reasons"][0]["clause"] == "BY-50"
    assert sum(o["chance"] for o in advice["options"]) == pytest.approx(1)


def test_advise_where_nobody_chooses(run):
    assert "Nobody has anything to choose" in good(run("advise", SQUARE))


@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
def test_a_plot(run, tmp_path, kind):
    path = tmp_path / f"odds.{kind}"
    good(run("odds", VOLLEY, "--plot", path))
    assert path.stat().st_size > 5_000
    if kind == "svg":
        text = path.read_text(encoding="utf-8")
        for expected in ("The column and the skirmishers", "A wins", "Column", "Rifles", "casualties, "):
            assert expected in text


def test_names_cannot_drive_the_terminal(run, tmp_path):
    fight = tmp_path / "fight.toml"
    fight.write_text(
        Path(LINES).read_text().replace("Line against line", r"\u001b[31mred").replace("2nd", r"2\u001b[0m")
    )
    result = run("odds", fight)
    assert result.exit_code == 2
    assert "holds the control character U+001B; allowed: text that can be shown" in result.stderr
    assert "\x1b" not in result.output


def test_a_title_with_signs_of_a_formula_is_drawn_as_it_stands(run, tmp_path):
    fight = tmp_path / "fight.toml"
    fight.write_text(Path(LINES).read_text().replace('title = "Line against line"', "title = 'Of $x_ \\q$ and [b]'"))
    path = tmp_path / "odds.svg"
    assert "Of $x_ \\q$ and [b]" in good(run("odds", fight, "--plot", path))
    assert "Of $x_ \\q$ and [b]" in path.read_text(encoding="utf-8")


# ---------------------------------------------------------------- refusals
def test_over_budget_ends_with_3_and_points_to_simulate(run):
    result = run("odds", VOLLEY, "--max-states", 50)
    assert result.exit_code == 3
    assert result.stdout == ""
    assert re.search(r"it came to [\d,]+ states", result.stderr)
    assert "simulate" in result.stderr


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("odds", VOLLEY, "--for", "C"), "no side 'C'"),
        (("odds", VOLLEY, "--aim", "glory"), "no aim 'glory'"),
        (("odds", VOLLEY, "--aim", ""), "no name"),
        (("odds", VOLLEY, "--ruling", "volley_arc"), "SWITCH=VALUE"),
        (("odds", VOLLEY, "--ruling", "volley_ark=any"), "did you mean volley_arc?"),
        (("odds", VOLLEY, "--ruling", "volley_arc=some"), "one of front, any"),
        (("odds", VOLLEY, "--plot", "odds.gif"), "a picture ends in"),
        (("odds", VOLLEY, "--max-states", "0"), "--max-states"),
        (("odds", "nowhere.toml"), "no such file"),
        (("play", VOLLEY, "--log", "log.doc"), "a log ends in"),
        (("play", VOLLEY, "--typed", "--seed", "3"), "not both"),
        (("simulate", VOLLEY, "-n", "0"), "--number"),
        (("rules", "chess"), "no rulebook 'chess'"),
        (("rules", "bayonet", "999"), "no clause"),
        (("rules", "bayonet", "zeppelin"), "nothing in bayonet"),
        (("schema", "bayonnet"), "did you mean bayonet?"),
        (("replay", VOLLEY), "not JSON"),
        (("replay", "nowhere.jsonl"), "no such file"),
        (("march",), "No such command"),
    ],
)
def test_what_cannot_be_used_ends_with_2_and_says_why(run, args, says):
    result = run(*args)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    told = " ".join(re.sub(r"[│╭╮╰╯─]", " ", result.stderr).split())
    assert says in told
    assert "Traceback" not in result.output


def test_a_picture_that_cannot_be_written(run, tmp_path):
    result = run("odds", LINES, "--plot", tmp_path / "no folder" / "odds.svg")
    assert result.exit_code == 2
    assert "no such file or directory" in result.stderr


def test_ctrl_c_ends_with_130_and_says_what_was_reached(run, monkeypatch):
    from coldsteel.errors import Stopped
    from coldsteel.kernel import odds

    def stopped(*args, **kwargs):
        raise Stopped("stopped at 1,234 states and 5,678 edges")

    monkeypatch.setattr(odds, "solve", stopped)
    result = run("odds", LINES)
    assert result.exit_code == 130
    assert "1,234 states" in result.stderr


def test_a_fault_of_our_own_is_told_without_a_traceback(run, monkeypatch):
    from coldsteel.kernel import odds

    monkeypatch.setattr(odds, "solve", lambda *a, **k: 1 / 0)
    result = run("odds", LINES)
    assert result.exit_code == 1
    assert "A fault in Cold Steel itself (ZeroDivisionError" in result.stderr


def test_a_fault_of_a_rulebook_is_told_as_one(run, monkeypatch):
    from coldsteel.errors import RulebookError
    from coldsteel.kernel import odds

    def wrong(rulebook, *args, **kwargs):
        raise RulebookError("a step returns nothing")

    monkeypatch.setattr(odds, "solve", wrong)
    result = run("odds", LINES)
    assert result.exit_code == 1
    assert result.stderr == (
        "A fault in the rulebook bayonet: a step returns nothing. COLDSTEEL_TRACEBACK=1 shows where.\n"
    )


def test_help_names_the_traceback(run):
    assert "COLDSTEEL_TRACEBACK=1" in good(run("--help"))


# ---------------------------------------------------------------- check
def test_check_tells_every_fault_of_every_file(run, tmp_path):
    bad = tmp_path / "bad.toml"
    bad.write_text(Path(LINES).read_text().replace('id = "2nd Line"', 'id = "2nd Line"\nmorale = 7\nmelle = 3'))
    result = run("check", LINES, bad, "nowhere.toml")
    assert result.exit_code == 2
    assert result.stdout == f"{LINES}: in order\n"
    lines = result.stderr.splitlines()
    assert lines[0].startswith(f"{bad}:15: sides[B].units[2nd Line].morale = 7: out of range")
    assert lines[1].startswith(f"{bad}:16: sides[B].units[2nd Line].melle = 3: unknown field")
    assert lines[2] == "nowhere.toml: no such file"
    assert lines[3] == "3 faults"


def test_a_command_on_a_bad_file_tells_the_same_faults(run, tmp_path):
    bad = tmp_path / "bad.toml"
    bad.write_text(Path(LINES).read_text().replace('id = "2nd Line"', 'id = "2nd Line"\nmorale = 7\nmelle = 3'))
    told = run("check", bad).stderr.splitlines()[:2]
    for command in ("odds", "advise", "play", "simulate", "rulings"):
        result = run(command, bad)
        assert result.exit_code == 2
        assert result.stderr.splitlines()[:2] == told


# ---------------------------------------------------------------- rules and schema
def test_rules_lists_the_books(run):
    assert "bayonet" in good(run("rules"))


def test_all_clauses_of_a_book(run):
    out = good(run("rules", "bayonet"))
    assert out.index("BY-1 ") < out.index("BY-139 ")
    assert "volley_arc" in out


@pytest.mark.parametrize("number", ["BY-34", "by34", "34"])
def test_one_clause(run, number):
    out = good(run("rules", "bayonet", number))
    assert out.startswith("BY-34  source\n")
    assert "one reaction" in " ".join(out.split())


def test_a_ruling_with_its_values(run):
    out = good(run("rules", "bayonet", "R14"))
    for expected in ("BY-R14", "volley_arc", "front  (default)", "any: any side"):
        assert expected in out


def test_a_clause_that_follows_a_ruling_shows_it(run):
    assert "volley_arc" in good(run("rules", "bayonet", "40"))


def test_a_search(run):
    out = good(run("rules", "bayonet", "morale", "save"))
    assert "BY-114" in out
    assert "BY-50 " not in out


def test_a_language_that_is_not_there_yet_is_given_in_english(run):
    out = good(run("rules", "bayonet", "34", "--lang", "pl"))
    assert "BY-34" in out


def test_schema(run):
    found = data(run("schema", "bayonet"))
    assert found["$schema"].startswith("https://json-schema.org/")


# ---------------------------------------------------------------- play, record, replay
def test_the_same_seed_plays_the_same_fight(run):
    first, second = (
        run("play", LINES, "--seed", 7, "--choose", "best"),
        run("play", LINES, "--seed", 7, "--choose", "best"),
    )
    assert good(first) == good(second)
    for expected in ("rolls", "BY-100" if "BY-100" in first.stdout else "BY-87", "Verdict:", "seed 7"):
        assert expected in first.stdout
    assert good(run("play", LINES, "--seed", 8, "--choose", "best")) != first.stdout


def test_without_a_seed_one_is_drawn_and_told(run):
    out = good(run("play", LINES, "--choose", "random"))
    seed = re.search(r"--seed (\d+)", out)[1]
    assert good(run("play", LINES, "--choose", "random", "--seed", seed)) == out


def test_choices_are_asked_and_refused_ones_asked_again(run):
    out = good(run("play", VOLLEY, "--seed", 7, input="form square\nnonsense\n?\nevade\n"))
    assert "not allowed: only infantry charged by cavalry" in " ".join(out.split())
    assert "Worth to the side that chooses" in out
    assert "Verdict: neither" in out


def test_dice_are_typed_in_and_checked(run):
    out = good(run("play", VOLLEY, "--typed", "--choose", "best", input="7 7\n6 6 4 4\n1 1 1 1\n1 1\n"))
    assert "Not taken" in out
    assert "Verdict: B wins" in out


def test_a_question_mark_at_the_dice_tells_what_to_type(run):
    out = good(run("play", VOLLEY, "--typed", "--choose", "best", input="?\n6 6 4 4\n1 1 1 1\n1 1\n"))
    assert "Roll 4d6 and type what the 4 dice show, in one line: such as 6 5 4 3." in " ".join(out.split())
    assert "Not taken" not in out


def test_no_two_empty_lines_in_a_fight_that_opens_with_a_heading(run, tmp_path):
    path, record = tmp_path / "fight.toml", tmp_path / "fight.jsonl"
    before = Path(LINES).read_text().partition("[[orders]]")[0]
    path.write_text(before + '[[contacts]]\nunit = "1st Line"\nenemy = "2nd Line"\n')
    played = good(run("play", path, "--seed", 7, "--choose", "random", "--record", record))
    for out in (played, good(run("replay", record))):
        assert "to it.\n\nRound 1 (BY-137)\n---" in out
        assert "\n\n\n" not in out


def test_nobody_there_to_answer(run):
    result = run("play", VOLLEY, "--seed", 7, input="")
    assert result.exit_code == 2
    assert "--choose" in result.stderr


@pytest.mark.parametrize("kind", ["md", "html", "json", "bbcode", "txt"])
def test_a_log_in_every_form(run, tmp_path, kind):
    path = tmp_path / f"log.{kind}"
    good(run("play", VOLLEY, "--seed", 7, "--choose", "best", "--log", path))
    text = path.read_text(encoding="utf-8")
    assert "The column and the skirmishers" in text
    assert "BY-34" in text
    if kind == "json":
        assert json.loads(text)["sides"] == ["A", "B"]


def test_a_record_replays_to_the_same_log(run, tmp_path):
    record, first, second = tmp_path / "fight.jsonl", tmp_path / "first.txt", tmp_path / "second.txt"
    played = good(run("play", VOLLEY, "--seed", 7, "--choose", "random", "--log", first, "--record", record))
    replayed = good(run("replay", record, "--log", second))
    assert first.read_text() == second.read_text()
    assert replayed.splitlines() == played.splitlines()[:-1]


def test_a_record_that_does_not_fit_is_refused_with_its_step(run, tmp_path):
    record = tmp_path / "fight.jsonl"
    good(run("play", VOLLEY, "--seed", 7, "--choose", "best", "--record", record))
    record.write_text(record.read_text().replace('"choice": "closing volley"', '"choice": "form square"'))
    result = run("replay", record)
    assert result.exit_code == 2
    assert "step" in result.stderr
    assert "form square" in result.stderr


def test_a_record_of_a_bad_fight_is_refused(run, tmp_path):
    record = tmp_path / "fight.jsonl"
    good(run("play", VOLLEY, "--seed", 7, "--choose", "best", "--record", record))
    record.write_text(record.read_text().replace('"shooting": 4', '"shooting": 44'))
    result = run("replay", record)
    assert result.exit_code == 2
    assert "out of range" in result.stderr


def test_a_fight_that_is_stopped_keeps_what_was_played(run, tmp_path):
    record, log = tmp_path / "fight.jsonl", tmp_path / "log.txt"
    result = run("play", VOLLEY, "--typed", "--choose", "best", "--record", record, "--log", log, input="6 6 4 4\n")
    assert result.exit_code == 2
    assert "closing volley" in record.read_text()
    assert "closing volley" in log.read_text()
    assert "had not ended" in good(run("replay", record))


# ---------------------------------------------------------------- rulings
def test_rulings_are_sorted_by_what_they_move_and_name_every_switch(run):
    from coldsteel import rulebooks
    from coldsteel.kernel.clauses import ruling_values

    found = data(run("rulings", LINES, "--json"))
    assert list(found) == ["rulebook", "title", "method", "seconds", "aim", "value", "results", "readings"]
    keys = ["clause", "switch", "reading", "question", "value", "change", "results", "failed"]
    assert all(list(r) == keys for r in found["readings"])
    moves = [abs(r["change"]) for r in found["readings"]]
    assert moves == sorted(moves, reverse=True)
    assert moves[0] > 0.01
    for reading in found["readings"][:2]:
        alone = data(run("odds", LINES, "--ruling", f"{reading['switch']}={reading['reading']}", "--json"))
        assert alone["value"] == pytest.approx(reading["value"], abs=1e-12)
    assert {r["switch"] for r in found["readings"]} == set(ruling_values(rulebooks.rulebook("bayonet").rulings))


def test_rulings_for_people(run):
    out = good(run("rulings", NEVER))
    assert "change nothing here" in out
    assert "BY-R17" in good(run("rulings", LINES))


def test_two_processes_find_the_same(run):
    one, two = (data(run("rulings", SQUARE, "--jobs", jobs, "--json")) for jobs in (1, 2))
    assert [r["switch"] for r in one["readings"]] == [r["switch"] for r in two["readings"]]
    assert [r["value"] for r in one["readings"]] == [r["value"] for r in two["readings"]]


def test_a_reading_that_fails_does_not_end_the_rest(run, monkeypatch):
    from coldsteel.errors import TooLarge
    from coldsteel.kernel import odds

    solve = odds.solve

    def sometimes(book, start, **more):
        if start.setup.rulings.volley_arc == "any":
            raise TooLarge("over the budget of this test", 7, 9)
        return solve(book, start, **more)

    monkeypatch.setattr(odds, "solve", sometimes)
    found = data(run("rulings", NEVER, "--jobs", 1, "--json"))
    failed = [r for r in found["readings"] if r["failed"]]
    assert [(r["switch"], r["failed"], r["value"]) for r in failed] == [
        ("volley_arc", "over the budget of this test", None)
    ]
    assert "no odds: over the budget" in good(run("rulings", NEVER, "--jobs", 1))


# ---------------------------------------------------------------- simulate
def test_simulate_agrees_with_the_odds_where_nobody_chooses(run):
    exact, drawn = data(run("odds", SQUARE, "--json")), data(run("simulate", SQUARE, "-n", 40_000, "--json"))
    assert list(drawn) == [*KEYS, "n", "seed", "error", "intervals"]
    assert (drawn["method"], drawn["n"], drawn["states"], drawn["advice"]) == ("sampled", 40_000, None, [])
    for verdict, p in exact["results"].items():
        assert drawn["results"][verdict] == pytest.approx(p, abs=5 * (p * (1 - p) / 40_000) ** 0.5 + 1e-12)  # 5 sigma
        low, high = drawn["intervals"][verdict]
        assert low <= drawn["results"][verdict] <= high
    assert drawn["expected"]["rounds"] == pytest.approx(exact["expected"]["rounds"], abs=0.02)


def test_the_same_seed_draws_the_same(run):
    first, second, other = (data(run("simulate", LINES, "-n", 5_000, "--seed", s, "--json")) for s in (3, 3, 4))
    assert first["results"] == second["results"]
    assert first["results"] != other["results"]


def test_simulate_for_people(run):
    out = good(run("simulate", VOLLEY, "-n", 2_000))
    for expected in ("A wins", "Rifles", "sampled", "2,000 fights", "seed 1", "players choose at random"):
        assert expected in out


# ---------------------------------------------------------------- what could be known before the first die
@pytest.mark.parametrize("option", ["--log", "--record"])
def test_a_file_that_cannot_be_written_is_refused_before_the_fight(run, tmp_path, option):
    result = run("play", LINES, "--seed", 1, "--choose", "random", option, tmp_path / "nowhere" / "fight.md")
    assert result.exit_code == 2
    assert "cannot be written there" in result.output
    assert "Round 1" not in result.output


@pytest.mark.parametrize("command", [("play", LINES, "--choose", "random"), ("simulate", LINES)])
def test_a_seed_below_0_is_refused(run, command):
    result = run(*command, "--seed", -5)
    assert result.exit_code == 2
    assert "Traceback" not in result.output


def test_a_fight_with_dice_that_can_never_end_is_given_up(run, tmp_path, monkeypatch):
    """Six dice that hit on 7 and more: they are thrown again and again."""
    monkeypatch.setattr("coldsteel.kernel.play.MOST_ANSWERS", 50)
    fight = tmp_path / "endless.toml"
    text = Path(LINES).read_text(encoding="utf-8")
    fight.write_text(
        text.replace("[[sides]]", "[parameters]\nhit_base = 7\nhit_charge = 0\nhit_won = 0\n[[sides]]", 1),
        encoding="utf-8",
    )
    result = run("play", fight, "--seed", 1, "--choose", "random")
    assert result.exit_code == 3
    assert "it may never end" in result.output


def test_tables_nested_without_end_are_a_fault_of_the_file(run, tmp_path):
    fight = tmp_path / "deep.toml"
    fight.write_text('rulebook = "bayonet"\n' + ".".join(["a"] * 3_000) + " = 1\n", encoding="utf-8")
    result = run("check", fight)
    assert result.exit_code == 2
    assert "Traceback" not in result.output
