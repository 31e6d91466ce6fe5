"""The first page, a new fight from an example, a file and from scratch, and the map of a fight that is stated."""

import re
import tomllib
import urllib.request
from pathlib import Path

import pytest

from coldsteel import fights, rulebooks
from coldsteel.battlefield.board import place_all
from coldsteel.battlefield.sketch import sketch_svg
from coldsteel.web.pages.shapes import Schema, Wanted, at, drop_at, parse, set_at, skeleton, spell
from tests.web.conftest import PHONE, WIDE

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*/*.toml"))


# ---------------------------------------------------------------- without a browser
@pytest.mark.parametrize("book", rulebooks.BOOKS)
def test_a_fight_from_scratch_is_in_order(book):
    fight, faults = fights.examined(fights.scratch(book))
    assert faults == ()
    assert fight.rulebook.name == book


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_a_fight_written_as_toml_is_the_same_fight(path):
    values = fights.values_of(fights.load(path))
    again, faults = fights.received(fights.toml_of(values).encode())
    assert faults == ()
    assert fights.values_of(again) == values


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_every_value_of_an_example_is_spelled_and_read_back(path):
    fight = fights.load(path)
    schema = Schema(fights.schema(fight.rulebook))

    def walk(node, values):
        for name, w in schema.fields(node):
            if name not in values or values[name] is None:
                continue
            if w.kind == "table":
                walk(w.node, values[name])
            elif w.kind == "tables":
                for k, x in enumerate(values[name]):
                    walk(w.items[min(k, len(w.items) - 1)], x)
            elif w.kind in ("number", "text", "list", "words", "free"):
                assert parse(spell(values[name], w.depth), w) == values[name], name

    walk(schema.top, fights.values_of(fight))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_every_example_has_a_sketch_and_can_be_put_on_a_table(path):
    fight = fights.load(path)
    drawn = sketch_svg(fight.rulebook.sketch(fight.start))
    assert drawn.startswith("<svg")
    assert "NaN" not in drawn
    values = fights.values_of(fight)
    board = fight.rulebook.board(values)
    place_all(values, board)
    after = fight.rulebook.board(values)
    assert all(len(s.at) == s.wanted for s in after.stands)
    assert [s.name for s in after.stands] == [s.name for s in board.stands]


def test_what_makes_no_sense_is_no_place_on_a_board():
    """The board of values that are wrong leaves out what can't be drawn, and doesn't fail."""
    for book in rulebooks.BOOKS:
        read = rulebooks.rulebook(book).board
        for values in ({}, {"sides": 3, "units": "x"}, {"sides": [1, {"units": [{"x": "a", "y": None}]}]}):
            assert not any(s.at for s in read({"rulebook": book, **values}).stands)


def test_faults_know_their_place():
    values = fights.scratch("bayonet")
    values["sides"][1]["units"][0]["melee"] = 99
    values["orders"][0]["target"] = "Nobody"
    _, faults = fights.examined(values)
    keys = {f.key for f in faults}
    assert ("sides", 1, "units", 0, "melee") in keys
    assert ("orders", 0, "target") in keys


def test_a_new_entry_has_what_it_needs():
    schema = Schema(fights.schema(rulebooks.rulebook("warband")))
    unit = dict(schema.fields(schema.top))["units"].items[0]
    new = skeleton(schema, unit, 3)
    assert (new["id"], new["controller"]) == ("New 3", "")
    assert set(new["models"][0]) == {"name", "weapon_skill", "agility", "strength", "toughness", "willpower"}


def test_values_are_put_and_dropped_by_key():
    values = {"sides": [{"units": []}]}
    set_at(values, ("rulings", "x"), True)
    set_at(values, ("sides", 0, "name"), "A")
    assert values == {"sides": [{"units": [], "name": "A"}], "rulings": {"x": True}}
    drop_at(values, ("rulings", "x"))
    assert at(values, ("rulings", "x")) is None
    assert at(values, ("sides", 5, "name")) is None


@pytest.mark.parametrize(
    ("text", "kind", "depth", "numeric", "value"),
    [
        ("4", "number", 0, True, 4),
        ("4.5", "number", 0, True, 4.5),
        ("four", "number", 0, True, "four"),
        ("1, 2\n3 4.5", "list", 2, True, [[1, 2], [3, 4.5]]),
        ("0, 0; 1, 0; 1, 1", "list", 3, True, [[[0, 0], [1, 0], [1, 1]]]),
        ("sword\nlong spear", "list", 1, False, ["sword", "long spear"]),
        ("d6+1", "free", 0, False, "d6+1"),
        ("2, 1", "free", 1, True, [2, 1]),
        ("Red = win\nBlue = losses", "words", 0, False, {"Red": "win", "Blue": "losses"}),
    ],
)
def test_text_is_read(text, kind, depth, numeric, value):
    assert parse(text, Wanted(kind, {}, depth=depth, numeric=numeric)) == value


# ---------------------------------------------------------------- the first page
def test_home_shows_examples_of_every_book_and_filters_them(visit):
    page = visit("/")
    for book in rulebooks.BOOKS:
        assert page.locator(f"[data-example^='{book}/']").count() >= 8
    page.get_by_role("button", name="trench", exact=True).click()
    page.wait_for_function("!document.querySelector(\"[data-example^='bayonet/']\").checkVisibility()")
    assert page.locator("[data-example^='trench/']").first.is_visible()
    assert page.get_by_role("button", name="trench", exact=True).get_attribute("aria-pressed") == "true"


def test_the_picture_of_an_example_is_a_map_or_a_sketch(server):
    for name, mark in (("bayonet/village", 'class="token"'), ("bayonet/garrison", 'class="cs-sketch"')):
        with urllib.request.urlopen(f"{server.url}/api/examples/{name}/map.svg") as answer:
            assert answer.headers["content-type"] == "image/svg+xml"
            assert mark in answer.read().decode()


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_an_example_is_set_up_and_its_links_are_shown_once(visit, server, size):
    page = visit("/", size)
    page.locator("[data-example='bayonet/garrison']").click()
    page.wait_for_url("**/new?example=bayonet/garrison")
    page.get_by_text("One person plays all sides").click()
    page.get_by_text("Always, beside every option").click()
    page.get_by_text("You roll real dice").click()
    page.get_by_role("button", name="Set up the fight").click()
    page.wait_for_selector(".cs-link")
    links = page.locator(".cs-link input").evaluate_all("all => all.map(x => x.value)")
    assert len(links) == 2
    assert links[0].startswith(f"{server.url}/seat/")
    page.get_by_role("button", name=re.compile("^Copy: All sides")).click()
    page.wait_for_selector("text=Copied")
    seat = visit(links[0].removeprefix(server.url), size)
    assert seat.get_by_role("heading", name="The farm on the crossroads").is_visible()
    home = visit("/")
    assert home.locator(".cs-saved").get_by_text("The farm on the crossroads").first.is_visible()
    page.reload()
    assert page.locator(".cs-link").count() == 0


def test_against_best_play_only_one_side_gets_a_link(visit):
    page = visit("/new?example=bayonet/line-against-line")
    page.get_by_text("You play B against best play").click()
    page.get_by_role("button", name="Set up the fight").click()
    page.wait_for_selector(".cs-link")
    assert page.locator(".cs-link label").all_inner_texts() == ["Side B", "Onlookers, everybody may have it"]


def test_what_is_not_there_is_said(visit):
    page = visit("/new?draft=nothing")
    assert page.get_by_text("There is no such fight here").is_visible()


# ---------------------------------------------------------------- files
def test_a_bad_file_comes_back_with_every_fault_and_is_set_right_in_the_form(visit, tmp_path):
    path = tmp_path / "bad.toml"
    text = EXAMPLES[0].parent.joinpath("line-against-line.toml").read_text("utf-8")
    path.write_text(text.replace("[[sides]]", "[[sides]]\nwho = 1", 1).replace('name = "A"', 'name = "A"', 1), "utf-8")
    page = visit("/")
    page.get_by_label("A fight file (TOML)").set_input_files(path)
    page.get_by_role("button", name="Check and set up").click()
    page.wait_for_selector("#refused")
    row = page.locator(".cs-faults tbody tr").first.inner_text()
    assert "who" in row
    assert "unknown field" in row
    assert re.match(r"\d+", row)
    page.get_by_text("Set it right in the form").click()
    page.wait_for_url("**/form?draft=*")
    page.get_by_role("button", name="Check").click()
    page.wait_for_selector(".cs-found li")
    unknown = page.locator(".cs-unknown")
    assert "unknown field" in unknown.locator(".cs-fault").inner_text()
    unknown.get_by_role("button", name="Remove").click()
    page.get_by_role("button", name="Play").click()
    page.wait_for_url("**/new?draft=*")


def test_a_file_that_makes_no_sense_is_shown_in_the_form_all_the_same(visit, tmp_path):
    for k, wrong in enumerate(("sides = 3", "sides = [1, { units = [4, { id = 5, cover_sides = 6 }] }]\norders = 'x'")):
        path = tmp_path / f"{k}.toml"
        path.write_text(f"rulebook = 'bayonet'\n{wrong}\nrulings = 2\nwhen = 2020-01-01\n", "utf-8")
        page = visit("/")
        page.get_by_label("A fight file (TOML)").set_input_files(path)
        page.get_by_role("button", name="Check and set up").click()
        page.get_by_text("Set it right in the form").click()
        page.get_by_role("button", name="Check").click()
        page.wait_for_selector(".cs-found li")
        page.get_by_label("Title", exact=True).fill("Nonsense")
        page.get_by_role("button", name="JSON").click()


def test_a_file_that_is_no_fight_is_refused(visit, tmp_path):
    for name, raw in (("noise.toml", b"\xff\xfe\x00"), ("long.toml", b"#" * 1_200_000), ("empty.toml", b"")):
        path = tmp_path / name
        path.write_bytes(raw)
        page = visit("/")
        page.get_by_label("A fight file (TOML)").set_input_files(path)
        page.get_by_role("button", name="Check and set up").click()
        page.wait_for_selector("#refused .cs-faults tbody tr")


def test_a_good_file_goes_on_to_its_settings(visit, server):
    page = visit("/")
    page.get_by_label("A fight file (TOML)").set_input_files(EXAMPLES[0].parent / "line-against-line.toml")
    page.get_by_role("button", name="Check and set up").click()
    page.wait_for_url("**/new?draft=*")
    page.get_by_role("button", name="Set up the fight").click()
    file = page.get_by_role("link", name="Fight file (TOML)").get_attribute("href")
    with urllib.request.urlopen(server.url + file) as answer:
        assert tomllib.loads(answer.read().decode())["title"] == "Line against line"


# ---------------------------------------------------------------- forms
@pytest.mark.parametrize("book", rulebooks.BOOKS)
def test_a_fight_from_scratch_is_played(visit, book):
    page = visit(f"/form?book={book}", PHONE)
    page.get_by_label("Title", exact=True).fill(f"From scratch, {book}")
    page.get_by_role("button", name="Play").click()
    page.wait_for_url("**/new?draft=*")
    assert page.get_by_role("heading", name=f"From scratch, {book}").is_visible()


def test_a_fault_is_shown_at_its_field_even_where_that_is_folded_away(visit):
    page = visit("/form?book=bayonet")
    page.get_by_label("Melee", exact=True).first.fill("99")
    page.get_by_role("button", name="Check").click()
    page.wait_for_selector(".cs-found li")
    field = page.locator(".cs-field", has=page.get_by_label("Melee", exact=True)).first
    assert "out of range" in field.locator(".cs-fault").inner_text()
    assert "from 0 to 12" in field.locator(".cs-fault").inner_text()
    page.locator(".cs-jump").first.click()
    page.wait_for_function("document.activeElement.getAttribute('aria-label') === 'Melee'")
    page.keyboard.press("Control+A")
    page.keyboard.type("6")
    page.get_by_text("Parameters").click()
    page.get_by_label("Hit base", exact=True).fill("x")
    page.get_by_text("Parameters").click()
    page.get_by_role("button", name="Check").click()
    page.wait_for_selector("text=parameters.hit_base")
    assert page.get_by_label("Hit base", exact=True).is_visible()


def test_entries_are_added_copied_and_removed_and_a_reload_keeps_them(visit):
    page = visit("/form?book=trench")
    page.get_by_role("button", name="Add to groups").first.click()
    page.wait_for_selector("text=New 2")
    page.get_by_role("button", name="Copy").first.click()
    page.wait_for_selector("text=First Section 2")
    page.wait_for_url("**/form?draft=*")
    page.reload()
    page.wait_for_selector("text=First Section 2")
    page.get_by_text("New 2", exact=True).click()
    page.get_by_role("button", name="Remove").last.click()
    page.wait_for_selector("text=First Section 2")


def test_the_form_is_downloaded_as_toml_and_json(visit):
    page = visit("/form?example=warband/marauders")
    for name, ending in (("TOML", "toml"), ("JSON", "json")):
        with page.expect_download() as download:
            page.get_by_role("button", name=name).click()
        assert download.value.suggested_filename == f"marauders-among-the-dead.{ending}"
        if ending == "toml":
            fight, faults = fights.received(Path(download.value.path()).read_bytes())
            assert faults == ()
            assert fight.title == "Marauders among the dead"


# ---------------------------------------------------------------- the map
def _place(page, name):
    token = page.locator(f"g.token[data-name='{name}']").first
    return tuple(float(token.get_attribute(f"data-{k}")) for k in ("x", "y", "facing"))


def _moved(page, name, before):
    page.wait_for_function(
        "([name, x, y, f]) => { const d = document.querySelector(`g.token[data-name='${name}']`).dataset;"
        " return +d.x !== x || +d.y !== y || +d.facing !== f }",
        arg=[name, *before],
    )
    return _place(page, name)


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_base_is_dragged_and_its_fields_follow(visit, size):
    page = visit("/form?example=bayonet/village", size)
    token = page.locator("g.token[data-name='Fusiliers']")
    token.scroll_into_view_if_needed()
    before = _place(page, "Fusiliers")
    box = token.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y + 15, steps=4)
    page.mouse.up()
    after = _moved(page, "Fusiliers", before)
    assert after[0] > before[0]
    assert after[1] < before[1]
    assert float(page.get_by_label("X", exact=True).first.input_value()) == after[0]


def test_a_base_is_dragged_by_a_finger_without_scrolling_the_page(visit):
    page = visit("/form?example=wasteland/yard", PHONE)
    token = page.locator("g.token[data-name='Smith'][tabindex]")
    token.scroll_into_view_if_needed()
    before, scrolled = _place(page, "Smith"), page.evaluate("scrollY")
    box, touch = token.bounding_box(), page.context.new_cdp_session(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for kind, at_ in (
        ("touchStart", [(x, y)]),
        *(("touchMove", [(x - 9 * k, y + 6 * k)]) for k in range(1, 5)),
        ("touchEnd", []),
    ):
        points = [{"x": a, "y": b} for a, b in at_]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    assert _moved(page, "Smith", before)[0] < before[0]
    assert page.evaluate("scrollY") == scrolled


def test_a_base_is_moved_and_turned_and_measured_by_keys(visit):
    page = visit("/form?example=bayonet/village")
    page.locator("g.token[data-name='Fusiliers'][tabindex]").focus()
    before = _place(page, "Fusiliers")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowUp")
    after = _moved(page, "Fusiliers", before)
    assert after == (before[0] + 0.5, before[1] + 0.1, before[2])
    page.wait_for_function("document.activeElement.getAttribute('data-name') === 'Fusiliers'")
    page.keyboard.press("]")
    assert _moved(page, "Fusiliers", after)[2] == before[2] + 15
    page.wait_for_function("document.activeElement.getAttribute('data-name') === 'Fusiliers'")
    page.keyboard.press("m")
    page.locator("g.token[data-name='Voltigeurs']").focus()
    page.keyboard.press("m")
    page.wait_for_selector("text=/Fusiliers – Voltigeurs – [0-9.]+ inches/")


def test_a_base_is_turned_by_its_knob_and_points_are_measured(visit):
    page = visit("/form?example=bayonet/village")
    page.locator("g.token[data-name='Fusiliers'][tabindex]").focus()
    before = _place(page, "Fusiliers")
    knob = page.locator(".cs-knob circle").bounding_box()
    x, y = knob["x"] + knob["width"] / 2, knob["y"] + knob["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 90, y - 60, steps=5)
    page.mouse.up()
    assert _moved(page, "Fusiliers", before)[:2] == before[:2]
    page.get_by_role("button", name="Measure").click()
    board = page.locator(".cs-map svg").bounding_box()
    for share in (0.3, 0.6):
        page.mouse.click(board["x"] + board["width"] * share, board["y"] + board["height"] * 0.7)
    page.wait_for_selector("text=/^[0-9.]+ inches$/")


@pytest.mark.parametrize("book", rulebooks.BOOKS)
def test_a_fight_from_scratch_is_put_on_the_table(visit, book):
    page = visit(f"/form?book={book}")
    page.get_by_role("button", name="Put all on the table").click()
    page.wait_for_selector("g.token[tabindex]")
    unit = {"warband": "metre", "wasteland": "step"}.get(book, "inch")
    assert page.locator(".cs-map svg").get_attribute("data-unit") == unit
    page.get_by_role("button", name="Clear the table").click()
    page.wait_for_selector("text=Nobody stands on the table")


def test_a_reader_of_polish_and_of_russian_is_served(visit):
    for language in ("pl", "ru"):
        page = visit("/", language=language)
        assert page.locator("html").get_attribute("lang") == language
