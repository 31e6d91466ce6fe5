"""What the fight files of all books have alike: strict models, and those of a book's rulings and parameters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model

from coldsteel.kernel.clauses import Catalogue

__all__ = ["Fault", "Sheet", "parameters_model", "rulings_model"]

Fault = tuple[tuple[str | int, ...], str, str]
"""What is wrong with a file: the place, the message, the clause that says so (or nothing)."""


class Sheet(BaseModel):
    """A part of a fight file: no field but those named, and nothing changes in it."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def rulings_model(rulings: type, catalogue: Catalogue, note: Callable[[str], str] = lambda switch: "") -> type[Sheet]:
    """The model of a book's switches, each with its question and what `note` adds to it."""
    hints = get_type_hints(rulings)
    made: dict[str, Any] = {}
    for f in fields(rulings):
        known = catalogue.rulings[f.name]
        made[f.name] = (hints[f.name], Field(f.default, description=f"{known.question}{note(f.name)} ({known.number})"))
    return create_model("RulingsChosen", __base__=Sheet, __doc__="The readings of disputed places.", **made)


def parameters_model(parameters: type) -> type[Sheet]:
    """The model of a book's numbers, each within its limits; of a tuple every figure is."""
    hints = get_type_hints(parameters, include_extras=True)
    made: dict[str, Any] = {}
    for f in fields(parameters):
        kind, number = get_args(hints[f.name])
        made[f.name] = (_limited(kind, number), Field(f.default, description=f"{number.says} ({number.clause})"))
    return create_model("ParametersChosen", __base__=Sheet, __doc__="Numbers other than the book's.", **made)


def _limited(kind: Any, number: Any) -> Any:
    """The type with the limits of its number: none for words."""
    if get_origin(kind) is tuple:
        return tuple[tuple(_limited(k, number) for k in get_args(kind))]  # type: ignore[misc]
    return Annotated[kind, Field(ge=number.low, le=number.high)] if kind in (int, float) else kind
