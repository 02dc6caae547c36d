"""What Kai says of choices, to one person: a sentence first, the figures behind a button."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final, TypeAlias

from bot.face.face import AnyFace, Scene
from bot.face.markdown import strong
from bot.games.explaining import Explained
from bot.games.faces import face_of
from bot.kai.advice import EvaluatedAction, Prospect
from bot.tables.core.sight import signs
from bot.tables.core.state import TableState
from bot.tables.core.turns import Decision, KaiTurn
from cogs.layouts.address import Address
from cogs.layouts.names import seat_name
from cogs.layouts.page import Button, Line, Page, Part, Row, Text, fitted

__all__ = ["COLOUR", "figures", "legend", "turn_page"]

COLOUR: Final = 0x3D7EA6
_LEGEND: Final = (
    "-# Points to expect in this round, doubling included; the others' are their average. “Win” is "
    "the chance to win the match. The best choice comes first: both count, the chance most."
)
_LEGEND_BY_CHANCE: Final = (
    "-# “Win” is the chance to win the match: the best one comes first. Then the points to expect "
    "in this round; the others' are their average."
)
_SIGN: Final = "\N{BLACK RIGHT-POINTING SMALL TRIANGLE}"
_MINUS: Final = "\N{MINUS SIGN}"

Said: TypeAlias = tuple[Decision, Explained]
"""A decision of Kai's, and what there is to say of it."""


def turn_page(
    table: TableState, turn: KaiTurn, said: Sequence[Said], *, more: bool = False
) -> Page:
    """Return why Kai did what it did in a turn; ``said`` are the decisions that matter, in order.

    That is what everybody saw of the turn and one sentence; with ``more``, each decision with its
    reason and its figures.
    """
    last = turn.decisions[-1]
    before = last.before
    of = f" · round {before.stage.round}" if before.stage is not None else ""
    parts = (
        Text(f"## Kai's move\n-# {_who(before, last)}{of}"),
        *(_in_full(said) if more else (Text(_in_short(turn, said), elastic=True),)),
        _buttons(table, turn, said, more=more),
    )
    return Page(fitted(parts), colour=COLOUR)


def figures(
    face: AnyFace, scene: Scene[Any], explained: Explained, marks: Sequence[tuple[Any, str]]
) -> str:
    """Return the best choices, each with what it promises; nothing where all promise the same.

    ``marks`` are the actions that stand out, each with what is said of it.
    """
    considered, by_chance = explained.considered, explained.measure.by_chance
    if not _differ(explained):
        return ""
    digits, lines = _digits(considered), []
    for number, each in enumerate(considered, start=1):
        what = face.proposal(scene, each.action)
        said = [mark for action, mark in marks if action == each.action]
        if said:
            what = f"{strong(what)} ({', '.join(said)})"
        lines.append(f"{number}. {what}: {_promise(each.prospect, digits, by_chance=by_chance)}")
    return "\n".join(lines)


def legend(explained: Explained) -> str:
    """Return what the figures mean; nothing where there are none."""
    if not _differ(explained):
        return ""
    return _LEGEND_BY_CHANCE if explained.measure.by_chance else _LEGEND


def _who(before: TableState, decision: Decision) -> str:
    name = seat_name(before, decision.seat)
    return name if before.seats[decision.seat].occupant.kai else f"Kai for {name}"


def _in_short(turn: KaiTurn, said: Sequence[Said]) -> str:
    """Return what everybody saw of a turn, and the reason of the decision that mattered most."""
    lines = [line for each in turn.decisions for line in _seen(each)]
    _, explained = max(reversed(said), key=lambda each: _at_stake(each[1]))
    reason = " ".join(filter(None, (explained.sentence, explained.doubt)))
    return "\n".join((*lines, f"**Why?** {reason}"))


def _at_stake(explained: Explained) -> int:
    """Return how far the best and the worst of the considered choices are apart, if any are."""
    found = [each.prospect for each in explained.considered]
    measure = explained.measure
    return max((measure.ahead(one, other) for one in found for other in found), default=0)


def _in_full(said: Sequence[Said]) -> Sequence[Part]:
    parts: list[Part] = []
    for decision, explained in said:
        parts += [Line(), Text(_decided(decision, explained), elastic=True)]
    legends = [legend(explained) for _, explained in said]
    return [*parts, Text(max(legends))]


def _seen(decision: Decision) -> Sequence[str]:
    """Return what everybody saw of a decision, line by line."""
    before = decision.before
    face, names = face_of(before.game), signs(before)
    return [f"{_SIGN} {line}" for each in decision.events if (line := face.say(each, names))]


def _decided(decision: Decision, explained: Explained) -> str:
    """Return what everybody saw of a decision, its reason, and what else there was."""
    before = decision.before
    scene = Scene(before.game.view(before.position, decision.seat), signs(before))
    marks = ((explained.action, "Kai's choice"),)
    table = figures(face_of(before.game), scene, explained, marks)
    said = filter(None, (explained.sentence, explained.doubt, table))
    return "\n".join([*_seen(decision), *said])


def _buttons(table: TableState, turn: KaiTurn, said: Sequence[Said], *, more: bool) -> Row:
    """Return the buttons to the figures or back, and to Kai's turn before."""
    ply = turn.decisions[-1].before.ply + 1
    found = []
    if more:
        found.append(Button("Less", str(Address(table.id, "why", str(ply)))))
    elif len(said) > 1 or any(_differ(explained) for _, explained in said):
        found.append(Button("Tell me more", str(Address(table.id, "why", f"{ply}:more"))))
    if turn.earlier is not None:
        found.append(Button("Kai's move before", str(Address(table.id, "why", str(turn.earlier)))))
    return tuple(found)


def _differ(explained: Explained) -> bool:
    """Whether some choice promises more than another, in the numbers as they are shown."""
    return len({_promise(each.prospect, 0) for each in explained.considered}) > 1


def _digits(considered: Sequence[EvaluatedAction[Any]]) -> int:
    """Return how many digits chances need after the point, so that the best one is seen to be it.

    That is one where a choice is before another of a better margin though both have one chance.
    """
    shown = [(round(100 * p.chance), p.margin) for p in (c.prospect for c in considered)]
    misleading = any(a == b and m < n for (a, m), (b, n) in pairwise(shown))
    return 1 if misleading else 0


def _promise(prospect: Prospect, digits: int, *, by_chance: bool = False) -> str:
    """Return a prospect in numbers that add up as they are shown; what counts comes first."""
    points, field = round(prospect.points * 10), round(prospect.field * 10)
    win = f"win {100 * prospect.chance:.{digits}f} %"
    told = f"{_tenths(points)} points, others {_tenths(field)}"
    if by_chance:
        return f"{win}; {told}"
    margin = field - points if prospect.lowest else points - field
    ahead = f"{_tenths(margin)} ahead" if margin >= 0 else f"{_tenths(-margin)} behind"
    return f"{told}: {ahead}; {win}"


def _tenths(number: int) -> str:
    """Return tenths as a number with one digit after the point."""
    whole, rest = divmod(abs(number), 10)
    return f"{_MINUS * (number < 0)}{whole}.{rest}"
