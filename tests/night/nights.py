"""Nights for tests: logs that are written as a host would write them."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from bot.night.night import (
    Event,
    Form,
    Joined,
    Left,
    Night,
    Opened,
    RoundSeated,
    TableFinished,
    TableGivenUp,
    evolve,
    night_of,
)
from bot.night.plan import MOST_WANTED
from bot.night.seating import seat


class Log:
    def __init__(
        self, people: int, sizes: tuple[int, ...] = MOST_WANTED, form: Form = "swiss", seed: int = 1
    ) -> None:
        opened = Opened(seed=f"{seed:064x}", sizes=sizes, form=form)
        self.events: list[Event] = [opened]
        self.night = night_of(self.events)
        self.do(*[Joined(person=person) for person in range(1, people + 1)])

    def do(self, *events: Event) -> None:
        for event in events:
            self.night = evolve(self.night, event)
            self.events.append(event)

    def leave(self, *people: int) -> None:
        self.do(*[Left(person=person) for person in people])

    def seat(self) -> None:
        self.do(seat(self.night))

    def place(self, *tables: Sequence[int], byes: Sequence[int] = ()) -> None:
        self.do(RoundSeated(tables=tuple(map(tuple, tables)), byes=tuple(byes)))

    def play_round(self, ranks: Mapping[Sequence[int], Sequence[int]]) -> None:
        """Seat people, table by table, and finish each with their ranks."""
        self.place(*ranks)
        for table, each in enumerate(ranks.values()):
            self.finish(table, *each)

    def finish(
        self, table: int, *ranks: int, away: Sequence[int] = (), absent: Sequence[int] = ()
    ) -> None:
        number, boards = len(self.night.rounds), self.night.form == "duplicate"
        self.do(
            TableFinished(
                round=number,
                table=table,
                ranks=ranks,
                away=tuple(away),
                absent=tuple(absent),
                # Who has the lower rank has the higher score.
                scores=tuple(-rank for rank in ranks) if boards else (),
                sat=tuple(range(len(ranks))) if boards else (),
            )
        )

    def give_up(self, table: int, *away: int) -> None:
        self.do(TableGivenUp(round=len(self.night.rounds), table=table, away=away))

    def play(self, strength: Callable[[int], float]) -> None:
        """Seat a round and finish its tables: who is stronger is ahead."""
        self.seat()
        self.finish_all(strength)

    def finish_all(self, strength: Callable[[int], float]) -> None:
        for number, table in enumerate(self.night.rounds[-1].tables):
            self.finish(number, *ranked([strength(person) for person in table.seats]))


def ranked(strengths: Sequence[float]) -> Sequence[int]:
    return [1 + sum(other > strength for other in strengths) for strength in strengths]


def met(night: Night) -> Mapping[frozenset[int], int]:
    return Counter(
        frozenset(pair) for table in night.tables() for pair in combinations(table.seats, 2)
    )
