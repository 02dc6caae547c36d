"""The steps of a match and Kai's turns, found again in its log."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest

from bot.face.face import Scene
from bot.game.contract import AnyGame
from bot.games.registry import GAMES
from bot.tables import history
from bot.tables.apply import evolve, open_state
from bot.tables.command import RefusedError
from bot.tables.entries import (
    Acted,
    Entry,
    HandedOver,
    Occupant,
    Occupant as Sits,
    Opened,
    Person,
    Place,
    Started,
    TableSetup,
)
from bot.tables.loading import state_from
from bot.tables.sight import look
from bot.tables.state import TableState
from lab.arena.known import RandomPlayer
from tests.short import short

TABLE = "0123456789"


class Played(NamedTuple):
    entries: Sequence[Entry]
    now: TableState
    scenes: Sequence[Scene[Any]]
    """What spectators saw as each turn began."""
    rounds: Sequence[int]
    """In which round that was."""
    events: Sequence[object]

    def find(self, number: int) -> history.MatchStep:
        return history.find_step(TABLE, self.entries, GAMES, history.step_begins(number))


def play(game: AnyGame) -> Played:
    """Play a match of two rounds, if the game has several, in which someone leaves early."""
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


@pytest.fixture(params=GAMES.values(), ids=lambda game: str(game.name), scope="module")
def played(request: pytest.FixtureRequest) -> Played:
    return play(request.param)


def test_a_step_shows_what_spectators_saw_and_steps_tell_all_once(played: Played) -> None:
    told: list[object] = []
    for number, scene in enumerate(played.scenes, 1):
        step = played.find(number)
        assert step.stage.turn == number
        assert look(step.table).scene == scene
        assert scene.view.viewer is None
        told += [news.event for news in step.news]
    assert told == played.events
    assert len(played.scenes) == look(played.now).stage.turn
    assert played.scenes[-1] == look(played.now).scene


def test_someone_who_was_away_is_so_only_from_then_on(played: Played) -> None:
    away = [scene.seats[1].away for scene in played.scenes]
    assert away == sorted(away)
    assert set(away) == {False, True}


def test_a_round_begins_with_its_deal(played: Played) -> None:
    for number in sorted(set(played.rounds)):
        step = history.find_step(TABLE, played.entries, GAMES, history.round_begins(number))
        assert step.stage.turn == played.rounds.index(number) + 1
        assert step.stage.round == number
        assert not step.stage.paused


def test_out_of_range_is_the_nearest(played: Played) -> None:
    assert played.find(0) == played.find(1)
    assert played.find(999_999) == played.find(len(played.scenes))
    last = history.find_step(TABLE, played.entries, GAMES, history.round_begins(99))
    assert last == played.find(999_999)


def test_a_table_without_a_match_has_no_steps(played: Played) -> None:
    with pytest.raises(ValueError, match="has not started"):
        history.find_step(TABLE, played.entries[:1], GAMES, history.step_begins(1))


MINA = Person(id=1, name="Mina")


def log(*actions: tuple[int, str, str]) -> list[Entry]:
    """Return the log of a match of Kapow! between Mina and Kai: seat, action, and by whom."""
    setup = TableSetup(game="kapow", options={"rounds": 1})
    seats = (Sits(person=MINA), Sits(kai="normal"))
    place = Place(guild=1, channel=2)
    return [
        Opened(at=0, place=place, host=MINA, setup=setup, secret="00" * 32),
        Started(at=0, seats=seats, cuts=("", "")),
        *(
            Acted(at=0, seat=seat, action=action, by="kai" if by == "kai" else "person")
            for seat, action, by in actions
        ),
    ]


def table(entries: list[Entry]) -> TableState:
    return state_from("0123456789", entries, GAMES)


@pytest.fixture
def starter() -> int:
    return min(table(log()).to_act)


OPENING = ("reveal 1t 1m", "take draw", "discard")


def log_of_turns(starter: int, *turns: str) -> list[Entry]:
    """Return a log in which the seats take their first turns; the last may be cut short."""
    actions = []
    for number, by in enumerate(turns):
        seat = (starter + number) % 2
        actions += [(seat, action, by) for action in OPENING]
    return log(*actions)


def test_a_turn_has_all_its_decisions_with_the_states_before_them(starter: int) -> None:
    entries = log_of_turns(starter, "kai", "person")
    turn = history.kai_turn("0123456789", entries, GAMES, 3)
    assert [str(each.action) for each in turn.decisions] == [*OPENING]
    assert [each.before.ply for each in turn.decisions] == [0, 1, 2]
    assert {each.seat for each in turn.decisions} == {starter}
    assert turn.earlier is None
    assert all(each.events for each in turn.decisions)


def test_a_turn_refers_to_the_turn_before(starter: int) -> None:
    entries = log_of_turns(starter, "kai", "kai")
    assert table(entries).kai_moved is not None
    later = history.kai_turn("0123456789", entries, GAMES, 6)
    assert later.earlier == 3
    assert history.kai_turn("0123456789", entries, GAMES, 3).turn < later.turn


@pytest.mark.parametrize("ply", [0, 4, 6, 7, 999_999])
def test_a_ply_that_is_not_kai_s_is_refused(starter: int, ply: int) -> None:
    entries = log_of_turns(starter, "kai", "person")
    with pytest.raises(RefusedError, match="didn't make that move"):
        history.kai_turn("0123456789", entries, GAMES, ply)


def test_a_turn_is_over_when_the_next_has_begun(starter: int) -> None:
    entries = log_of_turns(starter, "kai")
    assert history.over(table(entries[:2])) is None
    during, after = table(entries[:-1]), table(entries)
    assert during.kai_moved is not None
    assert history.over(during) is None
    with pytest.raises(RefusedError, match="n't finished"):
        history.must_be_over(during, during.kai_moved.turn)
    assert history.over(after) == 3


def test_people_s_turns_are_not_found(starter: int) -> None:
    assert table(log_of_turns(starter, "person", "person")).kai_moved is None
