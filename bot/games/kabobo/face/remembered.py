"""Filtering a View by the option ``memory_aid``: which seen cards a hand shows (B5.2)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from bot.face.face import Scene
from bot.face.rounds import is_scored
from bot.games.kabobo.rules.cards import Card, Spot
from bot.games.kabobo.rules.state import How, Laid
from bot.games.kabobo.rules.view import View

__all__ = ["Sighting", "just_seen", "remembered"]


class Sighting(NamedTuple):
    """A face-down card that the viewer has seen: its place, and how they saw it."""

    spot: Spot
    card: Card
    how: How


def remembered(scene: Scene[View]) -> Scene[View]:
    """Return the scene without the cards that the viewer has to remember.

    With the memory aid, all known cards stay; without it, face-down cards are hidden.
    """
    view = scene.view
    if view.options.memory_aid or is_scored(view):
        return scene
    hands = tuple(tuple(map(_as_it_lies, hand)) for hand in view.hands)
    return replace(scene, view=replace(view, hands=hands))


def _as_it_lies(laid: Laid) -> Laid:
    return laid if laid.face_up else replace(laid, card=None)


def just_seen(view: View) -> list[Sighting]:
    """Return what the viewer has seen since their last action: always shown once (B5.2)."""
    return [sighting for sighting, laid in _sightings(view) if view.viewer in laid.fresh]


def _sightings(view: View) -> Iterator[tuple[Sighting, Laid]]:
    """Yield the face-down cards that the viewer has seen, with their state."""
    for seat, hand in enumerate(view.hands):
        for place, laid in enumerate(hand):
            how = laid.how(view.viewer)
            if how is not None and laid.card is not None and not laid.face_up:
                yield Sighting(Spot(seat, place), laid.card, how), laid
