"""A duplicate night: what its tables mean for its boards, and how its boards are dealt.

The boards are numbered as the rounds. A board counts once all its tables are done: until then
nothing of it is told, because somebody may still be playing it.
"""

import hmac
from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.night.boards import AVERAGE, BoardLine, Percents, Play, board_standings, percents
from bot.night.night import Night, Table

__all__ = ["board_percents", "board_secret", "duplicate_standings", "finished_boards", "without"]


def board_secret(seed: bytes, board: int) -> bytes:
    """Return the secret (32 bytes) from which every table of a board is dealt.

    It is HMAC-SHA-256, keyed by the night's seed, over "board " and the board's number. So the
    secret of a board, which is told once it is over, says nothing about the next.
    """
    return hmac.digest(seed, f"board {board}".encode(), "sha256")


def finished_boards(night: Night) -> Sequence[int]:
    """Return the numbers of the boards all whose tables are done."""
    return [number for number, each in enumerate(night.rounds, 1) if not each.running]


def board_percents(night: Night) -> Percents:
    """Return everyone's percentage of each finished board that they played themselves."""
    played = [
        (number, table)
        for number in finished_boards(night)
        for table in night.rounds[number - 1].tables
    ]
    compared = percents([_play(number, table) for number, table in played])
    found = {who: {**boards} for who, boards in compared.items()}
    for number, table in played:
        for who in table.absent:
            found.setdefault(who, {})[number] = AVERAGE
    return found


def duplicate_standings(night: Night) -> tuple[BoardLine, ...]:
    """Return the standings after the finished boards, the best first."""
    return board_standings(night.people, finished_boards(night), board_percents(night))


def without(night: Night, boards: Collection[int]) -> Night:
    """Return a night as if these boards were still played at all their tables.

    That is how it is told while one of them goes on that the night doesn't wait for any more.
    """
    rounds = (
        replace(each, tables=tuple(Table(table.seats) for table in each.tables))
        if number in boards
        else each
        for number, each in enumerate(night.rounds, 1)
    )
    return replace(night, rounds=tuple(rounds))


def _play(board: int, table: Table) -> Play:
    """Return a table's board, with nobody in the seats that Kai played."""
    if table.given_up:
        return Play(board, tuple(who for who in table.seats if who not in table.away), None)
    seats: list[int | None] = [None] * len(table.scores)
    for who, seat in zip(table.seats, table.sat, strict=True):
        if seat is not None and who not in table.away | table.absent:
            seats[seat] = who
    return Play(board, tuple(seats), table.scores)
