"""Odds are worked out beside the server: with progress, and stopped when nobody wants them any more."""

import threading
from pathlib import Path

import pytest

from coldsteel import fights
from coldsteel.kernel import odds, record
from coldsteel.kernel.asks import Choose
from coldsteel.kernel.play import Playing, Random, Seeded
from coldsteel.web.jobs import Crowded, Jobs

EXAMPLES = Path(__file__).parents[2] / "examples"
VOLLEY = EXAMPLES / "bayonet" / "closing-volley.toml"


@pytest.fixture(scope="module")
def jobs():
    made = Jobs()
    yield made
    made.close()


def values_of(path):
    fight = fights.load(path)
    return fight, {"rulebook": fight.rulebook.name, **fight.model.model_dump(mode="json", exclude_unset=True)}


def finished(jobs, kind, arguments, when=lambda job: job.over):
    """The job when it has come so far."""
    done = threading.Event()
    job = jobs.start(kind, arguments, lambda j: done.set() if when(j) else None)
    assert done.wait(120)
    return job


def test_odds_of_a_fight_that_has_just_begun(jobs):
    fight, values = values_of(VOLLEY)
    job = finished(jobs, "odds", {"values": values, "answers": [], "aim": None, "side": 1})
    found, exact = job.result, odds.solve(fight.rulebook, fight.start, side=1)
    assert (job.status, found["method"]) == ("done", "exact")
    assert found["value"] == pytest.approx(exact.value, abs=1e-12)
    assert {v: p for v, p, _, _ in found["results"]} == pytest.approx({v: p for v, p in exact.results.items() if p > 0})
    assert {m["name"] for m in found["measures"]} == set(exact.measures)


def test_odds_go_on_from_where_a_fight_stands(jobs):
    fight, values = values_of(VOLLEY)
    playing = Playing(fight.rulebook, fight.start, Seeded(3), Random(3))
    for _ in range(6):
        playing.play_on()
    answers = [record.answer_out(a) for a in playing.answers]
    found = finished(jobs, "odds", {"values": values, "answers": answers, "aim": None, "side": 0}).result
    assert found["value"] == pytest.approx(odds.solve(fight.rulebook, playing.state).value, abs=1e-12)


def test_what_the_options_are_worth(jobs):
    fight, values = values_of(VOLLEY)
    playing = Playing(fight.rulebook, fight.start, Seeded(3), Random(3))
    while not (isinstance(playing.ask, Choose) and len(playing.ask.options) > 2):
        playing.play_on()
    answers = [record.answer_out(a) for a in playing.answers]
    (found,) = finished(jobs, "options", {"values": values, "answers": answers}).result["asks"]
    advice = odds.solve(fight.rulebook, playing.state).policy.options(playing.state, playing.pending)
    assert found["best"] == advice.best.number
    assert found["values"] == pytest.approx({str(o.number): o.value for o in advice.options if o.value is not None})


def test_a_fight_too_large_is_sampled_and_says_why(jobs):
    _, values = values_of(VOLLEY)
    wanted = {"values": values, "answers": [], "aim": None, "side": 0, "most_states": 5, "samples": 2_000}
    found = finished(jobs, "odds", wanted).result
    assert (found["method"], found["n"]) == ("sampled", 2_000)
    assert "5 states" in found["why"]
    assert found["error"] > 0
    assert all(low <= p <= high for _, p, low, high in found["results"])


def test_what_cannot_be_worked_out_fails_with_the_reason(jobs):
    _, values = values_of(VOLLEY)
    job = finished(jobs, "odds", {"values": values, "answers": [], "aim": "glory", "side": 0})
    assert (job.status, job.result) == ("failed", None)
    assert "glory" in job.error


def test_a_job_is_stopped_and_the_next_one_runs(jobs):
    _, values = values_of(VOLLEY)
    long = {"values": values, "answers": [], "aim": None, "side": 0, "most_states": 5, "samples": 400_000_000}
    job = finished(jobs, "odds", long, when=lambda j: j.status == "running")
    assert jobs.cancel(job.id)
    assert job.status == "cancelled"
    assert not jobs.cancel(job.id)
    short = {"values": values, "answers": [], "aim": None, "side": 0}
    assert finished(jobs, "odds", short).status == "done"
    assert jobs.job("no such job") is None


def waiting(jobs):
    """Puts a job that lasts before all others."""
    _, values = values_of(VOLLEY)
    long = {"values": values, "answers": [], "aim": None, "side": 0, "most_states": 5, "samples": 400_000_000}
    return finished(jobs, "odds", long, when=lambda j: j.status == "running")


def test_who_cannot_be_told_does_not_stop_the_work(jobs):
    _, values = values_of(VOLLEY)
    short = {"values": values, "answers": [], "aim": None, "side": 0}
    jobs.start("odds", short, lambda job: 1 / 0)
    assert finished(jobs, "odds", short).status == "done"


def test_options_do_not_wait_for_odds_and_are_not_crowded_out_by_them(jobs, monkeypatch):
    monkeypatch.setattr("coldsteel.web.jobs.MOST_WAITING", 1)
    _, values = values_of(VOLLEY)
    long = waiting(jobs)
    odds_ = jobs.start("odds", {})
    with pytest.raises(Crowded):
        jobs.start("odds", {})
    assert finished(jobs, "options", {"values": values, "answers": []}).status == "done"
    assert (long.status, odds_.status) == ("running", "waiting")
    for job in (odds_, long):
        jobs.cancel(job.id)


def test_jobs_that_are_over_are_forgotten_also_behind_one_that_lasts(jobs, monkeypatch):
    monkeypatch.setattr("coldsteel.web.jobs.MOST_KEPT", 3)
    long = waiting(jobs)
    for _ in range(9):
        jobs.cancel(jobs.start("odds", {}).id)
    assert len(jobs._jobs) <= 4
    assert jobs.job(long.id) is long
    jobs.cancel(long.id)


def test_what_runs_when_all_is_closed_was_cancelled_and_has_not_failed():
    jobs = Jobs()
    job = waiting(jobs)
    jobs.close()
    assert job.status == "cancelled"
