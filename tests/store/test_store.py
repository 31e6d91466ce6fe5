"""Fights are kept, found by their secrets, answered once; in SQLite, and in PostgreSQL where it is present."""

import os
import shutil
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time
from pathlib import Path

import pytest

from coldsteel.errors import Conflict, NoSuchFight, StoreError
from coldsteel.store.store import Store

BINS = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)
NOBODY = 65534


def _as_nobody(*command):
    """PostgreSQL refuses to run as root."""
    return (
        command if os.geteuid() else ("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", *command)
    )


def _free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


@pytest.fixture(scope="session")
def postgres():
    """The URL of a throw-away PostgreSQL server."""
    if not BINS or shutil.which("setpriv") is None:
        pytest.skip("no PostgreSQL server on this machine")
    place, port, programs = Path(tempfile.mkdtemp()), _free_port(), BINS[0].parent
    if not os.geteuid():
        os.chown(place, NOBODY, NOBODY)
    data = place / "data"
    quiet = {
        "stdout": subprocess.DEVNULL,
        "stderr": subprocess.DEVNULL,
        "env": {"LANG": "C", "PATH": os.environ["PATH"]},
    }
    made = _as_nobody(programs / "initdb", "-D", data, "-U", "cold", "-A", "trust", "-N", "-E", "UTF8")
    subprocess.run(made, check=True, cwd=place, **quiet)
    run = _as_nobody(programs / "postgres", "-D", data, "-p", str(port), "-k", place, "-c", "fsync=off")
    server = subprocess.Popen(run, cwd=place, **quiet)
    try:
        url = f"postgresql://cold@127.0.0.1:{port}/postgres"
        _wait_for(url, server)
        yield url
    finally:
        server.terminate()
        server.wait(20)
        shutil.rmtree(place, ignore_errors=True)


def _wait_for(url, server):
    for _ in range(300):
        try:
            Store(url).close()
        except StoreError:
            assert server.poll() is None, "the PostgreSQL server has ended"
            time.sleep(0.1)
        else:
            return
    raise AssertionError("the PostgreSQL server does not answer")


@pytest.fixture(params=["sqlite", "postgres"])
def store(request, tmp_path):
    here = f"sqlite:///{tmp_path / 'fights.db'}"
    url = here if request.param == "sqlite" else request.getfixturevalue("postgres")
    kept = Store(url)
    yield kept
    kept.close()


def made(store, **given):
    wanted = {"rulebook": "bayonet", "version": "1", "title": "A fight", "seats": 2, **given}
    return store.create({"title": "A fight", "n": [1, 2]}, **wanted)


def test_a_fight_is_kept_as_it_was_given(store):
    links = made(store, settings={"hints": "after"})
    saved = store.saved(links.fight)
    assert (saved.rulebook, saved.title, saved.values) == ("bayonet", "A fight", {"title": "A fight", "n": [1, 2]})
    assert (saved.settings, saved.turns, saved.answers, saved.ended) == ({"hints": "after"}, 0, (), False)
    assert links.fight in [f.fight for f in store.listed()]


def test_a_secret_opens_its_seat_and_no_other(store):
    links, other = made(store), made(store)
    assert len({*links.seats, *other.seats}) == 4
    assert all(len(key) >= 32 for key in links.seats)
    for k, key in enumerate(links.seats):
        assert store.seat_of(key).fight == links.fight
        assert store.seat_of(key).seat == k
    assert store.seat_of("") is None
    assert store.seat_of(links.fight) is None
    assert store.seat_of(links.seats[0][:-1]) is None


def test_no_secret_is_on_the_disk(tmp_path):
    store = Store(f"sqlite:///{tmp_path / 'fights.db'}")
    links = made(store)
    store.close()
    kept = b"".join(p.read_bytes() for p in tmp_path.iterdir())
    assert links.fight.encode() in kept
    assert not any(key.encode() in kept for key in links.seats)


def test_answers_come_in_order_and_once(store):
    fight = made(store).fight
    assert store.append(fight, 0, 0, {"choice": "stand"}) == 1
    assert store.append(fight, 1, 1, {"faces": [[6]]}, ended=True) == 2
    with pytest.raises(Conflict):
        store.append(fight, 1, 0, {"choice": "too late"})
    saved = store.saved(fight)
    assert saved.answers == ({"choice": "stand"}, {"faces": [[6]]})
    assert (saved.turns, saved.ended) == (2, True)


def test_of_two_who_answer_at_the_same_time_one_wins(store):
    fight, out, gate = made(store).fight, [], threading.Barrier(8)

    def answer(k):
        gate.wait()
        try:
            store.append(fight, 0, k % 2, {"choice": str(k)})
            out.append(k)
        except Conflict:
            pass

    threads = [threading.Thread(target=answer, args=(k,)) for k in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert len(out) == 1
    assert store.saved(fight).answers == ({"choice": str(out[0])},)


def test_answers_are_taken_back_and_leave_a_mark(store):
    fight = made(store).fight
    for k in range(4):
        store.append(fight, k, 0, {"choice": str(k)})
    assert store.take_back(fight, 4, 3, [{"what": "three answers"}]) == 5
    saved = store.saved(fight)
    assert (saved.answers, saved.marks, saved.turns) == (({"choice": "0"},), ({"what": "three answers"},), 5)
    assert store.append(fight, 5, 1, {"choice": "anew"}) == 6
    assert store.saved(fight).answers == ({"choice": "0"}, {"choice": "anew"})
    with pytest.raises(Conflict):
        store.take_back(fight, 5, 1, [])


def test_what_waits_lapses_when_the_fight_goes_on(store):
    fight = made(store).fight
    store.keep_pending(fight, 0, 1, "both", {"choice": "left"})
    store.keep_pending(fight, 0, 1, "both", {"choice": "right"})
    assert store.saved(fight).pending == {(1, "both"): {"choice": "right"}}
    store.append(fight, 0, 0, {"choice": "x"})
    assert store.saved(fight).pending == {}
    with pytest.raises(Conflict):
        store.keep_pending(fight, 0, 0, "undo", {"n": 1})
    store.keep_pending(fight, 1, 0, "undo", {"n": 1})
    store.drop_pending(fight, "undo")
    assert store.saved(fight).pending == {}


def test_results_are_kept_by_their_key(store):
    fight = made(store).fight
    assert store.result(fight, "3 win 0") is None
    store.keep_result(fight, "3 win 0", {"value": 0.5})
    store.keep_result(fight, "3 win 0", {"value": 0.25})
    assert store.result(fight, "3 win 0") == {"value": 0.25}


def test_a_fight_that_is_deleted_is_gone(store):
    links = made(store)
    store.append(links.fight, 0, 0, {"choice": "x"})
    store.delete(links.fight)
    for act in (store.saved, store.delete, lambda f: store.append(f, 1, 0, {})):
        with pytest.raises(NoSuchFight):
            act(links.fight)
    assert store.seat_of(links.seats[0]) is None


def test_what_is_written_survives_an_end_without_closing(tmp_path):
    url = f"sqlite:///{tmp_path / 'fights.db'}"
    fight = made(Store(url)).fight
    Store(url).append(fight, 0, 0, {"choice": "x"})
    assert Store(url).saved(fight).answers == ({"choice": "x"},)
    with sqlite3.connect(tmp_path / "fights.db") as raw:
        assert raw.execute("PRAGMA journal_mode").fetchone() == ("wal",)


@pytest.mark.parametrize(
    "url", ["nonsense", "sqlite:////no/such/folder/x.db", "postgresql://me:verysecret@127.0.0.1:1/x", "me:verysecret@"]
)
def test_a_database_that_cannot_be_used_is_an_error_without_its_password(url):
    with pytest.raises(StoreError) as fault:
        Store(url)
    assert "verysecret" not in str(fault.value)
