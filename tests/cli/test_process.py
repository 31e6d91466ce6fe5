"""The command line as a process: what it loads, how it is stopped, where its output goes."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples" / "bayonet"
HEAVY = ("numpy", "scipy", "matplotlib")
MAIN = "from coldsteel.cli import main; main()"
LOADED = f"""
import sys
sys.argv = ["coldsteel", *sys.argv[1:]]
from coldsteel.cli import main
try:
    main()
finally:
    print(*[name for name in ("pydantic", *{HEAVY}) if name in sys.modules], file=sys.stderr)
"""
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")


def environment(**more):
    kept = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "FORCE_COLOR", "PYTHONIOENCODING")}
    return {**kept, "NO_COLOR": "1", **more}


def ran(*args, code=MAIN, **more):
    command = [sys.executable, "-c", code, *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, env=environment(**more), timeout=120, check=False)


def stopped(*args, after):
    """Starts a command, presses Ctrl-C after so many seconds; -> exit code, output, errors, seconds until its end."""
    # A process started in the background may have been told to ignore Ctrl-C; this one has not.
    code = f"import signal; signal.signal(signal.SIGINT, signal.default_int_handler); {MAIN}"
    command = [sys.executable, "-c", code, *map(str, args)]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(), start_new_session=True
    )
    time.sleep(after)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all of them
    began = time.perf_counter()
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err, time.perf_counter() - began


# ---------------------------------------------------------------- what is loaded
def test_help_loads_nothing_slow():
    assert ran("--help", code=LOADED).stderr.split() == []


WITHOUT_PLACES = [p for p in EXAMPLES.glob("*.toml") if "\nx = " not in p.read_text(encoding="utf-8")]
"""Places have to be looked at with shapes."""


@pytest.mark.parametrize(
    "args",
    [
        ("--version",),
        ("odds", "--help"),
        ("check", *WITHOUT_PLACES),
        ("rules", "bayonet", "34"),
        ("schema", "bayonet"),
        ("play", EXAMPLES / "line-against-line.toml", "--seed", 7, "--choose", "random"),
    ],
    ids=lambda args: str(args[0]),
)
def test_what_needs_no_arrays_loads_none(args):
    result = ran(*args, code=LOADED)
    assert result.returncode == 0
    assert set(result.stderr.split()) <= {"pydantic"}  # typer reads options by it


# ---------------------------------------------------------------- where it goes
def test_a_reader_that_goes_away_is_no_fault():
    command = [sys.executable, "-c", MAIN, "rules", "bayonet"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    _, err = process.communicate(timeout=60)
    assert err == b""


def test_a_console_without_box_drawing():
    result = ran("odds", EXAMPLES / "line-against-line.toml", PYTHONIOENCODING="ascii")
    assert result.returncode == 0
    assert result.stdout.isascii()
    assert "####" in result.stdout


def test_a_narrow_console_loses_nothing():
    result = ran("odds", EXAMPLES / "cavalry-against-square.toml", COLUMNS="40")
    assert result.returncode == 0
    assert "casualties" in result.stdout
    assert "disordered" in result.stdout


def test_colour_only_where_it_is_wanted():
    path = EXAMPLES / "line-against-line.toml"
    assert "\x1b[" not in ran("odds", path).stdout
    kept = {k: v for k, v in environment(FORCE_COLOR="1", TERM="xterm").items() if k != "NO_COLOR"}
    command = [sys.executable, "-c", MAIN, "odds", str(path)]
    coloured = subprocess.run(command, capture_output=True, text=True, env=kept, timeout=120, check=False)
    assert "\x1b[" in coloured.stdout


# ---------------------------------------------------------------- Ctrl-C
def three_pairs(folder):
    """A fight that takes long: three large battalions against three."""
    text = (EXAMPLES / "big.toml").read_text()
    text = text.replace('[[sides]]\nname = "B"', '[[sides.units]]\nid = "Third"\n[[sides]]\nname = "B"')
    text = text.replace('[[contacts]]\nunit = "Guard"', '[[sides.units]]\nid = "Fourth"\n[[contacts]]\nunit = "Guard"')
    path = folder / "huge.toml"
    path.write_text(text + '[[contacts]]\nunit = "Third"\nenemy = "Fourth"\n')
    return path


@POSIX
def test_ctrl_c_ends_odds_and_says_what_was_reached(tmp_path):
    code, out, err, seconds = stopped("odds", three_pairs(tmp_path), "--max-states", 10**9, after=4)
    assert code == 130
    assert out == ""
    assert err.startswith("Stopped at ")
    assert "states" in err
    assert "Traceback" not in err
    assert seconds < 20


@POSIX
def test_ctrl_c_keeps_the_rulings_that_are_done():
    code, out, err, seconds = stopped("rulings", EXAMPLES / "front-and-flank.toml", "--jobs", 2, after=10)
    assert code == 130, err
    assert "Traceback" not in err
    assert "Stopped" in err
    assert seconds < 10
    if "Stopped after" in err:  # on a slow machine it has not come so far
        assert "As it stands, win for A is" in out


@POSIX
def test_ctrl_c_keeps_the_record_of_a_fight(tmp_path):
    record = tmp_path / "fight.jsonl"
    code, _, err, _ = stopped("play", EXAMPLES / "closing-volley.toml", "--typed", "--record", record, after=4)
    assert code in (2, 130), err  # nobody is there to type: it may have ended by itself
    assert '"rulebook": "bayonet"' in record.read_text()


def test_the_package_runs_as_a_module():
    command = [sys.executable, "-m", "coldsteel", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(), timeout=120, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, ran("--version").stdout, "")
