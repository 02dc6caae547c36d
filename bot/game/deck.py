"""Verifiable shuffling: all random results of a match, from one secret and the players' cuts.

The algorithm is specified byte by byte in ``docs/fairness.md``. Nothing here uses ``random``.
"""

import hashlib
import hmac
import struct
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TypeVar

SECRET_BYTES = 32

_WORDS = 2**32
_BLOCK = struct.Struct(">8I")
"""A block of 32 bytes as eight big-endian words."""

_SHOWN = 20
"""Characters of a scripted result that an error quotes."""

T = TypeVar("T")


class ScriptedEventError(ValueError):
    """A scripted event is impossible; ``str`` of it is a sentence without its full stop."""

    def __init__(self, sentence: str, round_number: int, event: str) -> None:
        super().__init__(sentence)
        self.round = round_number
        self.event = event


def without(cards: Iterable[T], gone: Iterable[T]) -> list[T]:
    """Return cards in their order, less some of them; ``ValueError`` if one isn't there."""
    left = [*cards]
    for card in gone:
        left.remove(card)
    return left


def commitment(secret: bytes) -> str:
    """Return the SHA-256 of ``secret`` as 64 hexadecimal digits; it is shown before the match."""
    return hashlib.sha256(secret).hexdigest()


def round_seed(secret: bytes, cuts: Sequence[str], round_number: int) -> bytes:
    """Return the 32-byte seed of a round: HMAC-SHA-256 keyed by the secret, over cuts and round.

    The message is, for each cut in seat order, its length in bytes (4 bytes, big-endian) and its
    UTF-8 text in normal form C; then the round's number (4 bytes, big-endian). Round 0 is for
    decisions made once per match.
    """
    return _keyed(secret, cuts, round_number)


def table_secret(night_secret: bytes, cuts: Sequence[str], round_number: int, table: int) -> bytes:
    """Return the secret of a league night's table, or of a board if ``table`` is 0.

    As :func:`round_seed`, with the night's secret, its words in order, and the table's number (4
    bytes, big-endian) after that of the round; both from 1.
    """
    return _keyed(night_secret, cuts, round_number, table)


def words_seal(cuts: Sequence[str]) -> str:
    """Return the SHA-256 of words in their order, which tells words apart that look alike."""
    return hashlib.sha256(_spelt(cuts)).hexdigest()


def _keyed(secret: bytes, cuts: Sequence[str], *numbers: int) -> bytes:
    message = _spelt(cuts) + b"".join(number.to_bytes(4, "big") for number in numbers)
    return hmac.digest(secret, message, "sha256")


def _spelt(cuts: Sequence[str]) -> bytes:
    texts = [unicodedata.normalize("NFC", cut).encode() for cut in cuts]
    return b"".join(len(text).to_bytes(4, "big") + text for text in texts)


def words(seed: bytes, event: str) -> Iterator[int]:
    """Yield 32-bit words for a named event: block i is HMAC(seed, event, 0x00, i as 8 bytes)."""
    prefix = event.encode() + b"\0"
    block = 0
    while True:
        digest = hmac.digest(seed, prefix + block.to_bytes(8, "big"), "sha256")
        yield from _BLOCK.unpack(digest)
        block += 1


def _limit(bound: int) -> int:
    """Return the largest multiple of ``bound`` up to 2**32; larger words would cause a bias."""
    return _WORDS - _WORDS % bound


@cache
def _from_the_last(size: int) -> Sequence[tuple[int, int]]:
    """Return the indexes from the last one down to 1, each with the limit of its words."""
    return tuple((last, _limit(last + 1)) for last in range(size - 1, 0, -1))


def _below(source: Iterator[int], bound: int) -> int:
    """Return a number in ``range(bound)`` without modulo bias, by rejection sampling."""
    limit = _limit(bound)
    word = next(source)
    while word >= limit:
        word = next(source)
    return word % bound


@dataclass(frozen=True, slots=True)
class Chance:
    """The source of everything random in one match, as a value that a state can hold.

    An *event* is named by its round and one or two words ("deal", "reshuffle 1"); the same name
    always gives the same result. ``fixed`` scripts some: the first cards of an order, or a number.
    """

    secret: bytes
    cuts: tuple[str, ...] = ()
    fixed: tuple[tuple[int, str, tuple[str, ...]], ...] = field(default=())

    def shuffled(self, round_number: int, event: str, cards: Sequence[T]) -> tuple[T, ...]:
        """Return ``cards`` in the order of this event (Fisher-Yates, from the last place down).

        :class:`ScriptedEventError` if a scripted order names a card too often.
        """
        order = list(cards)
        source = words(round_seed(self.secret, self.cuts, round_number), event)
        for last, limit in _from_the_last(len(order)):
            word = next(source)
            while word >= limit:  # like _below, but without a function call for each card
                word = next(source)
            other = word % (last + 1)
            order[last], order[other] = order[other], order[last]
        for place, text in enumerate(self._fixed(round_number, event)):
            found = next((at for at in range(place, len(order)) if str(order[at]) == text), None)
            if found is None:
                sentence = f"no card {text[:_SHOWN]} is left to put in the order"
                raise ScriptedEventError(sentence, round_number, event)
            order.insert(place, order.pop(found))
        return tuple(order)

    def below(self, round_number: int, event: str, bound: int) -> int:
        """Return this event's number in ``range(bound)``; else :class:`ScriptedEventError`."""
        fixed = self._fixed(round_number, event)
        if not fixed:
            return _below(words(round_seed(self.secret, self.cuts, round_number), event), bound)
        number = next((number for number in range(bound) if (str(number),) == fixed), None)
        if number is None:
            given = " ".join(fixed)[:_SHOWN]
            sentence = f"{event} is fixed to {given}, which is no number from 0 to {bound - 1}"
            raise ScriptedEventError(sentence, round_number, event)
        return number

    def _fixed(self, round_number: int, event: str) -> tuple[str, ...]:
        for number, name, result in self.fixed:
            if (number, name) == (round_number, event):
                return result
        return ()
