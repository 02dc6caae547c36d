"""A puzzle of Kapow! made by hand: which pile to take from, at the beginning of a match."""

from typing import Any, Final

from bot.game.deck import SECRET_BYTES
from bot.game.record import Record
from bot.puzzle.puzzle import Puzzle, id_of
from bot.review.values import EvaluatedChoice

__all__ = ["DRAW", "RECORD", "TAKE", "line", "puzzle"]

RECORD: Final = Record(
    game="kapow",
    secret=bytes(SECRET_BYTES),
    seats=("You", "Mina"),
    cuts=("", ""),
    options=(("rounds", 1),),
    fixed=((0, "dealer", ("1",)),),
    actions=((0, "reveal 1t 1b"),),
)

DRAW: Final = EvaluatedChoice(action="take draw", points=4, field=9, chance=0.6)
TAKE: Final = EvaluatedChoice(action="take discard", points=6, field=9, chance=0.5)


def puzzle(**other: Any) -> Puzzle:  # noqa: ANN401 - any field
    """Return the puzzle, some of its fields being others; ``ValueError`` if they don't fit."""
    record, seat = other.get("record", RECORD), other.get("seat", 0)
    fields = {"seat": 0, "choices": (DRAW, TAKE), "judge": "Kapow! expert 3", "record": RECORD}
    return Puzzle.model_validate({"id": id_of(record, seat), **fields, **other})


def line(made: Puzzle) -> str:
    """Return a puzzle as a line of a file."""
    return made.model_dump_json() + "\n"
