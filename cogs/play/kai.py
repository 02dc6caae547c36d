"""What Kai says of choices, to one person: a sentence first, the figures behind a button."""

from collections.abc import Sequence
from itertools import pairwise
from textwrap import wrap
from typing import Any, Final, TypeAlias

from bot.face.face import AnyFace, Scene
from bot.face.markdown import strong, tenths
from bot.games.explaining import Explained
from bot.games.faces import face_of
from bot.games.registry import level_now
from bot.kai.advice import EvaluatedAction, Prospect
from bot.league.counting import half_up
from bot.tables.history import Decision, KaiTurn
from bot.tables.ports import level_of
from bot.tables.sight import seat_name, signs
from bot.tables.state import TableState
from cogs.core.click import Address
from cogs.core.page import Button, Page, Part, Row, Text, fitted

COLOUR: Final = 0x3D7EA6
FIGURES: Final = "Figures"
_LEGEND: Final = "-# Average lead in points, and the chance to win."
_LEGEND_BY_CHANCE: Final = "-# The chance to win, and the average lead in points."
_MOST_SEEN: Final = 9
"""Rows of what everyone saw of a turn: of more, the last ones are shown."""
_BUTTON_ROW: Final = 2
_SIGN: Final = "\N{BLACK RIGHT-POINTING SMALL TRIANGLE}"

_WARMING_UP: Final = "-# I've just started: Kai is weaker for a few minutes."

Said: TypeAlias = tuple[Decision, Explained]


def warming_up(table: TableState) -> str:
    """Say that Kai plays here below one of its levels, until its machine code is made."""
    if table.closed:
        return ""
    is_weaker = any(level_now(table.game.name, level) != level for level in kai_levels(table))
    return _WARMING_UP if is_weaker else ""


def kai_levels(table: TableState) -> Sequence[str]:
    """Return at which levels Kai plays at a table, or is to play."""
    theirs = [n for n, seat in enumerate(table.seats) if seat.user is None or seat.held]
    return [level_of(table, number) for number in theirs] if table.seats else table.kai


def turn_page(
    table: TableState, turn: KaiTurn, said: Sequence[Said], more: int | None = None
) -> Page:
    """Return why Kai did what it did in a turn; with ``more``, that decision and its figures."""
    last = turn.decisions[-1]
    before = last.before
    of = f" · round {before.stage.round}" if before.stage is not None else ""
    head = Text(f"## Kai's move\n-# {_who(before, last)}{of}")
    if more is None:
        body: Sequence[Part] = (Text(_in_short(turn, said), elastic=True),)
    else:
        body = _in_full(*said[more % len(said)], text_rows(head.text))
    return Page(fitted((head, *body, _buttons(table, turn, said, more))), colour=COLOUR)


def has_figures(explained: Explained) -> bool:
    """Whether some choice promises more than another, in the numbers as they are shown."""
    return len({_promise(each.prospect, 0) for each in explained.considered}) > 1


def figure_parts(
    face: AnyFace,
    scene: Scene[Any],
    explained: Explained,
    marks: Sequence[tuple[Any, str]],
    above: int,
) -> Sequence[Part]:
    """Return the best choices, their figures and a legend; nothing where all promise the same.

    ``marks`` are actions with what is said of them; ``above`` are the rows of the rest. What finds
    no room on a phone is left out, but for the best choice and what is marked.
    """
    if not has_figures(explained):
        return ()
    by_chance, digits = explained.measure.by_chance, _digits(explained.considered)
    legend = _LEGEND_BY_CHANCE if by_chance else _LEGEND
    room, found = ROWS - above - text_rows(legend) - _BUTTON_ROW, []
    for number, each in enumerate(explained.considered, start=1):
        what = face.proposal(scene, each.action)
        said = [mark for action, mark in marks if action == each.action]
        if said:
            what = f"{strong(what)} ({', '.join(said)})"
        line = f"{number}. {what}: {_promise(each.prospect, digits, by_chance=by_chance)}"
        found.append((line, number == 1 or bool(said)))
    return Text("\n".join(_fitting(found, room))), Text(legend)


def _fitting(lines: Sequence[tuple[str, bool]], room: int) -> Sequence[str]:
    kept = [*lines]
    while sum(text_rows(line) for line, _ in kept) > room:
        spare = [at for at, (_, stays) in enumerate(kept) if not stays]
        if not spare:
            break
        del kept[spare[-1]]
    return [line for line, _ in kept]


def _who(before: TableState, decision: Decision) -> str:
    name = seat_name(before, decision.seat)
    return name if before.seats[decision.seat].occupant.kai else f"Kai for {name}"


def _in_short(turn: KaiTurn, said: Sequence[Said]) -> str:
    lines = [line for each in turn.decisions for line in _seen(each)]
    shown = _fitting([(line, False) for line in reversed(lines)], _MOST_SEEN)
    left_out = ["…"] if len(shown) < len(lines) else []
    _, explained = said[_weightiest(said)]
    return "\n".join((*left_out, *reversed(shown), f"**Why?** {explained.sentence}"))


def _weightiest(said: Sequence[Said]) -> int:
    """Return the number of the decision in which most was at stake, the last one of several."""
    return max(range(len(said)), key=lambda number: (_at_stake(said[number][1]), number))


def _at_stake(explained: Explained) -> int:
    found = [each.prospect for each in explained.considered]
    measure = explained.measure
    return max((measure.ahead(one, other) for one in found for other in found), default=0)


def _in_full(decision: Decision, explained: Explained, above: int) -> Sequence[Part]:
    before, reason = decision.before, explained.sentence
    if not has_figures(explained):
        return (Text("\n".join((*_seen(decision), reason)), elastic=True),)
    text = Text("\n".join(filter(None, (reason, explained.doubt))))
    scene = Scene(before.game.view(before.position, decision.seat), signs(before))
    marks = ((explained.action, "Kai's choice"),)
    above += text_rows(text.text)
    return text, *figure_parts(face_of(before.game), scene, explained, marks, above)


def _seen(decision: Decision) -> Sequence[str]:
    before = decision.before
    face, names = face_of(before.game), signs(before)
    return [f"{_SIGN} {line}" for each in decision.events if (line := face.say(each, names))]


def _buttons(table: TableState, turn: KaiTurn, said: Sequence[Said], more: int | None) -> Row:
    ply = turn.decisions[-1].before.ply + 1

    def button(label: str, words: str) -> Button:
        return Button(label, str(Address(table.id, "why", words)))

    found = []
    if more is not None:
        found.append(button("Less", str(ply)))
        if len(said) > 1:
            found.append(button("Next choice", f"{ply}:more:{(more + 1) % len(said)}"))
    elif any(has_figures(explained) for _, explained in said):
        found.append(button(FIGURES, f"{ply}:more:{_weightiest(said)}"))
    elif len(said) > 1:
        found.append(button("Each choice", f"{ply}:more:0"))
    if turn.earlier is not None:
        found.append(Button("Kai's move before", str(Address(table.id, "why", str(turn.earlier)))))
    return tuple(found)


def _digits(considered: Sequence[EvaluatedAction[Any]]) -> int:
    """Return the digits of chances: 1 where a better margin would seem worse, else 0."""
    shown = [(half_up(100 * p.chance), p.margin) for p in (c.prospect for c in considered)]
    misleading = any(a == b and m < n for (a, m), (b, n) in pairwise(shown))
    return 1 if misleading else 0


def _promise(prospect: Prospect, digits: int, *, by_chance: bool = False) -> str:
    chance = tenths(100 * prospect.chance) if digits else half_up(100 * prospect.chance)
    win = f"win {chance}%"
    margin = half_up(prospect.margin * 10)
    ahead = f"{abs(margin) / 10:.1f} {'ahead' if margin >= 0 else 'behind'}"
    return f"{win}, {ahead}" if by_chance else f"{ahead}, {win}"


ROWS: Final = 20
"""Rows of text on a screen."""

_COLUMNS: Final = 45
"""Characters in a row."""


def text_rows(text: str) -> int:
    """Return how many rows a text takes."""
    plain = text.replace("**", "").removeprefix("-# ")
    return sum(max(1, len(wrap(line, _COLUMNS))) for line in plain.splitlines())
