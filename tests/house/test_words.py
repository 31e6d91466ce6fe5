"""No file ties the project to one machine or to one registry."""

import re
import subprocess

import pytest

from tests.house.sources import ROOT

# In two pieces each, so that this file passes its own test.
REGISTRIES = tuple(
    left + right
    for left, right in (
        ("py", "pi.org"),
        ("python", "hosted.org"),
        ("py", "pi.python.org"),
        ("registry.", "npmjs.org"),
        ("registry.", "yarnpkg.com"),
        ("conda.", "anaconda.org"),
        ("index.", "crates.io"),
        ("static.", "crates.io"),
        ("proxy.", "golang.org"),
        ("repo.", "maven.apache.org"),
    )
)
MACHINE_PATH = re.compile(r"(?<![\w.])/(?:work|root)/")
DOWNLOAD = re.compile(r"https?://\S+\.(?:whl|zip|tar\.gz|tar\.bz2|tgz)\b")
PIN = re.compile(r"[A-Za-z0-9][\w.-]*==[\w.]+")


def lines():
    """Every line of every text file that is tracked, or would be if added."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    for name in sorted(filter(None, listed.stdout.split("\0"))):
        try:
            text = (ROOT / name).read_text(encoding="utf-8")
        except (UnicodeDecodeError, FileNotFoundError, IsADirectoryError):
            continue
        for number, line in enumerate(text.splitlines(), 1):
            yield f"{name}:{number}", line


def test_no_registry_is_named():
    faults = [f"{place}: names {host}" for place, line in lines() for host in REGISTRIES if host in line.lower()]
    assert not faults, "\n".join(faults)


def test_no_path_of_one_machine_is_named():
    faults = [f"{place}: {line.strip()}" for place, line in lines() if MACHINE_PATH.search(line)]
    assert not faults, "\n".join(faults)


def test_no_download_address_is_named():
    faults = [f"{place}: {line.strip()}" for place, line in lines() if DOWNLOAD.search(line)]
    assert not faults, "\n".join(faults)


def test_the_pins_are_names_and_versions_only():
    pins = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    faults = [f"requirements.txt: {pin}" for pin in pins if not pin.startswith("#") and not PIN.fullmatch(pin)]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("path", ["work", "root"])
def test_a_path_is_told_from_a_word(path):
    assert MACHINE_PATH.search(f"see /{path}/x")
    assert MACHINE_PATH.search(f"file:///{path}/x")
    assert not MACHINE_PATH.search(f"at the table/{path}/x")
