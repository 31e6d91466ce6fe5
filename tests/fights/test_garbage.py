"""Whatever a file holds, the answer is a list of faults, never an exception."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from coldsteel.fights import Fault, check

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*/*.toml"))
TEXTS = [path.read_text(encoding="utf-8") for path in EXAMPLES]
VALUES = [
    "-1",
    "99",
    "0.5",
    "nan",
    "true",
    '"x"',
    '""',
    "[]",
    "{}",
    "[[1]]",
    "{ id = 1 }",
    "1979-05-27",
    "'A'",
    '"garrison"',
]


def checked(folder, raw):
    path = folder / "fight.toml"
    path.write_bytes(raw)
    faults = check(path)
    assert all(isinstance(f, Fault) and str(f) and "\n" not in str(f) for f in faults)
    return faults


@given(st.binary(max_size=60))
def test_any_bytes(tmp_path_factory, raw):
    checked(tmp_path_factory.getbasetemp(), raw)


@given(st.sampled_from(TEXTS), st.data())
def test_a_fight_with_lines_lost_doubled_and_changed(tmp_path_factory, text, data):
    lines = text.splitlines()
    for _ in range(data.draw(st.integers(1, 4))):
        k = data.draw(st.integers(0, len(lines) - 1))
        change = data.draw(st.sampled_from(["lose", "double", "value", "name"]))
        name, equals, _ = lines[k].partition(" = ")
        if change == "lose":
            del lines[k]
        elif change == "double":
            lines.insert(k, lines[k])
        elif equals and change == "value":
            lines[k] = f"{name} = {data.draw(st.sampled_from(VALUES))}"
        elif equals:
            lines[k] = lines[k].replace(name, name + "s")
        if not lines:
            break
    checked(tmp_path_factory.getbasetemp(), "\n".join(lines).encode())
