"""Ways to drive the steps of any book by hand, for tests: one task, one choice, exact chances of the outcome."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from coldsteel.kernel.asks import Ask, Choose
from coldsteel.kernel.plain import Chance, Decision, End, Tree, ask_after, expand, is_legal
from coldsteel.kernel.state import Agenda, do, evolve

Wish = Callable[[Choose], int]


# ---------------------------------------------------------------- one task
def step(f: Any, *answers: Any) -> Any:
    """The state after the first task of the agenda, with these answers to its asks."""
    ask, end = ask_after(f, answers)
    assert ask is None, f"an answer is wanted: {ask}"
    assert isinstance(end, type(f))
    return end


def alone(f: Any, task: Callable[..., Any], *args: Any) -> Any:
    """The same state with nothing but one task to do."""
    return evolve(f, then=Agenda(do(task, *args), ground=f.then.ground))


def next_step(f: Any) -> str:
    """The name of the step that comes next; empty at the end."""
    return f.then.tasks[0].step.__name__ if f.then.tasks else ""


def ended(f: Any) -> bool:
    """Is there nothing left to do?"""
    return not f.then.tasks


def before(*names: str) -> Callable[[Any], bool]:
    """Is one of these steps the next to be done, or the fight over?"""
    return lambda f: ended(f) or next_step(f) in names


def figures(ask: Ask | None) -> tuple[int, ...]:
    """The figures of the dice that a step asks for."""
    assert ask is not None
    assert not isinstance(ask, Choose)
    return tuple(ask.figures())  # type: ignore[union-attr]


# ---------------------------------------------------------------- choices
def ask_of(f: Any, word: str = "") -> Choose:
    """The first choice whose subject contains `word`; choices with one legal option on the way answer themselves."""
    answers: tuple[Any, ...] = ()
    while True:
        ask, end = ask_after(f, answers)
        if ask is None:
            assert end.then.tasks, f"no choice of {word}"
            f, answers = end, ()
            continue
        assert isinstance(ask, Choose), ask
        if word in ask.what:
            return ask
        (only,) = [k for k, o in enumerate(ask.options) if is_legal(o)]
        answers = (*answers, only)


def legal(ask: Choose) -> list[str]:
    """The labels of the options that may be taken."""
    return [o.label for o in ask.options if is_legal(o)]


def codes(ask: Choose, label: str) -> dict[str, str]:
    """Code -> clause of the reasons against the option of this label, or the only one whose label begins so."""
    found = next((o for o in ask.options if o.label == label), None)
    if found is None:
        (found,) = [o for o in ask.options if o.label.startswith(label)]
    return {b.code: b.clause for b in found.bars if b.when}


def taking(*words: str) -> Wish:
    """Takes, of every choice, the first legal option whose label begins with the first of the words that any does."""

    def take(ask: Choose) -> int:
        for word in words:
            for k, o in enumerate(ask.options):
                if o.label.startswith(word) and is_legal(o):
                    return k
        raise AssertionError(f"none of {words} among {legal(ask)} for {ask.what}")

    return take


def first_option(ask: Choose) -> int:
    """The first legal option."""
    return next(k for k, o in enumerate(ask.options) if is_legal(o))


# ---------------------------------------------------------------- chances
def outcomes(f: Any, until: Callable[[Any], bool] = ended, choose: Wish | None = None) -> dict[Any, Fraction]:
    """The states at which a fight arrives, with their exact chances. Only for what ends: no cycles."""
    todo, found = {f: Fraction(1)}, dict[Any, Fraction]()
    while todo:
        now, p = todo.popitem()
        if until(now):
            found[now] = found.get(now, Fraction(0)) + p
            continue
        for after, q in leaves(expand(now), choose):
            todo[after] = todo.get(after, Fraction(0)) + p * q
    assert sum(found.values()) == 1
    return found


def leaves(tree: Tree, choose: Wish | None) -> list[tuple[Any, Fraction]]:
    """The ends of one step with their chances."""
    if isinstance(tree, End):
        return [(tree.state, Fraction(1))]
    if isinstance(tree, Chance):
        return [(s, q * Fraction(w, tree.total)) for w, t in tree.branches for s, q in leaves(t, choose)]
    assert isinstance(tree, Decision)
    assert choose is not None, f"a choice: {tree.ask.what}: {legal(tree.ask)}"
    return leaves(dict(tree.branches)[choose(tree.ask)], choose)


def chance(
    f: Any, wanted: Callable[[Any], Any], until: Callable[[Any], bool] = ended, choose: Wish | None = None
) -> Fraction:
    """The exact chance of what is wanted, or its mean, at the states where `until` holds."""
    return sum((p * wanted(s) for s, p in outcomes(f, until, choose).items()), Fraction(0))


def spread(
    f: Any, of: Callable[[Any], Any], until: Callable[[Any], bool] = ended, choose: Wish | None = None
) -> dict[Any, Fraction]:
    """The exact chances of the values of a figure."""
    out: dict[Any, Fraction] = {}
    for s, p in outcomes(f, until, choose).items():
        out[of(s)] = out.get(of(s), Fraction(0)) + p
    return out
