"""A map is well-formed, to scale, says what it shows, and lets no name break out of it."""

import re
from xml.etree import ElementTree

import pytest

from coldsteel.battlefield.bases import Base, Place, Rectangle, Round
from coldsteel.battlefield.picture import svg
from coldsteel.battlefield.scene import Mark, Scene, Stroke, Token
from coldsteel.battlefield.table import OPEN, Piece, Table

NS = "{http://www.w3.org/2000/svg}"
POND = Piece("pond", ((8, 8), (12, 8), (12, 12), (8, 12)), impassable=True)
LINE = Token("Line", 0, Base(Rectangle(6, 2), Place(5, 5, 0)), "2 of 3")
SABRE = Token("Sabre", 1, Base(Round(0.5), Place(20, 10, 90)))


def drawn(*tokens, table=None, strokes=(), **given):
    scene = Scene("A <map> & more", "inch", table or Table(30, 20, (POND,)), tokens, strokes, **given)
    return ElementTree.fromstring(svg(scene))


def words(root):
    return [t.text for t in root.iter(f"{NS}text")]


def path_points(d):
    return [tuple(map(float, pair)) for pair in re.findall(r"(-?[\d.]+) (-?[\d.]+)", d)]


def test_everything_is_named():
    root = drawn(LINE, SABRE, strokes=(Stroke(Mark.CHARGE, ((5, 6), (20, 10)), "15.5"),), caption="Turn 2")
    shown = words(root)
    for word in ("A <map> & more", "Turn 2", "pond", "Line (2 of 3)", "Sabre", "15.5", "5 inches"):
        assert word in shown
    for key in ("side A", "side B", "impassable", "charge line"):
        assert key in shown
    assert root.get("aria-label") == "A <map> & more"


def test_shapes_are_to_scale():
    """30 inches are drawn 880 pixels wide at most, 20 inches high: 29.33 pixels an inch."""
    scale = 880 / 30
    root = drawn(SABRE, LINE)
    (circle,) = [c for c in root.iter(f"{NS}circle") if c.find(f"{NS}title") is not None]
    assert float(circle.get("r")) == pytest.approx(0.5 * scale, abs=0.06)
    assert float(circle.get("cx")) == pytest.approx(18 + 20 * scale, abs=0.06)
    (footprint,) = [p for p in root.iter(f"{NS}path") if p.find(f"{NS}title") is not None]
    corners = path_points(footprint.get("d"))
    assert max(x for x, _ in corners) - min(x for x, _ in corners) == pytest.approx(6 * scale, abs=0.11)
    assert max(y for _, y in corners) - min(y for _, y in corners) == pytest.approx(2 * scale, abs=0.11)


def test_what_faces_up_points_up():
    """The arrow head of a unit that faces 0 has its tip above its other corners, on the sheet: at a smaller y."""
    for facing, ahead in ((0, lambda tip, a: tip[1] < a[1]), (90, lambda tip, a: tip[0] > a[0])):
        root = drawn(Token("Line", 0, Base(Rectangle(6, 2), Place(15, 10, facing))))
        heads = [path_points(p.get("d")) for p in root.iter(f"{NS}path") if p.get("fill") == "#ffffff"]
        ((tip, *others),) = heads
        assert all(ahead(tip, a) for a in others)


def test_a_table_without_edges_shows_what_stands_there():
    root = drawn(Token("far", 0, Base(Round(0.5), Place(100, 100))), table=OPEN)
    (circle,) = [c for c in root.iter(f"{NS}circle") if c.find(f"{NS}title") is not None]
    assert 0 < float(circle.get("cx")) < float(root.get("width"))
    assert 0 < float(circle.get("cy")) < float(root.get("height"))


def test_the_lost_are_shadows():
    root = drawn(LINE, Token("dead", 1, Base(Round(0.5), Place(3, 15)), lost=True))
    (circle,) = [c for c in root.iter(f"{NS}circle") if c.find(f"{NS}title") is not None]
    assert circle.get("fill") == "none"
    assert "fell here" in words(root)


def test_names_do_not_lie_on_each_other():
    """Three models in a row: no two names share ground."""
    row = [Token(f"Number {k}", 0, Base(Round(0.5), Place(10 + k, 10))) for k in range(3)]
    root = drawn(*row)
    places = [(float(t.get("x")), float(t.get("y"))) for t in root.iter(f"{NS}text") if t.text.startswith("Number")]
    assert len(places) == 3
    for k, (x, y) in enumerate(places):
        assert all(abs(x - a) > 50 or abs(y - b) >= 14 for a, b in places[k + 1 :])


@pytest.mark.parametrize("x", [1, 29])
@pytest.mark.parametrize("narrow", [False, True])
def test_names_at_an_edge_do_not_run_off_the_sheet(x, narrow):
    name = "The Lord Lieutenant of the northern march and of the isles"
    text = svg(Scene("A", "inch", Table(30, 20), (Token(name, 0, Base(Round(0.5), Place(x, 10))),)), narrow=narrow)
    root = ElementTree.fromstring(text)
    (at,) = [float(t.get("x")) for t in root.iter(f"{NS}text") if t.text == name]
    half = min(len(name) * 6, float(root.get("width"))) / 2 - 10
    assert half <= at <= float(root.get("width")) - half


def test_no_outside_address_is_asked_for():
    text = svg(Scene("A", "inch", OPEN, (LINE,)))
    assert re.findall(r"https?://[^\"]*", text) == ["http://www.w3.org/2000/svg"]
    assert "href" not in text
