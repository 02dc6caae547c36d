"""Chance: every shuffle and draw of a match, from one secret and the players' cuts.

The algorithm is our own and written down to the byte in ``docs/fairness.md``, so that anybody can
check a deal with nothing but SHA-256 and HMAC, in any language. Nothing here uses ``random``.
"""

import hashlib
import hmac
import struct
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TypeVar

__all__ = ["SECRET_BYTES", "Chance", "FixedError", "commitment", "round_seed", "words"]

SECRET_BYTES = 32
"""Length of a match's secret, in bytes."""

_WORDS = 2**32
_BLOCK = struct.Struct(">8I")
"""A block of 32 bytes as eight words, the first byte of each the highest."""

_SHOWN = 20
"""Characters of a fixed result that an error tells at most."""

T = TypeVar("T")


class FixedError(ValueError):
    """An event cannot go as it is fixed; ``str`` of it is a sentence without its full stop."""

    def __init__(self, sentence: str, round_number: int, event: str) -> None:
        super().__init__(sentence)
        self.round = round_number
        self.event = event


def commitment(secret: bytes) -> str:
    """Return the SHA-256 of ``secret`` as 64 hexadecimal digits: shown before anyone sits down."""
    return hashlib.sha256(secret).hexdigest()


def round_seed(secret: bytes, cuts: Sequence[str], round_number: int) -> bytes:
    """Return the 32-byte seed of a round: HMAC-SHA-256 keyed by the secret, over cuts and round.

    The message is, for each cut in seat order, its length in bytes (4 bytes, big-endian) and its
    UTF-8 text in normal form C; then the round's number (4 bytes, big-endian). Round 0 serves
    what is decided once a match.
    """
    message = bytearray()
    for cut in cuts:
        text = unicodedata.normalize("NFC", cut).encode()
        message += len(text).to_bytes(4, "big") + text
    message += round_number.to_bytes(4, "big")
    return hmac.digest(secret, bytes(message), "sha256")


def words(seed: bytes, event: str) -> Iterator[int]:
    """Yield 32-bit words for a named event: block i is HMAC(seed, event, 0x00, i as 8 bytes)."""
    prefix = event.encode() + b"\0"
    block = 0
    while True:
        digest = hmac.digest(seed, prefix + block.to_bytes(8, "big"), "sha256")
        yield from _BLOCK.unpack(digest)
        block += 1


def _limit(bound: int) -> int:
    """Return the last multiple of ``bound`` among the words; from there on they would be a bias."""
    return _WORDS - _WORDS % bound


@cache
def _from_the_last(size: int) -> Sequence[tuple[int, int]]:
    """Return each place but the first, from the last one down, with the limit of its words."""
    return tuple((last, _limit(last + 1)) for last in range(size - 1, 0, -1))


def _below(source: Iterator[int], bound: int) -> int:
    """Take a number in ``range(bound)`` without modulo bias: words past the last multiple go."""
    limit = _limit(bound)
    word = next(source)
    while word >= limit:
        word = next(source)
    return word % bound


@dataclass(frozen=True, slots=True)
class Chance:
    """The source of everything random in one match; a value, so that a state can hold it.

    An *event* is named by its round and a word or two ("deal", "reshuffle 1"): the same name gives
    the same result, whenever it is asked. ``fixed`` names events whose result is given instead:
    the first cards of an order (the rest follow as shuffled), or a drawn number. Records use it to
    script a position of one's own.
    """

    secret: bytes
    cuts: tuple[str, ...] = ()
    fixed: tuple[tuple[int, str, tuple[str, ...]], ...] = field(default=())

    def shuffled(self, round_number: int, event: str, cards: Sequence[T]) -> tuple[T, ...]:
        """Return ``cards`` in the order of this event (Fisher-Yates, from the last place down).

        Raises :class:`FixedError` if a fixed order names a card that ``cards`` does not hold (any
        more).
        """
        order = list(cards)
        source = words(round_seed(self.secret, self.cuts, round_number), event)
        for last, limit in _from_the_last(len(order)):
            word = next(source)
            while word >= limit:  # as in _below, without a call a card
                word = next(source)
            other = word % (last + 1)
            order[last], order[other] = order[other], order[last]
        for place, text in enumerate(self._fixed(round_number, event)):
            found = next((at for at in range(place, len(order)) if str(order[at]) == text), None)
            if found is None:
                sentence = f"no card {text[:_SHOWN]} is left to put in the order"
                raise FixedError(sentence, round_number, event)
            order.insert(place, order.pop(found))
        return tuple(order)

    def below(self, round_number: int, event: str, bound: int) -> int:
        """Return this event's number in ``range(bound)``; :class:`FixedError` if it is no such."""
        fixed = self._fixed(round_number, event)
        if not fixed:
            return _below(words(round_seed(self.secret, self.cuts, round_number), event), bound)
        number = next((number for number in range(bound) if (str(number),) == fixed), None)
        if number is None:
            given = " ".join(fixed)[:_SHOWN]
            sentence = f"{event} is fixed to {given}, which is no number from 0 to {bound - 1}"
            raise FixedError(sentence, round_number, event)
        return number

    def _fixed(self, round_number: int, event: str) -> tuple[str, ...]:
        for number, name, result in self.fixed:
            if (number, name) == (round_number, event):
                return result
        return ()
