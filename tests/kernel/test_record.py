"""The record of a fight: written, read, replayed bit for bit, refused where it does not fit."""

import dataclasses
import io
import json

import pytest

from coldsteel.errors import RecordError
from coldsteel.kernel.play import Playing, Random, Seeded
from coldsteel.kernel.record import lines, parsed, read, record_of, replay, write
from coldsteel.kernel.state import text
from tests.kernel.duel import DUEL, Setup, start

FIGHT = {"rulebook": "duel", "title": "Żółć & <Ann>\u2028", "skill": [2, 2]}


def fight(seed=3):
    return Playing(DUEL, start(Setup()), Seeded(seed), [Random(seed), Random(seed + 1)])


def recorded(seed=3):
    playing = fight(seed)
    playing.run()
    return playing, record_of(playing, FIGHT, seed=seed)


def written(record):
    return "".join(f"{line}\n" for line in lines(record))


@pytest.mark.parametrize("seed", range(20))
def test_a_fight_replays_bit_for_bit(seed):
    playing, record = recorded(seed)
    again = replay(DUEL, start(Setup()), parsed(written(record)))
    assert text(again.state) == text(playing.state)
    assert (again.log, again.answers, again.step) == (playing.log, playing.answers, playing.step)
    assert written(record_of(again, FIGHT, seed=seed)) == written(record)


def test_a_record_reads_back_as_it_was():
    _, record = recorded()
    assert parsed(written(record)) == record
    assert parsed(written(record)).more == {"seed": 3}


def test_a_record_is_written_to_a_file_and_to_what_is_open(tmp_path):
    _, record = recorded()
    write(tmp_path / "fight.jsonl", record)
    stream = io.StringIO()
    write(stream, record)
    assert (tmp_path / "fight.jsonl").read_bytes().decode() == stream.getvalue()
    assert read(tmp_path / "fight.jsonl") == read(io.StringIO(stream.getvalue())) == record


def test_each_line_is_as_documented():
    playing = Playing(DUEL, start(Setup()))
    playing.answer(("open", "guarded"))
    playing.answer([[6], [2]])
    playing.answer("plain blow")
    head, *rest = map(json.loads, lines(record_of(playing, {"a": 1})))
    assert head == {"record": 1, "rulebook": "duel", "version": "1", "fight": {"a": 1}}
    assert rest == [
        {
            "step": 1,
            "task": "round_(1)",
            "ask": "choose 0: open | guarded [DU-1] & choose 1: open | guarded [DU-1]",
            "choice": ["open", "guarded"],
        },
        {"step": 2, "task": "lead()", "ask": "roll 0:d6 1:d6 read_contest(0, 1) again 1 [DU-2]", "faces": [[6], [2]]},
        {
            "step": 3,
            "task": "strike(#0)",
            "ask": "choose 0: plain blow | heavy blow | feint [DU-3]",
            "choice": "plain blow",
        },
    ]


def test_an_illegal_option_is_marked_in_the_ask():
    playing = Playing(DUEL, start(Setup(rounds=3, skill=(1, 1)), (3, 3)))
    for _ in range(2):
        playing.answer((0, 0))
        playing.answer([[6], [2]])
        for _ in range(2):
            playing.answer("plain blow" if playing.step > 8 else "heavy blow")
            playing.answer([[1]])
    assert any("heavy blow! |" in line for line in lines(record_of(playing, {})))


def test_a_fight_that_has_not_ended_is_played_on():
    whole, _ = recorded(5)
    half = fight(5)
    for _ in range(4):
        half.play_on()
    record = record_of(half, FIGHT)
    assert record.end is None
    again = replay(DUEL, start(Setup()), parsed(written(record)), Seeded(1), Random(1))
    assert again.answers == whole.answers[:4]
    assert not again.ended
    again.run()
    assert again.ended


def test_what_was_taken_back_is_recorded_and_replayed():
    playing = Playing(DUEL, start(Setup()), Seeded(2), Random(2))
    for _ in range(3):
        playing.play_on()
    playing.undo(2, consent=True)
    playing.play_on()
    playing.undo(1, consent=True)
    playing.run()
    record = record_of(playing, FIGHT)
    again = replay(DUEL, start(Setup()), parsed(written(record)))
    assert [e.kind for e in again.log].count("undone") == 2
    assert again.log == playing.log
    assert written(record_of(again, FIGHT)) == written(record)


# ---------------------------------------------------------------- refusals
def refused(record, match, rulebook=DUEL, setup=None):
    with pytest.raises(RecordError, match=match):
        replay(rulebook, start(setup or Setup()), parsed(written(record)))


def with_answer(record, k, **changes):
    answers = list(record.answers)
    answers[k] = dataclasses.replace(answers[k], **changes)
    return dataclasses.replace(record, answers=tuple(answers))


RECORD = recorded()[1]
DICE = next(k for k, a in enumerate(RECORD.answers) if a.ask.startswith("roll"))
CHOICE = next(k for k, a in enumerate(RECORD.answers) if len(a.choice) == 1)


def test_another_rulebook_is_refused():
    refused(RECORD, "of the rulebook 'duel', not of 'joust'", dataclasses.replace(DUEL, name="joust"))


def test_another_version_is_refused():
    refused(RECORD, "made with duel 1; this is 2", dataclasses.replace(DUEL, version="2"))


def test_an_ask_that_differs_is_refused_with_the_step():
    refused(
        RECORD,
        r"step \d+, strike\(#\d\): expected the ask 'tally .: 4d6 .*', found 'tally .: 2d6",
        setup=Setup(skill=(4, 4)),
    )


def test_another_step_or_task_is_refused():
    refused(with_answer(RECORD, 1, step=9), r"step 9, lead\(\): expected step 2, lead\(\)")
    refused(with_answer(RECORD, 1, task="wait()"), r"step 2, wait\(\): expected step 2, lead\(\)")


@pytest.mark.parametrize(
    ("faces", "fault"),
    [
        (((7,), (1,)), "7 is no face of a d6"),
        (((6, 1), (1,)), "2 faces for 1 die: 1 too many"),
        (((6,),), "1 throws are too few"),
        (((6,), (1,), (1,)), "3 throws where 2 are made"),
        ((), "0 throws are too few"),
        (None, "faces are wanted, a choice is given"),
    ],
)
def test_faces_that_cannot_be_are_refused_with_the_step(faces, fault):
    refused(with_answer(RECORD, DICE, faces=faces), rf"step 2, lead\(\): .*{fault}")


@pytest.mark.parametrize("choice", [("axe",), (None,), (), ("plain blow", "plain blow")])
def test_a_choice_that_is_not_legal_is_refused_with_the_step(choice):
    refused(with_answer(RECORD, CHOICE, choice=choice), r"step \d+, strike\(#\d\): .*not among the options")


def test_a_choice_of_only_one_side_is_refused():
    refused(with_answer(RECORD, 0, choice=("open",)), r"step 1, round_\(1\)")


def test_other_faces_lead_to_another_ask_or_end():
    turned = tuple(reversed(RECORD.answers[DICE].faces))
    refused(with_answer(RECORD, DICE, faces=turned), r"step 3, strike\(#\d\): expected step 3, strike")


def test_too_few_answers_are_refused():
    short = dataclasses.replace(RECORD, answers=RECORD.answers[:-1])
    refused(short, "too few answers")


def test_too_many_answers_are_refused():
    refused(dataclasses.replace(RECORD, answers=(*RECORD.answers, RECORD.answers[0])), "too many answers")


def test_another_last_state_is_refused():
    refused(dataclasses.replace(RECORD, end="- | nothing"), "the fight ends otherwise: expected '- | nothing', found")


@pytest.mark.parametrize(
    ("text_", "fault"),
    [
        ("", "it is empty"),
        ("\n \n", "it is empty"),
        ("{", "line 1: not JSON"),
        ("[1]", "line 1: an object is wanted"),
        ('{"a": 1}', 'has no "record"'),
        ('{"record": 2}', "line 1: a record of the form 2; this program reads form 1"),
        ('{"record": true, "rulebook": "duel", "version": "1", "fight": {}}', "of the form true"),
        ('{"record": 1, "rulebook": 3}', '"rulebook" must be text, not 3'),
        ('{"record": 1, "rulebook": "duel", "version": "1", "fight": []}', '"fight" must be an object'),
        ("HEAD\n{", "line 2: not JSON"),
        ("HEAD\n\n" + "[" * 100_000, "line 3: not JSON"),
        ("HEAD\n" + '{"step": ' + "9" * 5000 + "}", "line 2: not JSON"),
        ('HEAD\n{"step": "1", "task": "", "ask": "", "choice": "a"}', 'line 2: "step" must be a number'),
        ('HEAD\n{"step": true, "task": "", "ask": "", "choice": "a"}', 'line 2: "step" must be a number'),
        ('HEAD\n{"step": 1, "task": "", "ask": ""}', 'either "faces" or a "choice"'),
        ('HEAD\n{"step": 1, "task": "", "ask": "", "faces": [], "choice": "a"}', 'either "faces" or a "choice"'),
        ('HEAD\n{"step": 1, "task": "", "ask": "", "faces": [6]}', "a list of lists of numbers"),
        ('HEAD\n{"step": 1, "task": "", "ask": "", "faces": [[true]]}', "a list of lists of numbers"),
        ('HEAD\n{"step": 1, "task": "", "ask": "", "faces": [[2.0]]}', "a list of lists of numbers"),
        ('HEAD\n{"step": 1, "task": "", "ask": "", "choice": [1, 2]}', "must be a label, or two"),
        ('HEAD\n{"undone": 3, "step": 1, "task": "", "what": ""}', "it stands after 0"),
        ('HEAD\n{"ended": true}', '"state" must be text'),
        ('HEAD\n{"ended": true, "state": ""}\n{"ended": true, "state": ""}', "line 3: something follows the end"),
    ],
)
def test_what_is_no_record_is_refused_with_the_line(text_, fault):
    head = '{"record": 1, "rulebook": "duel", "version": "1", "fight": {}}'
    with pytest.raises(RecordError) as found:
        parsed(text_.replace("HEAD", head))
    assert fault in str(found.value)
    assert len(str(found.value)) < 300


def test_a_file_that_is_no_text_is_refused(tmp_path):
    path = tmp_path / "fight.jsonl"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RecordError, match="no text in UTF-8"):
        read(path)


def test_a_file_with_a_byte_order_mark_and_other_line_ends_is_read(tmp_path):
    path = tmp_path / "fight.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + written(RECORD).replace("\n", "\r\n").encode())
    assert read(path) == RECORD
