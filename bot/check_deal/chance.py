"""The bytes: seeds, words, numbers and shuffles, as docs/fairness.md has them."""

import hashlib
import hmac
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import TypeVar

T = TypeVar("T")


def fingerprint(secret: bytes) -> str:
    """Return the commitment to a secret; or the fingerprint of words, each with its length."""
    return hashlib.sha256(secret).hexdigest()


def derived(secret: bytes, cuts: Iterable[str], *numbers: int) -> bytes:
    """Return the seed of a round; or the secret of a night's table, with its number too."""
    message = measured(cuts) + b"".join(number.to_bytes(4, "big") for number in numbers)
    return hmac.digest(secret, message, "sha256")


def measured(cuts: Iterable[str]) -> bytes:
    """Return each word with its length before it."""
    texts = [unicodedata.normalize("NFC", cut).encode() for cut in cuts]
    return b"".join(len(text).to_bytes(4, "big") + text for text in texts)


def words(seed: bytes, event: str) -> Iterator[int]:
    """Yield the words of an event."""
    for block in count():
        digest = hmac.digest(seed, event.encode() + b"\0" + block.to_bytes(8, "big"), "sha256")
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))


def below(source: Iterator[int], bound: int) -> int:
    """Return a number below a bound."""
    return next(word for word in source if word < 2**32 - 2**32 % bound) % bound


def shuffled(source: Iterator[int], cards: Sequence[T]) -> list[T]:
    """Return cards in a new order, the top card first."""
    order = [*cards]
    for last in range(len(order) - 1, 0, -1):
        other = below(source, last + 1)
        order[last], order[other] = order[other], order[last]
    return order
