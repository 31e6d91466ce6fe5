"""`locate.lines` finds what `tomllib` reads, where it stands."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coldsteel.fights.locate import lines


def places(data, here=()):
    """Every place of a document that `tomllib` has read."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return {here for _ in [0] if here} | {key for name, x in inner for key in places(x, (*here, name))}


CASES = {
    "tables": 'a = 1\n[b]\nc = "x" # comment = 1\n[b.d]\ne = 2\n',
    "arrays of tables": "[[a]]\nx = 1\n[[a]]\n[[a.b]]\ny = 3\n[[a.b]]\ny = 4\n[a.c]\nz = 5\n[[a]]\n[[a.b]]\ny = 6\n",
    "dotted keys": 'a.b.c = 1\na . "b" . d = 2\n"x.y".z = 3\n\'q\\r\'=4\n',
    "inline tables": 'a = { b = 1, c = { d = "}, x = 1" }, e = [ { f = 1 }, { f = "]" } ] } # }\nz = {}\n',
    "arrays over lines": "a = [\n  1, # one ]\n  [ \"x,\", 'y]' ],\n\n  { b = 2 },\n]\nc = 3\n",
    "multi-line strings": 'a = """\nb = 1\n[c]\n\\""" d = 2 """\ne = \'\'\'\nf = """\n\'\'\'\ng = """""""\n',
    "strings that end in quotes": 'h = """a""\\\n  """""\ni = ""\nj = 4\n',
    "quotes": 'a = \'it is # no comment\'\nb = "\\"# \\\\"\n"c\\"\\u00e9" = 1\n"" = 2\n',
    "scalars": "a = 1979-05-27 07:32:00 # date\nb = [1.5e3,+inf, 0xff]\nc = {d=true,e=false}\n",
    "line ends": "a = 1\r\n\r\n[b]\r\nc = [\r\n 1,\r\n 2]\r\nd = 3",
    "nothing": "# only a comment",
}


@pytest.mark.parametrize("text", CASES.values(), ids=CASES)
def test_every_place_is_found_and_no_other(text):
    assert set(lines(text)) == places(tomllib.loads(text))


def test_lines_are_those_of_the_text():
    sides = '[[sides]]\nname = "A"\n[[sides.units]]\nid = "1"\nx = [\n 1,\n 2]\n[[sides]]\nname = "B"\n'
    found = lines('# head\ntitle = "x"\n' + sides)
    assert found[("title",)] == 2
    assert found["sides", 0] == 3
    assert found["sides", 0, "units", 0, "id"] == 6
    assert (found["sides", 0, "units", 0, "x", 0], found["sides", 0, "units", 0, "x", 1]) == (8, 9)
    assert found["sides", 1, "name"] == 11


# ---------------------------------------------------------------- random documents, each key on a line of its own
names = st.text("ab-_1", min_size=1, max_size=3) | st.text(max_size=4)
texts = st.text(max_size=12) | st.sampled_from(["]", "}", "#", "a = 1", "\n[x]\n", '"""', "'''", "\\", "="])
scalars = st.integers(-9, 9) | st.booleans() | texts | st.floats(allow_nan=False, allow_infinity=False)
flat = st.recursive(scalars, lambda x: st.lists(x, max_size=3) | st.dictionaries(names, x, max_size=3), max_leaves=8)
tables = st.recursive(
    st.dictionaries(names, flat, max_size=4),
    lambda t: st.dictionaries(names, flat | t | st.lists(t, min_size=1, max_size=3), max_size=4),
    max_leaves=6,
)


def quoted(text):
    return '"' + "".join(c if " " <= c <= "~" and c not in '"\\' else f"\\U{ord(c):08x}" for c in text) + '"'


def over_lines(text):
    return f'"""\n{quoted(text)[1:-1]}\\\n  """'.replace("\\U0000000a", "\n")


class Writer:
    """Writes a document and remembers on which line each key of a table went."""

    def __init__(self, draw):
        self.draw, self.out, self.at = draw, [], {}

    def text(self, x):
        return self.draw(st.sampled_from([quoted, over_lines]))(x)

    def value(self, x):
        if isinstance(x, bool):
            return str(x).lower()
        if isinstance(x, str):
            return self.text(x)
        if isinstance(x, list):
            gap = self.draw(st.sampled_from([", ", " ,\n  ", ", # ] }\n"]))
            return "[" + gap.join(map(self.value, x)) + self.draw(st.sampled_from(["", "\n"])) + "]"
        if isinstance(x, dict):
            return "{ " + ", ".join(f"{self.key(k)} = {self.value(v)}" for k, v in x.items()) + " }"
        return repr(x)

    def key(self, k):
        bare = k and all(c.isascii() and (c.isalnum() or c in "-_") for c in k)
        return k if bare and self.draw(st.booleans()) else quoted(k)

    def line(self, key, text):
        self.at[key] = "\n".join(self.out).count("\n") + 1 + bool(self.out)
        self.out.append(text)

    def table(self, data, here, path):
        later = []
        for k, x in data.items():
            tables_only = isinstance(x, list) and x and all(isinstance(y, dict) for y in x)
            if (isinstance(x, dict) or tables_only) and self.draw(st.booleans()):
                later.append((k, x))
            else:
                self.line((*here, k), f"{self.key(k)} = {self.value(x)}")
        for k, x in later:
            name = f"{path}.{self.key(k)}" if path else self.key(k)
            if isinstance(x, dict):
                self.line((*here, k), f"[ {name} ] # [")
                self.table(x, (*here, k), name)
            else:
                for n, y in enumerate(x):
                    self.line((*here, k, n), f"[[{name}]]")
                    self.table(y, (*here, k, n), name)


@given(st.data())
def test_random_documents(data):
    document = data.draw(tables)
    writer = Writer(data.draw)
    writer.table(document, (), "")
    text = "\n".join(writer.out)
    assert tomllib.loads(text) == document
    found = lines(text)
    assert set(found) == places(document)
    assert {key: found[key] for key in writer.at} == writer.at
