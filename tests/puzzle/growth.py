"""A host on which puzzles grow, and stand-ins for what makes reviews and puzzles."""

import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Final

from sqlalchemy import select

from bot.game.record import Record
from bot.puzzle.making import Asked
from bot.puzzle.puzzle import Puzzle
from bot.puzzle.service import Growing, PuzzleMaker
from bot.review.process import FailedReviewError, Making
from bot.review.service import ReviewService
from bot.tables import match
from bot.tables.entries import Person, TableSetup
from bot.tables.state import TableState
from db.schema import grown_people, grown_puzzles
from tests.helpers import not_none, until
from tests.puzzle.quick import costly_match, costly_review, puzzles_of_it
from tests.tables.house import MINA, Housing

SETUP: Final = TableSetup(game="kapow", options=dict(costly_match().options))


class Ready:
    looked_at = 0
    over = True

    def __init__(self, made: str) -> None:
        self._made = made

    def result(self) -> str:
        return self._made

    def stop(self) -> None:
        """There is nothing to stop."""


class Reviewer:
    def begin(self, _record: Record) -> Making:
        return Ready(costly_review().model_dump_json())


class Maker:
    """Has these puzzles ready, and knows what it was asked for."""

    def __init__(self, puzzles: Sequence[Puzzle]) -> None:
        self._lines = [puzzle.model_dump_json() for puzzle in puzzles]
        self.asked: list[Asked] = []

    def begin(self, asked: Asked) -> Making:
        self.asked.append(asked)
        return Ready(json.dumps(self._lines))


class Held(Maker):
    """Is over when it is let go on, and knows whether it was stopped."""

    looked_at = 0
    over = False
    stopped = False

    def begin(self, asked: Asked) -> Making:
        self.asked.append(asked)
        return self

    def result(self) -> str:
        if self.stopped:
            raise FailedReviewError("it was stopped")
        return json.dumps(self._lines)

    def stop(self) -> None:
        self.stopped = not self.over


class Failing(Held):
    over = True

    def result(self) -> str:
        raise FailedReviewError("it fell over")


def maker() -> Maker:
    return Maker(puzzles_of_it())


@asynccontextmanager
async def growing(housing: Housing, maker: PuzzleMaker) -> AsyncIterator[ReviewService]:
    storage = housing.storage
    aside = Growing(
        housing.host,
        storage.store,
        storage.reviews,
        storage.server_puzzles,
        maker=maker,
        time=housing.clock,
    )
    made = ReviewService(
        housing.host,
        storage.store,
        storage.reviews,
        analyst=Reviewer(),
        time=housing.clock,
        aside=aside,
    )
    made.start()
    yield made
    await made.close()


async def passing(housing: Housing, condition: Callable[[], bool]) -> None:
    def moved() -> bool:
        housing.clock.advance(1)
        return condition()

    await until(moved)


def idle(service: ReviewService) -> bool:
    working = service._task is not None and not service._task.done()
    return not service._beginning and not service.waiting and not working


async def settled(housing: Housing, service: ReviewService) -> None:
    await passing(housing, lambda: idle(service))


async def agree(housing: Housing, *people: Person) -> None:
    for person in people:
        await housing.storage.server_puzzles.agree(person.id, housing.clock.now())


async def played(
    housing: Housing,
    *people: Person,
    setup: TableSetup = SETUP,
    before_the_end: Callable[[], object] = lambda: None,
) -> TableState:
    record = costly_match()
    housing.draw_secret = lambda _: record.secret
    table = await housing.started(setup, *people)
    for at, (seat, action) in enumerate(record.actions, 1):
        if at == len(record.actions):
            before_the_end()
        housing.clock.advance(1)
        sight = table.state.since[seat]
        user = not_none(table.state.seats[seat].user)
        await table.do(match.act(user, seat, sight, action))
    assert table.state.closed is not None
    return table.state


async def again(housing: Housing, service: ReviewService, state: TableState) -> None:
    """Let the match be reviewed once more, as by a newer version."""
    await housing.storage.reviews.drop(state.id)
    await service.ask(state, MINA.id)
    await settled(housing, service)


async def stored(housing: Housing) -> dict[str, set[int]]:
    """Return the puzzles that are stored, and who is with each of them."""
    both = select(grown_puzzles.c.puzzle, grown_people.c.user_id).join(grown_people)
    found: dict[str, set[int]] = {}
    async with housing.storage.engine.connect() as connection:
        for puzzle, user in await connection.execute(both):
            found.setdefault(puzzle, set()).add(user)
    return found
