"""What Kai says of choices, to one person: why, what else there was, and what that promised."""

from itertools import pairwise
from typing import Any, Final

from bot.face.face import AnyFace, Scene
from bot.games.explaining import Explained
from bot.games.faces import face_of
from bot.kai.advice import Prospect
from bot.tables.core.sight import signs
from bot.tables.core.state import TableState
from bot.tables.core.turns import Decision, KaiTurn
from cogs.layouts.address import Address
from cogs.layouts.names import seat_name
from cogs.layouts.page import Button, Line, Page, Part, Row, Text, fitted

__all__ = ["hint_page", "turn_page"]

COLOUR: Final = 0x3D7EA6
_LEGEND: Final = (
    "-# Points of this round to expect, doubling included; the others' are their mean, and the "
    "margin is theirs less one's own. “Win” is the chance to win the match. The best come first: "
    "both count, the chance most."
)
_SIGN: Final = "\N{BLACK RIGHT-POINTING SMALL TRIANGLE}"
_MINUS: Final = "\N{MINUS SIGN}"


def turn_page(
    table: TableState, turn: KaiTurn, said: tuple[tuple[Decision, Explained], ...]
) -> Page:
    """Return why Kai did what it did in a turn; the decisions that were worth a word, in order."""
    last = turn.decisions[-1]
    face, before = face_of(table.game), last.before
    of = f" · round {before.stage.round}" if before.stage is not None else ""
    told: list[Part] = []
    for each in said:
        told += [Line(), Text(_decided(face, *each), elastic=True)]
    parts = (
        Text(f"## Kai's move\n-# {_who(before, last)}{of}"),
        *told,
        Text(_LEGEND if any(_differ(explained) for _, explained in said) else ""),
        _earlier(table, turn),
    )
    return Page(fitted(parts), colour=COLOUR)


def hint_page(face: AnyFace, scene: Scene[Any], explained: Explained) -> Page:
    """Return what Kai would do in a person's place."""
    parts = (
        Text(f"### Hint: {face.proposal(scene, explained.action)}\n{explained.sentence}"),
        Text(f"**Tip:** {explained.tip}"),
        Text(_table(face, scene, explained, "the hint")),
        Text(_LEGEND if _differ(explained) else ""),
    )
    return Page(fitted(parts), colour=COLOUR)


def _who(before: TableState, decision: Decision) -> str:
    name = seat_name(before, decision.seat)
    return name if before.seats[decision.seat].occupant.kai else f"Kai for {name}"


def _decided(face: AnyFace, decision: Decision, explained: Explained) -> str:
    """Return what everybody saw of a decision, its reason, and what else there was."""
    before = decision.before
    names = signs(before)
    scene = Scene(before.game.view(before.position, decision.seat), names)
    told = [line for event in decision.events if (line := face.say(event, names))]
    table = _table(face, scene, explained, "Kai's choice")
    said = [explained.sentence, explained.doubt, table]
    return "\n".join([*(f"{_SIGN} {line}" for line in told), *filter(None, said)])


def _table(face: AnyFace, scene: Scene[Any], explained: Explained, mark: str) -> str:
    """Return the best choices, each with what it promises; nothing where all promise the same."""
    if not _differ(explained):
        return ""
    digits, lines = _digits(explained), []
    for number, each in enumerate(explained.considered, start=1):
        what = face.proposal(scene, each.action)
        if each.action == explained.action:
            what = f"**{what}** ({mark})"
        lines.append(f"{number}. {what}: {_promise(each.prospect, digits)}")
    return "\n".join(lines)


def _differ(explained: Explained) -> bool:
    """Whether some choice promises more than another, in the numbers as they are shown."""
    return len({_promise(each.prospect, 0) for each in explained.considered}) > 1


def _digits(explained: Explained) -> int:
    """Return how many digits chances need after the point, so that the best one is seen to be it.

    That is one where a choice is before another of a better margin though both have one chance.
    """
    shown = [(round(100 * p.chance), p.margin) for p in (c.prospect for c in explained.considered)]
    misleading = any(a == b and m < n for (a, m), (b, n) in pairwise(shown))
    return 1 if misleading else 0


def _promise(prospect: Prospect, digits: int) -> str:
    """Return a prospect in numbers that add up as they are shown."""
    points, field = round(prospect.points * 10), round(prospect.field * 10)
    margin = field - points
    ahead = f"{_tenths(margin)} ahead" if margin >= 0 else f"{_tenths(-margin)} behind"
    chance = f"{100 * prospect.chance:.{digits}f}"
    return f"{_tenths(points)} points, others {_tenths(field)}: {ahead}; win {chance} %"


def _tenths(number: int) -> str:
    """Return tenths as a number with one digit after the point."""
    whole, rest = divmod(abs(number), 10)
    return f"{_MINUS * (number < 0)}{whole}.{rest}"


def _earlier(table: TableState, turn: KaiTurn) -> Row:
    """Return the button that explains Kai's turn before."""
    if turn.earlier is None:
        return ()
    return (Button("Kai's move before", str(Address(table.id, "why", str(turn.earlier)))),)
