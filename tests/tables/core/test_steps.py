"""The steps of a match, found again in its log."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest

from bot.face.face import Scene
from bot.game.contract import AnyGame
from bot.games.registry import GAMES
from bot.tables.core.apply import evolve, open_state
from bot.tables.core.entries import (
    Acted,
    Entry,
    HandedOver,
    Occupant,
    Opened,
    Person,
    Place,
    Started,
    TableSetup,
)
from bot.tables.core.sight import look
from bot.tables.core.state import TableState
from bot.tables.core.steps import MatchStep, find_step, round_begins, step_begins
from tests.kai.matches import RandomPlayer
from tests.short import short

TABLE = "0123456789"


class Played(NamedTuple):
    """A match, as it was seen while it was played."""

    entries: Sequence[Entry]
    now: TableState
    scenes: Sequence[Scene[Any]]
    """What spectators saw as each turn began."""
    rounds: Sequence[int]
    """In which round that was."""
    events: Sequence[object]

    def find(self, number: int) -> MatchStep:
        return find_step(TABLE, self.entries, GAMES, step_begins(number))


def play(game: AnyGame) -> Played:
    """Play a match of two rounds, if the game has several, in which somebody leaves early."""
    people = [Person(id=number + 1, name=f"P{number}") for number in range(game.seats[0])]
    setup = TableSetup(game=game.name, options=dict(short(game)))
    seats = tuple(Occupant(person=person) for person in people)
    opened = Opened(
        at=0, place=Place(guild=1, channel=2), host=people[0], setup=setup, secret="00" * 32
    )
    entries: list[Entry] = [opened]
    entries.append(Started(at=0, seats=seats, cuts=("",) * len(seats)))
    table = evolve(open_state(TABLE, opened, GAMES), entries[-1])
    scenes, rounds = [look(table).scene], [1]
    events = [news.event for news in table.news]
    player = RandomPlayer(5)
    while table.to_act:
        if table.ply == 4:
            entries.append(HandedOver(at=0, seat=1, because="left"))
            table = evolve(table, entries[-1])
        seat, position = min(table.to_act), table.position
        action = player.choose(game.view(position, seat), game.legal(position, seat)).action
        events += game.apply(position, seat, action).events
        entries.append(Acted(at=0, seat=seat, action=str(action)))
        table = evolve(table, entries[-1])
        if game.stage(position).turn != game.stage(table.position).turn:
            scenes.append(look(table).scene)
            rounds.append(look(table).stage.round)
    return Played(entries, table, scenes, rounds, events)


@pytest.fixture(params=GAMES.values(), ids=lambda game: str(game.name))
def played(request: pytest.FixtureRequest) -> Played:
    return play(request.param)


def test_a_step_shows_what_spectators_saw_and_the_steps_tell_everything_once(
    played: Played,
) -> None:
    told: list[object] = []
    for number, scene in enumerate(played.scenes, 1):
        step = played.find(number)
        assert step.stage.turn == number
        assert look(step.table).scene == scene
        assert scene.view.viewer is None
        told += step.events
    assert told == played.events
    assert len(played.scenes) == look(played.now).stage.turn
    assert played.scenes[-1] == look(played.now).scene


def test_whoever_was_away_is_so_only_from_then_on(played: Played) -> None:
    away = [scene.seats[1].away for scene in played.scenes]
    assert away == sorted(away)
    assert set(away) == {False, True}


def test_a_round_begins_with_its_deal(played: Played) -> None:
    for number in sorted(set(played.rounds)):
        step = find_step(TABLE, played.entries, GAMES, round_begins(number))
        assert step.stage.turn == played.rounds.index(number) + 1
        assert step.stage.round == number
        assert not step.stage.paused


def test_out_of_range_is_the_nearest(played: Played) -> None:
    assert played.find(0) == played.find(1)
    assert played.find(999_999) == played.find(len(played.scenes))
    last = find_step(TABLE, played.entries, GAMES, round_begins(99))
    assert last == played.find(999_999)


def test_a_table_without_a_match_has_no_steps(played: Played) -> None:
    with pytest.raises(ValueError, match="has not started"):
        find_step(TABLE, played.entries[:1], GAMES, step_begins(1))
