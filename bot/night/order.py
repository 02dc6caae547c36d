"""Order: who comes first where nothing else decides, and who begins at a table."""

import hmac
from collections.abc import Mapping, Sequence

from bot.game.deck import round_seed
from bot.night.night import Night
from bot.night.past import Past

__all__ = ["drawn", "in_order"]


def drawn(night: Night) -> Mapping[int, bytes]:
    """Return what breaks everyone's ties in the next round: the lower comes first.

    It is HMAC-SHA-256, keyed by the round's seed (as of a match without cuts, in
    :mod:`bot.game.deck`), over the person's id (8 bytes, big-endian, signed). So one person more or
    less changes nothing between two others.
    """
    seed = round_seed(night.seed, (), len(night.rounds) + 1)
    return {
        person: hmac.digest(seed, person.to_bytes(8, "big", signed=True), "sha256")
        for person in night.people
    }


def in_order(people: Sequence[int], been: Past, draw: Mapping[int, bytes]) -> tuple[int, ...]:
    """Return people in the order of their seats: who has begun least begins.

    Of as many, the one who waited longer comes first.
    """
    return tuple(sorted(people, key=lambda who: (been.begun[who], -been.waited[who], draw[who])))
