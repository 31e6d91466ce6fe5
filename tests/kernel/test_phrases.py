"""What steps say, in another language: whole phrases, templates with names, lists of parts."""

import pytest

from coldsteel.kernel.clauses import Phrases

POLISH = Phrases(
    {
        "stand": "stać",
        "front": "front",
        "flank": "skrzydło",
        "hit": "trafienie",
        "closing volley of {unit}": "salwa z bliska: {unit}",
        "{unit} attacks {enemy} on its {side}": "{unit} atakuje {enemy}: {side}",
        "{unit} attacks {enemy}": "{unit} atakuje {enemy}",
    }
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("stand", "stać"),
        ("closing volley of Old (Guard)", "salwa z bliska: Old (Guard)"),
        ("A attacks B on its flank", "A atakuje B: skrzydło"),
        ("A attacks B", "A atakuje B"),
        ("2 × hit", "2 × trafienie"),
        ("2 × hit, 1 × six", "2 × trafienie, 1 × six"),
        ("stand; front", "stać; front"),
        ("nothing known", "nothing known"),
        ("", ""),
        ("closing volley of {unit}", "salwa z bliska: {unit}"),
    ],
)
def test_what_a_phrase_becomes(text, said):
    assert POLISH(text) == said
    assert POLISH(text) == said  # once more, now known


def test_no_phrases_change_nothing():
    assert Phrases({})("A attacks B, 2 × hit") == "A attacks B, 2 × hit"
