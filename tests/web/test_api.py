"""The HTTP API: the same checks as the pages, right status codes, no secret where it does not belong."""

import json
import logging
import time
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from coldsteel.errors import RecordError, StoreError
from coldsteel.kernel import record
from coldsteel.rulebooks import BOOKS
from coldsteel.store.store import Store
from coldsteel.web.app import create_app
from coldsteel.web.live import Lives
from coldsteel.web.table import Table

EXAMPLES = Path(__file__).parents[2] / "examples"
VOLLEY = (EXAMPLES / "bayonet" / "closing-volley.toml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    store = Store(f"sqlite:///{tmp_path_factory.mktemp('api') / 'fights.db'}")
    with TestClient(create_app(Table(store, folder=EXAMPLES), pages=False)) as made:
        yield made


def made(client, **given):
    given = {"text": VOLLEY} if not given.keys() & {"text", "example"} else {} | given
    found = client.post("/api/fights", json=given)
    assert found.status_code == 201, found.text
    links = found.json()
    return links["fight"], links["seats"]


def view(client, fight, secret=None):
    return client.get(f"/api/fights/{fight}", headers={"X-Seat": secret} if secret else {}).json()


def answer(client, fight, seats, shown):
    """Answers what is asked, by the seat whose ask it is, with the first legal option."""
    ask = shown["asks"][0]
    head = {"X-Seat": seats[ask["side"]]}
    if ask["kind"] == "dice":
        return client.post(f"/api/fights/{fight}/throws", json={"turn": shown["turn"]}, headers=head)
    number = next(o["number"] for o in ask["options"] if o["legal"])
    body = {"turn": shown["turn"], "number": number}
    return client.post(f"/api/fights/{fight}/choices", json=body, headers=head)


def to(client, fight, seats, kind):
    while (shown := view(client, fight))["asks"][0]["kind"] != kind:
        assert answer(client, fight, seats, shown).status_code == 200
    return shown


def test_books_and_their_clauses(client):
    books = client.get("/api/books").json()
    assert [b["name"] for b in books] == list(BOOKS)
    for b in books:
        clauses = client.get(f"/api/books/{b['name']}/clauses").json()
        assert len(clauses) == b["clauses"] > 50
        assert client.get(f"/api/books/{b['name']}/schema").json()["type"] == "object"
    assert client.get("/api/books/chess").status_code == 404


def test_examples_can_be_played(client):
    names = {e["name"]: e for e in client.get("/api/examples").json()}
    assert names["bayonet/garrison"]["shows"]
    fight, seats = made(client, example="bayonet/garrison")
    assert len(seats) == 2
    assert view(client, fight)["title"] == names["bayonet/garrison"]["title"]
    assert client.post("/api/fights", json={"example": "bayonet/nothing"}).status_code == 404
    assert client.post("/api/fights", json={}).status_code == 422


def test_a_bad_file_gives_all_its_faults(client):
    bad = VOLLEY.replace("attack_column", "attack_colum")
    found = client.post("/api/check", json={"text": bad}).json()
    assert not found["ok"]
    assert all(f["line"] and f["field"] and f["allowed"] for f in found["faults"])
    refused = client.post("/api/fights", json={"text": bad})
    assert refused.status_code == 422
    assert len(refused.json()["reasons"]) == len(found["faults"])
    assert client.post("/api/check", json={"text": VOLLEY}).json()["ok"]


def test_a_fight_is_played_to_its_end(client):
    fight, seats = made(client, text=VOLLEY)
    for _ in range(300):
        shown = view(client, fight)
        if shown["ended"]:
            break
        assert answer(client, fight, seats, shown).status_code == 200
    assert shown["ended"]
    assert dict(shown["result"])["outcome"]
    kept = record.parsed(client.get(f"/api/fights/{fight}/record").text)
    assert kept.end is not None
    for form in ("md", "html", "bbcode", "txt", "json"):
        assert shown["title"] in client.get(f"/api/fights/{fight}/log", params={"form": form}).text
    assert client.get(f"/api/fights/{fight}/file").json()["rulebook"] == "bayonet"


def test_typed_dice(client):
    fight, seats = made(client, text=VOLLEY, dice="typed")
    shown = to_typed(client, fight, seats)
    ask = shown["asks"][0]
    head, address = {"X-Seat": seats[ask["side"]]}, f"/api/fights/{fight}/throws"
    assert client.post(address, json={"turn": shown["turn"]}, headers=head).status_code == 422
    wrong = client.post(address, json={"turn": shown["turn"], "faces": [ask["die"] + 1] * ask["n"]}, headers=head)
    assert wrong.status_code == 422
    assert f"d{ask['die']}" in wrong.json()["detail"]
    right = client.post(address, json={"turn": shown["turn"], "faces": [1] * ask["n"]}, headers=head)
    assert right.json()["turn"] == shown["turn"] + 1


def to_typed(client, fight, seats):
    while (shown := view(client, fight))["asks"][0]["kind"] != "dice":
        assert answer(client, fight, seats, shown).status_code == 200
    return shown


def test_no_seat_acts_for_another(client):
    fight, seats = made(client, text=VOLLEY)
    other_fight, others = made(client, text=VOLLEY)
    shown = to(client, fight, seats, "dice")
    side, body = shown["asks"][0]["side"], {"turn": shown["turn"]}
    address = f"/api/fights/{fight}/throws"
    assert client.post(address, json=body).status_code == 403
    assert client.post(address, json=body, headers={"X-Seat": seats[1 - side]}).status_code == 403
    assert client.post(address, json=body, headers={"X-Seat": others[side]}).status_code == 403
    assert client.post(address, json=body, headers={"X-Seat": "nothing"}).status_code == 404
    assert client.post(address, json=body, headers={"X-Seat": seats[side]}).status_code == 200
    assert client.post(address, json=body, headers={"X-Seat": seats[side]}).status_code == 409
    assert other_fight != fight


def test_a_refused_option_gives_its_reasons(client):
    fight, seats = made(client, text=VOLLEY)
    while True:
        shown = view(client, fight, seats[1])
        barred = [o for o in shown["asks"][0]["options"] if not o["legal"]]
        if barred:
            break
        assert answer(client, fight, seats, shown).status_code == 200
    head = {"X-Seat": seats[shown["asks"][0]["side"]]}
    body = {"turn": shown["turn"], "number": barred[0]["number"]}
    refused = client.post(f"/api/fights/{fight}/choices", json=body, headers=head)
    assert refused.status_code == 422
    assert refused.json()["reasons"] == barred[0]["reasons"]


def test_taking_back_by_consent(client):
    fight, seats = made(client, text=VOLLEY)
    shown = to(client, fight, seats, "dice")
    side = shown["asks"][0]["side"]
    shown = answer(client, fight, seats, shown).json()
    mine, theirs = {"X-Seat": seats[side]}, {"X-Seat": seats[1 - side]}
    wish = client.post(f"/api/fights/{fight}/undo", json={"turn": shown["turn"]}, headers=mine).json()
    assert wish["undo"]["seat"] == side
    consent = {"turn": shown["turn"], "agreed": True}
    assert client.post(f"/api/fights/{fight}/undo/consent", json=consent, headers=mine).status_code == 403
    after = client.post(f"/api/fights/{fight}/undo/consent", json=consent, headers=theirs).json()
    assert after["undo"] is None
    assert any(e["kind"] == "undone" for e in after["log"])


def test_a_seat_that_agreed_on_no_hints_is_refused_the_odds(client):
    made = client.post("/api/fights", json={"example": "bayonet/closing-volley", "hints": "never"}).json()
    for seat, status in ((made["seats"][0], 403), (None, 202)):
        headers = {"X-Seat": seat} if seat else {}
        assert client.post(f"/api/fights/{made['fight']}/odds", json={}, headers=headers).status_code == status


def test_odds_are_worked_out_and_cancelled(client):
    fight, _ = made(client, text=VOLLEY)
    job = client.post(f"/api/fights/{fight}/odds", json={"side": 1})
    assert job.status_code == 202
    name = job.json()["job"]
    for _ in range(600):
        found = client.get(f"/api/jobs/{name}").json()
        if found["status"] == "done":
            break
        time.sleep(0.1)
    assert found["result"]["method"] == "exact"
    assert sum(p for _, p, _, _ in found["result"]["results"]) == pytest.approx(1)
    assert client.delete(f"/api/jobs/{name}").json()["status"] == "done"
    assert client.get("/api/jobs/nothing").status_code == 404
    assert client.post(f"/api/fights/{fight}/odds", json={"aim": "glory"}).status_code == 422
    assert client.post(f"/api/fights/{fight}/odds", json={"side": 3}).status_code == 422


def test_the_program_plays_a_side(client):
    fight, seats = made(client, text=VOLLEY, best=[0])
    for _ in range(600):
        shown = view(client, fight, seats[1])
        if shown["ended"]:
            break
        if shown["asks"][0]["mine"]:
            assert answer(client, fight, seats, shown).status_code == 200
        else:
            time.sleep(0.05)
    assert shown["ended"]
    assert client.post("/api/fights", json={"text": VOLLEY, "best": [2]}).status_code == 422


def test_the_program_answers_again_what_is_taken_back(client):
    fight, seats = made(client, text=VOLLEY, best=[1])  # it chooses first
    head = {"X-Seat": seats[0]}

    def until_mine():
        for _ in range(600):
            shown = view(client, fight, seats[0])
            if shown["asks"][0]["mine"]:
                return shown
            time.sleep(0.05)
        raise AssertionError("the program does not go on")

    assert until_mine()["may_undo"] == 0  # nobody but the program has answered
    answer(client, fight, seats, view(client, fight))
    for _ in range(50):
        shown = view(client, fight)
        body = {"turn": shown["turn"], "n": shown["may_undo"]}
        code = client.post(f"/api/fights/{fight}/undo", json=body, headers=head).status_code
        if code != 409:  # else the program was first
            break
    assert code == 200
    assert until_mine()["turn"] > shown["turn"]


def test_a_body_that_is_too_long_is_refused(client):
    assert client.post("/api/check", content=b"x" * 1_200_000).status_code == 413
    pieces = (b"x" * 1000 for _ in range(3))  # sent without its length
    assert client.post("/api/check", content=pieces).status_code == 413


def test_no_secret_is_in_a_log_or_an_answer(client, caplog):
    caplog.set_level(logging.DEBUG)
    fight, seats = made(client, text=VOLLEY)
    shown = to(client, fight, seats, "dice")
    bodies = [answer(client, fight, seats, shown).text, json.dumps(view(client, fight, seats[0]))]
    bodies += [client.get(f"/api/fights/{fight}/{x}").text for x in ("file", "record", "log", "ask")]
    for secret in seats:
        assert not any(secret in body for body in bodies)
        assert secret not in caplog.text


def test_every_answer_says_what_browsers_may_do_with_it(client):
    found = client.get("/api/books")
    assert found.headers["Referrer-Policy"] == "no-referrer"
    assert found.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(("fault", "code"), [(RecordError("of another version"), 409), (StoreError("is locked"), 503)])
def test_a_fight_that_cannot_be_read_is_told_with_its_reason(client, monkeypatch, fault, code):
    fight, _ = made(client)

    def fails(self, name):
        raise fault

    monkeypatch.setattr(Lives, "live", fails)
    found = client.get(f"/api/fights/{fight}")
    assert (found.status_code, found.json()) == (code, {"detail": str(fault), "reasons": []})


def test_an_answer_that_is_kept_is_not_refused_for_what_the_program_adds(client, monkeypatch):
    fight, seats = made(client)
    shown = view(client, fight)

    def fails(self, live):
        raise StoreError("is locked")

    monkeypatch.setattr(Table, "stir", fails)
    found = answer(client, fight, seats, shown)
    assert (found.status_code, found.json()["turn"]) == (200, shown["turn"] + 1)
