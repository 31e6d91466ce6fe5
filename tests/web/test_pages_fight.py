"""The page of a fight in a browser: every book fought to its end by two seats with an onlooker, taking back, refusals,
the map, the odds, keys alone, and a server that is killed in the middle."""

from __future__ import annotations

import json
import random
import re
import time
import urllib.request

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

WIDE, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
CONTROLS = ".cs-ask-box [data-keep]"
MOST_STEPS = 150


# ---------------------------------------------------------------- helpers
def asked(server, path, body=None, seat=""):
    """What the API answers."""
    headers = {"Content-Type": "application/json", **({"X-Seat": seat} if seat else {})}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(server.url + path, data, headers), timeout=20) as answer:
        return json.load(answer)


def fight_of(server, example, **settings):
    """A new fight: the addresses of its seats and of its onlookers, and its name."""
    links = asked(server, "/api/fights", {"example": example, **settings})
    return [f"/seat/{secret}" for secret in links["seats"]], f"/fight/{links['fight']}", links


def view_of(server, links):
    return asked(server, f"/api/fights/{links['fight']}")


def shows_turn(page, turn):
    page.wait_for_selector(f'.cs-ask[data-turn="{turn}"]', state="attached")


def lines_of(page):
    return page.locator(".cs-log > *").count()


def says_lines(page, n):
    page.wait_for_function("n => document.querySelectorAll('.cs-log > *').length === n", arg=n)


def can_answer(page):
    return page.locator(CONTROLS).count() > 0


def rolls(page):
    page.locator('[data-keep="roll"]').click()


def types(page, rng):
    """Types faces that such dice can show; now and then a throw that is made again excludes some."""
    n, die = map(int, re.findall(r"\d+", page.locator(".cs-need strong").inner_text())[:2])
    page.locator('[data-keep="faces"]').fill(" ".join(str(rng.randint(1, die)) for _ in range(n)))
    page.locator('[data-keep="enter"]').click()


def answers(page, rng, typed=False):
    """One answer through the page."""
    options = page.locator('[data-keep^="option "]')
    if options.count():
        options.nth(rng.randrange(options.count())).click()
    elif typed:
        types(page, rng)
    else:
        rolls(page)


def fought_out(server, links, seats, rng, typed=(), most=MOST_STEPS):
    """Has the seats answer through their pages to the end, or for so many answers; -> the last view."""
    for _ in range(most):
        view = view_of(server, links)
        if view["ended"]:
            return view
        for page in seats:
            shows_turn(page, view["turn"])
        able = [page for page in seats if can_answer(page)]
        assert len(able) == 1, "exactly one side is asked"
        side = seats.index(able[0])
        assert side == view["asks"][0]["side"]
        answers(able[0], rng, side in typed)
        until = time.monotonic() + 20
        while view_of(server, links)["turn"] == view["turn"]:
            if able[0].locator(".cs-alert").count():  # faces that this throw cannot show
                break
            assert time.monotonic() < until, "the answer has not come"
            time.sleep(0.03)
    return view_of(server, links)


# ---------------------------------------------------------------- every book to its end
@pytest.mark.parametrize(
    ("example", "languages", "over"),
    [
        ("bayonet/closing-volley", ("en", "pl", "ru"), "The fight is over."),
        ("skirmish/hedge", ("pl", "ru", "en"), "Walka skończona"),
        ("trench/raid", ("ru", "en", "pl"), "Бой окончен"),
        ("warband/duel-accepted", ("en", "ru", "pl"), "The fight is over."),
        ("wasteland/upper-floor", ("pl", "en", "ru"), "Walka skończona"),
    ],
    ids=lambda x: x.split("/")[0] if isinstance(x, str) and "/" in x else "",
)
def test_a_fight_of_every_book_is_fought_to_its_end_by_two_seats_and_followed(server, visit, example, languages, over):
    """One side types the faces of its dice on a phone, the other has them rolled on a wide screen."""
    (first, second), public, links = fight_of(server, example)
    one = visit(first, PHONE, language=languages[0])
    other = visit(second, WIDE, language=languages[1])
    onlooker = visit(public, WIDE, language=languages[2], dark=True)
    view = fought_out(server, links, [one, other], random.Random(5), typed=(0,))
    assert view["ended"]
    for page in (one, other, onlooker):
        shows_turn(page, view["turn"])
        page.wait_for_selector(".cs-result")
        says_lines(page, len(view["log"]))
        assert not can_answer(page)
    assert over.split()[0].casefold() in one.locator(".cs-ask h2").inner_text().casefold()
    for page, language in zip((one, other, onlooker), languages, strict=True):
        assert page.locator("html").get_attribute("lang") == language
    assert one.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), "the phone need not be scrolled"


EVIL = """
rulebook = "bayonet"
title = "<script>window.hit = 1</script> at dawn"
shows = "<img src=x onerror='window.hit = 2'>"
[[sides]]
name = "A"
[[sides.units]]
id = "<script>window.hit = 3</script>"
[[sides]]
name = "B"
[[sides.units]]
id = "Guard"
[[contacts]]
unit = "<script>window.hit = 3</script>"
enemy = "Guard"
"""


def test_a_title_and_a_name_with_markup_are_shown_as_text(server, visit):
    links = asked(server, "/api/fights", {"text": EVIL})
    for path in (f"/seat/{links['seats'][0]}", f"/fight/{links['fight']}"):
        page = visit(path)
        assert page.locator("h1").inner_text() == "<script>window.hit = 1</script> at dawn"
        assert page.title().startswith("<script>window.hit = 1</script> at dawn")
        assert "<script>window.hit = 3</script>" in page.locator(".cs-units").inner_text()
        assert page.evaluate("window.hit === undefined")


# ---------------------------------------------------------------- who may do what
def test_only_the_seat_that_is_asked_can_act(server, visit):
    (first, second), public, links = fight_of(server, "bayonet/big")
    view = view_of(server, links)
    pages = [visit(path) for path in (first, second, public)]
    for page in pages:
        shows_turn(page, view["turn"])
    assert [can_answer(page) for page in pages] == [True, False, False]
    assert pages[2].locator('[data-keep="undo"]').count() == 0


def test_two_windows_of_a_seat_that_roll_at_once_roll_once(server, visit):
    (first, _), _, links = fight_of(server, "bayonet/big")
    before = view_of(server, links)
    one, other = visit(first), visit(first)
    for page in (one, other):
        shows_turn(page, before["turn"])
    for page in (one, other):
        page.evaluate("document.querySelector('[data-keep=roll]').click()")
    for page in (one, other):
        shows_turn(page, before["turn"] + 1)
    time.sleep(0.3)
    assert view_of(server, links)["turn"] == before["turn"] + 1


def test_a_barred_option_tells_why_by_keys_with_its_clause(server, visit):
    (first, _), _, links = fight_of(server, "wasteland/five-against-five")
    page = visit(first, PHONE)
    barred = next(o for o in view_of(server, links)["asks"][0]["options"] if not o["legal"])
    reason = barred["reasons"][0]
    summary = page.locator(".cs-barred summary").first
    assert barred["label"] in summary.inner_text()
    assert not page.get_by_text(reason["text"]).first.is_visible()
    summary.focus()
    page.keyboard.press("Enter")
    page.get_by_text(reason["text"]).first.wait_for()
    page.locator(f'.cs-barred [data-clause="{reason["clause"]}"]').first.click()
    page.locator(".cs-clause-card").get_by_text(reason["clause"], exact=True).wait_for()


def test_faces_that_cannot_be_are_refused_and_stay_to_be_mended(server, visit):
    (first, _), _, links = fight_of(server, "bayonet/big", dice="typed")
    page = visit(first, PHONE)
    assert page.locator('[data-keep="roll"]').count() == 0, "these players roll real dice"
    field = page.locator('[data-keep="faces"]')
    field.fill("7 7 7")
    field.press("Enter")
    page.locator(".cs-alert").wait_for()
    assert field.input_value() == "7 7 7"
    assert view_of(server, links)["turn"] == int(page.locator(".cs-ask").get_attribute("data-turn"))


# ---------------------------------------------------------------- taking back
def test_past_a_roll_taking_back_needs_the_other_side(server, visit):
    (first, second), public, links = fight_of(server, "bayonet/big")
    one, other, onlooker = visit(first), visit(second, PHONE), visit(public)
    rng, view = random.Random(2), view_of(server, links)
    while not view["may_undo"]:
        view = fought_out(server, links, [one, other], rng, most=1)
    for page in (one, other, onlooker):
        shows_turn(page, view["turn"])
    for agreed in (False, True):
        one.locator('[data-keep="undo"]').click()
        onlooker.locator(".cs-wish").wait_for()
        assert onlooker.locator('[data-keep="agree"]').count() == 0
        assert one.locator('[data-keep="agree"]').count() == 0
        other.locator(f'[data-keep="{"agree" if agreed else "refuse"}"]').click()
        for page in (one, other, onlooker):
            page.locator(".cs-wish").wait_for(state="detached")
        assert onlooker.locator(".cs-log .cs-undone").count() == int(agreed)
    assert view_of(server, links)["may_undo"] < view["may_undo"]


# ---------------------------------------------------------------- keys alone
def test_a_step_by_keys_alone_keeps_the_focus_in_the_ask(server, visit):
    (first, _), _, links = fight_of(server, "skirmish/hedge")
    page = visit(first)
    turn = view_of(server, links)["turn"]
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.keep === 'roll'"):
            break
    page.keyboard.press("Enter")
    shows_turn(page, turn + 1)
    page.wait_for_function("document.querySelector('.cs-ask').contains(document.activeElement)")


def test_the_focus_stays_on_the_control_that_is_there_again(server, visit):
    """A seat that plays both sides rolls on and on with Enter."""
    (alone,), _, links = fight_of(server, "bayonet/big", alone=True)
    page = visit(alone)
    page.locator('[data-keep="roll"]').focus()
    for _ in range(3):
        turn = view_of(server, links)["turn"]
        page.keyboard.press("Enter")
        shows_turn(page, turn + 1)
        page.wait_for_function("document.activeElement.dataset.keep === 'roll'")


# ---------------------------------------------------------------- the map
def test_the_map_measures_by_taps_and_by_keys_and_tells_of_bases(server, visit):
    (first, _), _, _ = fight_of(server, "skirmish/hedge")
    page = visit(first, PHONE)
    says = page.locator(".cs-map-says")
    base = {name: page.locator(f'g.token[data-name="{name}"]') for name in ("Farmer", "Hunter", "Bandit")}
    base["Hunter"].click()
    assert "Hunter (A" in says.inner_text()
    assert "Hunter (A" in page.locator(".cs-units .cs-lit").inner_text()
    page.locator("[data-ruler]").click()
    base["Farmer"].click()
    base["Bandit"].click()
    page.wait_for_function("document.querySelector('.cs-map-says').textContent.includes('4.00 inches')")
    assert page.locator("line.cs-ruled").count() == 1
    page.locator(".cs-table-map").focus()
    for key in ("ArrowRight", "m", "ArrowRight", "m"):
        page.keyboard.press(key)
    page.wait_for_function("/\\d \\S+$/.test(document.querySelector('.cs-map-says').textContent)")


def shown(lines):
    """An upright line has no width, so a browser's own answer is no."""
    return lines.first.evaluate("e => getComputedStyle(e).display !== 'none'")


def test_the_lines_on_the_map_are_switched_and_stay_switched(server, visit):
    (first, _), _, _ = fight_of(server, "skirmish/hedge")
    page = visit(first)
    lines = page.locator('.cs-table-map path[data-mark="CHARGE"]')
    assert shown(lines)
    page.locator('[data-lines="CHARGE"]').uncheck()
    assert not shown(lines)
    before = page.locator(".cs-table-map svg").get_attribute("data-scale")
    page.get_by_role("button", name="Close up").click()
    page.wait_for_function("s => document.querySelector('.cs-table-map svg').dataset.scale !== s", arg=before)
    assert not shown(lines)


# ---------------------------------------------------------------- the odds and best play
def test_players_who_want_no_hints_are_reminded_and_onlookers_see_the_odds(server, visit):
    (first, _), public, _ = fight_of(server, "wasteland/five-against-five", hints="never")
    player, onlooker = visit(first), visit(public)
    for page in (player, onlooker):
        page.get_by_role("button", name="Work out the odds").click()
    player.get_by_text("have agreed on no hints").wait_for()
    onlooker.locator(".cs-verdict").wait_for()
    onlooker.get_by_text("Exact, best play").wait_for()
    assert onlooker.locator(".cs-choices .cs-bar").count() >= 2
    assert player.locator(".cs-verdict").count() == 0


def test_hints_stand_on_the_options_and_the_program_plays_its_side(server, visit):
    (first, _), _, links = fight_of(server, "wasteland/upper-floor", hints="always", best=[1])
    page = visit(first)
    page.locator(".cs-ask .cs-worth").get_by_text("worth").first.wait_for()
    rng, until = random.Random(3), time.monotonic() + 60
    while not page.locator(".cs-result").count():
        assert time.monotonic() < until, "the fight does not end"
        turn = page.locator(".cs-ask").get_attribute("data-turn")
        if can_answer(page):
            answers(page, rng)
        page.wait_for_function("t => document.querySelector('.cs-ask').dataset.turn !== t", arg=turn)
    assert view_of(server, links)["ended"]


# ---------------------------------------------------------------- kill -9
def test_a_server_killed_in_the_middle_loses_nothing_that_was_shown(server, visit):
    """The last test: it ends the server. The pages find the new one by themselves."""
    (first, second), public, links = fight_of(server, "bayonet/big")
    pages = [visit(first), visit(second, PHONE), visit(public)]
    rng = random.Random(9)
    view = fought_out(server, links, pages[:2], rng, most=3)
    for page in pages:
        shows_turn(page, view["turn"])
        says_lines(page, len(view["log"]))
    told = [page.locator(".cs-log").inner_text() for page in pages]
    for page in pages:
        page.evaluate("window.before = true")
    server.kill()
    server.start()
    for page, text in zip(pages, told, strict=True):
        page.wait_for_function("!window.before && window.did_handshake", timeout=60_000)
        shows_turn(page, view["turn"])
        page.wait_for_function("t => document.querySelector('.cs-log').innerText === t", arg=text)
    after = fought_out(server, links, pages[:2], rng, most=3)
    assert after["turn"] > view["turn"]
    shows_turn(pages[2], after["turn"])
