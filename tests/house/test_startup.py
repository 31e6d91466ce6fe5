"""The command line answers at once: what is slow to load isn't loaded before it is needed."""

import subprocess
import sys

SLOW = ("numpy", "scipy", "pydantic", "matplotlib")
LOADED = f"import sys; from coldsteel.cli import main; print(*[name for name in {SLOW} if name in sys.modules])"


def test_the_command_line_loads_nothing_slow():
    python = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=False)
    assert python.returncode == 0, python.stderr
    loaded = python.stdout.split()
    assert not loaded, f"coldsteel.cli loads {', '.join(loaded)}; see python -X importtime -c 'import coldsteel.cli'"
