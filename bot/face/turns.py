"""Turns in one sentence each: what a seat did, made from public events alone."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

from bot.face.face import SeatSign
from bot.face.names import IN_LINE, bold, listed
from bot.game.contract import Seat

__all__ = ["TURN_LIMIT", "Deed", "Told", "in_one_line", "sentence"]

TURN_LIMIT: Final = 200
"""The longest line about a turn, in characters of Markdown."""


class Deed(NamedTuple):
    """Something that a seat did, in words that follow its name: ``drew a 7``."""

    seat: Seat
    words: str
    loud: bool = False
    """Whether it is worth an exclamation mark, if the sentence ends with it."""


Told: TypeAlias = Deed | str
"""A deed, or a whole sentence about what happened."""


def sentence(told: Iterable[Told], seats: Sequence[SeatSign]) -> str:
    """Return a turn in one line of at most 200 characters; empty if there is nothing to tell.

    Deeds of one seat in a row become one sentence: “Kai drew a 7, put it on top and went out!”.
    Where there are too many, quiet ones are left out, the first one first.
    """
    kept = [*told]
    line = _line(kept, seats)
    while len(line) > TURN_LIMIT and len(kept) > 1:
        quiet = (at for at, item in enumerate(kept) if isinstance(item, Deed) and not item.loud)
        kept.pop(next(quiet, 0))
        line = _line(kept, seats)
    return line


def in_one_line(lines: Sequence[str]) -> str:
    """Return as many of the last lines as fit in one line about a turn."""
    line = ""
    for found in reversed(lines):
        longer = f"{found} {line}".strip()
        if len(longer) > TURN_LIMIT:
            break
        line = longer
    return line


def _line(told: Sequence[Told], seats: Sequence[SeatSign]) -> str:
    sentences: list[str] = []
    for seat, group in groupby(told, key=lambda item: item.seat if isinstance(item, Deed) else -1):
        if seat < 0:
            sentences += [item for item in group if isinstance(item, str)]
            continue
        deeds = [item for item in group if isinstance(item, Deed)]
        end = "!" if deeds[-1].loud else "."
        words = listed([deed.words for deed in deeds])
        sentences.append(f"{bold(seats, seat, IN_LINE)} {words}{end}")
    return " ".join(sentences)
