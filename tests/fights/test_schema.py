"""The schema knows what the model knows, and rosters."""

import json

from coldsteel import fights, rulebooks
from coldsteel.fights.schema import Shape


def test_every_book_has_a_schema():
    for name in rulebooks.BOOKS:
        made = fights.schema(rulebooks.rulebook(name))
        assert json.loads(json.dumps(made)) == made
        assert made["additionalProperties"] is False
        assert {"rulebook", "title", "sides", "rosters"} <= set(made["properties"])


def test_a_unit_may_be_taken_from_a_roster():
    unit = fights.schema(rulebooks.rulebook("bayonet"))["$defs"]["Unit"]
    assert "roster" in unit["properties"]
    assert unit["anyOf"] == [{"required": ["id"]}, {"required": ["roster"]}]
    assert "required" not in unit


def test_every_field_of_a_unit_says_what_it_is():
    unit = fights.schema(rulebooks.rulebook("bayonet"))["$defs"]["Unit"]
    assert all(field.get("description") for field in unit["properties"].values())


def test_what_is_allowed_in_words():
    shape = Shape(rulebooks.rulebook("bayonet").model(), "BY")
    unit = ("sides", 0, "units", 3)
    assert shape.allowed((*unit, "melee")) == "a whole number from 0 to 12"
    assert shape.allowed((*unit, "full_move")) == "a number above 0 and of at most 72"
    assert shape.allowed((*unit, "turn_room")) == "true or false"
    assert shape.allowed((*unit, "id")) == "text, not empty, at most 60 characters"
    assert shape.allowed((*unit, "cover_sides")) == "a list (one of front, right, rear, left)"
    assert shape.allowed(("active",)) == "one of A, B"
    assert shape.allowed(("rulebook",)) == "bayonet"
    assert shape.allowed(("nowhere", 3)) == ""
    assert shape.clause((*unit, "morale")) == "BY-114"
