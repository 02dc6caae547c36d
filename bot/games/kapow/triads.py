"""What positions are worth and when a triad is complete (K3.4, K4.1, K6.4)."""

from functools import lru_cache

from bot.games.kapow.cards import KAPOW_VALUES, LONE_KAPOW, Card, Position, Triad

__all__ = [
    "LONE_KAPOW_POINTS",
    "goes_at_once",
    "is_complete",
    "is_face_up",
    "points",
    "span",
]

LONE_KAPOW_POINTS = 25
"""What a KAPOW! card alone in a position scores (K6.4)."""

POSITIONS_REMEMBERED = 1 << 12
"""How many positions' values are remembered: all but those with uncommonly many power cards."""

_STEPS = (0, 1, -1)
_KAPOW = Card.KAPOW
_FACES = {card: card.face for card in Card if card is not _KAPOW}


@lru_cache(maxsize=POSITIONS_REMEMBERED)
def span(position: Position) -> tuple[int, int]:
    """Return the lowest and highest value a face-up position can have (K3.4).

    The two are equal unless a KAPOW! card lies uppermost; then every value between will do.
    """
    upper = position.cards[0]
    if upper is None:
        raise ValueError("an unknown card has no value")
    modifier = sum(position.modifiers)
    if upper is _KAPOW:
        return KAPOW_VALUES[0] + modifier, KAPOW_VALUES[-1] + modifier
    value = _FACES[upper] + modifier
    return value, value


def is_face_up(triad: Triad) -> bool:
    """Whether nothing in the triad lies face down."""
    top, middle, bottom = triad
    return top.face_up and middle.face_up and bottom.face_up


def is_complete(triad: Triad) -> bool:
    """Whether the triad is three equal values or a run of three up or down (K4.1)."""
    top, middle, bottom = triad
    return top.face_up and middle.face_up and bottom.face_up and _fits(triad)


@lru_cache(maxsize=1 << 14)
def _fits(triad: Triad) -> bool:
    """Whether the values of a triad that lies face up are equal or a run."""
    (top_low, top_high), (middle_low, middle_high), (bottom_low, bottom_high) = map(span, triad)
    return any(
        max(top_low, middle_low - step, bottom_low - 2 * step)
        <= min(top_high, middle_high - step, bottom_high - 2 * step)
        for step in (0, 1, -1)
    )


def goes_at_once(triad: Triad) -> bool:
    """Whether the triad is complete and has no lone KAPOW! card to wait for (K4.3, K4.9)."""
    return is_complete(triad) and LONE_KAPOW not in triad


def points(position: Position) -> int:
    """Return what a position scores when it is left in a hand (K6.4)."""
    if position.upper is _KAPOW:
        return sum(position.modifiers) if position.is_powerset else LONE_KAPOW_POINTS
    return span(position)[0]
