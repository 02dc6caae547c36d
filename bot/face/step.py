"""Steps of a choice in a private hand: which cards can be clicked, and the other controls.

The buttons of a hand form even columns. Discord makes a button as wide as its label, and offers no
other control of its width, so labels get spaces on both sides until they are about as wide as the
widest one of their column. If a client drops these spaces, the labels simply look unaligned.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Generic, NamedTuple, TypeVar

from bot.face.face import (
    Act,
    Button,
    Emoji,
    Focus,
    RoundView,
    Row,
    Scene,
    Style,
    is_over,
    is_scored,
)
from bot.face.markdown import MINUS
from bot.face.names import bold
from bot.game.moves import NextRound

P = TypeVar("P")
"""The key of a place where a card can be."""


class Click(NamedTuple):
    """What a click on a card does, and how prominent its button is."""

    does: Act | Focus
    style: Style = Style.PLAIN


class Step(NamedTuple, Generic[P]):
    """A text, the clickable places, and further rows of controls."""

    text: str
    controls: Mapping[P, Click]
    rows: tuple[Row, ...] = ()


BACK: Final = Button("Back", Focus(""))
UNSELECT: Final = Click(Focus(""), Style.MAIN)
"""Two ways to cancel a half-made choice: a button, and the selected card."""

IDLE: Final = "You have nothing to do right now."
"""For a seat whose turn it is but which cannot act: a pause, or Kai plays for it."""

_DIGIT: Final = 7
_WIDTHS: Final = {"?": 5, "K": 7, "!": 3, "=": 7, "+": 7, MINUS: 7, "±": 7, "·": 3, "✓": 10, " ": 3}
"""Widths in twelfths of the font size, as in common sans-serif fonts."""

_SPACES: Final = {
    4: "\N{THREE-PER-EM SPACE}",
    3: "\N{FOUR-PER-EM SPACE}",
    2: "\N{SIX-PER-EM SPACE}",
}
"""Space characters by their width, in the same unit."""

_LEAST: Final = 2 * _DIGIT
"""The minimum width of a column: most cards have one or two digits, and cards come and go."""

_MOST: Final = 5 * _DIGIT
"""The maximum width that a label is padded to: four such columns fit on a phone."""


def rows_of(
    places: Sequence[Sequence[P]],
    label: Callable[[P], str],
    controls: Mapping[P, Click],
    stands_out: Callable[[P], bool] = lambda _place: False,
    emoji: Callable[[P], Emoji] = lambda _place: Emoji(),
) -> tuple[tuple[Button, ...], ...]:
    """Return rows of buttons, one for each place; without a click they are disabled.

    Disabled buttons for which ``stands_out`` is true are coloured. ``emoji`` is the card there.
    """

    def button(place: P, words: str) -> Button:
        if place in controls:
            return Button(words, *controls[place], *emoji(place))
        style = Style.MAIN if stands_out(place) else Style.PLAIN
        return Button(words, None, style, *emoji(place))

    labels = aligned([[label(place) for place in line] for line in places]) if places else []
    return tuple(
        tuple(button(place, words) for place, words in zip(line, row, strict=True))
        for line, row in zip(places, labels, strict=True)
    )


def two_clicks(
    pairs: Iterable[tuple[P, P, object]],
    focus: str,
    word: Callable[[P], str] = str,
    style: Style = Style.PLAIN,
) -> tuple[P | None, dict[P, Click]]:
    """Return the place selected so far, if any, and the clicks for a choice of two places.

    ``pairs`` are first place, second place and the action; ``word`` gives a place's name in the
    focus, ``style`` is that of the first places.
    """
    actions = [*pairs]
    firsts = {first: Click(Focus(word(first)), style) for first, _, _ in actions}
    chosen = next((place for place in firsts if word(place) == focus), None)
    if chosen is None:
        return None, firsts
    then = {second: Click(Act(str(act))) for first, second, act in actions if first == chosen}
    return chosen, {**firsts, chosen: UNSELECT, **then}


def both_ways(pairs: Iterable[tuple[P, P, object]]) -> Iterator[tuple[P, P, object]]:
    """Yield pairs in both orders, so that either place can be clicked first."""
    for first, second, action in pairs:
        yield first, second, action
        yield second, first, action


def to_move(scene: Scene[RoundView]) -> str:
    """Say whose turn it is, to a player who has to wait."""
    view = scene.view
    return (
        IDLE if view.viewer == view.to_move else f"It's {bold(scene.seats, view.to_move)}'s turn."
    )


def between_rounds(view: RoundView, legal: Sequence[object]) -> Step[Any] | None:
    """Return the button for the next round, None while a round is being played."""
    if not legal and is_scored(view):
        return Step(f"The {'match' if is_over(view) else 'round'} is over.", {})
    return _go_on(legal) if is_scored(view) else None


def aligned(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return rows of labels, each padded to the widest of its column (two to five digits)."""
    columns = zip(*rows, strict=True)
    widest = [min(_MOST, max(_LEAST, *map(_width, column))) for column in columns]
    return [[_padded(label, room) for label, room in zip(row, widest, strict=True)] for row in rows]


def _go_on(legal: Sequence[object]) -> Step[Any]:
    row = tuple(
        Button("Next round", Act(str(action)), Style.GOOD)
        for action in legal
        if isinstance(action, NextRound)
    )
    return Step("The round is over. Go on when you're ready.", {}, (row,))


@lru_cache(1000)
def _width(label: str) -> int:
    return sum(_WIDTHS.get(sign, _DIGIT) for sign in label)


@lru_cache(1000)  # Each hand has a dozen labels, and most are the same ones again.
def _padded(label: str, room: int) -> str:
    missing = room - _width(label)
    return f"{_spaces(missing // 2)}{label}{_spaces(missing - missing // 2)}"


def _spaces(wide: int) -> str:
    """Return spaces of a width; a remainder of one twelfth is left out."""
    found = ""
    while wide >= 2:
        # A twelfth would be left over after a space of four: use three and two instead.
        step = wide if wide in _SPACES else 4 if wide > 5 else 3
        found += _SPACES[step]
        wide -= step
    return found
