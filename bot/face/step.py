"""Steps of a choice in a private hand: which cards can be clicked, and the other controls."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Generic, NamedTuple, TypeVar

from bot.face.align import aligned
from bot.face.face import Scene
from bot.face.names import bold
from bot.face.rounds import RoundView, is_over, is_scored
from bot.face.screen import Act, Button, Focus, Row, Style
from bot.game.moves import NextRound

__all__ = [
    "BACK",
    "IDLE",
    "UNSELECT",
    "Click",
    "Step",
    "between_rounds",
    "both_ways",
    "rows_of",
    "to_move",
    "two_clicks",
]

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


def rows_of(
    places: Sequence[Sequence[P]],
    label: Callable[[P], str],
    controls: Mapping[P, Click],
    stands_out: Callable[[P], bool] = lambda _place: False,
) -> tuple[tuple[Button, ...], ...]:
    """Return rows of buttons, one for each place; without a click they are disabled.

    Disabled buttons for which ``stands_out`` is true are coloured.
    """

    def button(place: P, words: str) -> Button:
        if place in controls:
            return Button(words, *controls[place])
        return Button(words, style=Style.MAIN if stands_out(place) else Style.PLAIN)

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


def _go_on(legal: Sequence[object]) -> Step[Any]:
    row = tuple(
        Button("Next round", Act(str(action)), Style.GOOD)
        for action in legal
        if isinstance(action, NextRound)
    )
    return Step("The round is over. Go on when you're ready.", {}, (row,))
