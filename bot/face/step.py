"""A choice that a player has now, as every game's private hand offers it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Generic, NamedTuple, TypeVar

from bot.face.align import aligned
from bot.face.face import Scene
from bot.face.names import bold
from bot.face.rounds import InRounds, is_over, is_scored
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
"""What names a place where a card lies."""


class Click(NamedTuple):
    """What a card does when it is clicked, and how much it stands out."""

    does: Act | Focus
    style: Style = Style.PLAIN


class Step(NamedTuple, Generic[P]):
    """What to say, which places can be clicked, and the rows beneath them."""

    text: str
    controls: Mapping[P, Click]
    rows: tuple[Row, ...] = ()


BACK: Final = Button("Back", Focus(""))
UNSELECT: Final = Click(Focus(""), Style.MAIN)
"""The ways back from a half-made choice: a button, and the card that was chosen."""

IDLE: Final = "You have nothing to do just now."
"""For whose turn it is, but not to play: the match is paused, or Kai plays for them."""


def rows_of(
    places: Sequence[Sequence[P]],
    label: Callable[[P], str],
    controls: Mapping[P, Click],
    stands_out: Callable[[P], bool] = lambda _place: False,
) -> tuple[tuple[Button, ...], ...]:
    """Return rows of places as buttons; without a control one only shows what lies there.

    Of those, the ones that ``stands_out`` names are in colour.
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
    """Return the place that a half-made choice names, if any, and the places to be clicked.

    ``pairs`` are a place to be chosen first, one to be chosen then, and the action of both;
    ``word`` is how a focus names a place, ``style`` that of the first ones.
    """
    actions = [*pairs]
    firsts = {first: Click(Focus(word(first)), style) for first, _, _ in actions}
    chosen = next((place for place in firsts if word(place) == focus), None)
    if chosen is None:
        return None, firsts
    then = {second: Click(Act(str(act))) for first, second, act in actions if first == chosen}
    return chosen, {**firsts, chosen: UNSELECT, **then}


def both_ways(pairs: Iterable[tuple[P, P, object]]) -> Iterator[tuple[P, P, object]]:
    """Yield pairs in both orders: either place may be chosen first."""
    for first, second, action in pairs:
        yield first, second, action
        yield second, first, action


def to_move(scene: Scene[InRounds]) -> str:
    """Say to whoever has nothing to choose whom all wait for."""
    view = scene.view
    return IDLE if view.viewer == view.to_move else f"{bold(scene.seats, view.to_move)} is to move."


def between_rounds(view: InRounds, legal: Sequence[object]) -> Step[Any] | None:
    """Offer the next round, which anybody may begin; None while a round is played."""
    if not legal and is_scored(view):
        return Step(f"The {'match' if is_over(view) else 'round'} is over.", {})
    return _go_on(legal) if is_scored(view) else None


def _go_on(legal: Sequence[object]) -> Step[Any]:
    row = tuple(
        Button("Next round", Act(str(action)), Style.GOOD)
        for action in legal
        if isinstance(action, NextRound)
    )
    return Step("The round is over. Go on whenever you like.", {}, (row,))
