"""Everything that Cold Steel raises on purpose.

ColdSteelError
├── RulebookError          (TypeError)    a rulebook breaks a rule of the kernel: names the step and the leaf
├── DiceError              (ValueError)   dice that cannot be rolled or faces that cannot have been shown
├── RefusedChoice          (ValueError)   an option that isn't legal: carries the reasons and their clauses
├── BattlefieldError       (ValueError)   shapes and places that no table can hold: names the piece or the base
├── FightFileError         (ValueError)   a fight file with faults: carries all of them
├── StoreError             (RuntimeError) saved fights cannot be read or written
│   ├── NoSuchFight        (LookupError)  no fight of this name is kept
│   └── Conflict           (RuntimeError) somebody else was first: nothing was written
├── RecordError            (ValueError)   a record that does not fit the fight: names the step
├── TooLarge               (MemoryError)  over the budget: says how far it came
├── NotSolvable            (ValueError)   a question that has no answer on this graph: says why
└── Stopped                (KeyboardInterrupt)  stopped by hand: says what was reached
"""

from __future__ import annotations


class ColdSteelError(Exception):
    """The parent of all errors raised here."""


class RulebookError(ColdSteelError, TypeError):
    """A rulebook breaks one of the kernel's rules."""


class DiceError(ColdSteelError, ValueError):
    """Dice that cannot be rolled, or faces that cannot have been shown."""


class RefusedChoice(ColdSteelError, ValueError):
    """An option that may not be taken; `reasons` are pairs of text and clause."""

    def __init__(self, option: str, reasons: tuple[tuple[str, str], ...]) -> None:
        why = "; ".join(f"{text} ({clause})" for text, clause in reasons)
        super().__init__(f"'{option}' is not allowed: {why or 'it is not among the options'}")
        self.option, self.reasons = option, reasons


class BattlefieldError(ColdSteelError, ValueError):
    """Shapes or places that no table can hold."""


class FightFileError(ColdSteelError, ValueError):
    """A fight file that cannot be used; `faults` are all that was found, as text."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class StoreError(ColdSteelError, RuntimeError):
    """Saved fights that cannot be read or written."""


class NoSuchFight(StoreError, LookupError):
    """No fight of this name is kept."""


class Conflict(StoreError):
    """Somebody else was first; nothing was written."""


class RecordError(ColdSteelError, ValueError):
    """A record that does not fit the fight it claims to be of."""


class TooLarge(ColdSteelError, MemoryError):
    """A graph over its budget; `states` and `edges` tell how far it came."""

    def __init__(self, message: str, states: int = 0, edges: int = 0) -> None:
        super().__init__(message)
        self.states, self.edges = states, edges


class NotSolvable(ColdSteelError, ValueError):
    """A question that this graph does not answer."""


class Stopped(ColdSteelError, KeyboardInterrupt):
    """Work that was stopped by hand; the message says what was reached."""
