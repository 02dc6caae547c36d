"""What Kai teaches: why it made a turn's moves, what to do, and what would have been better.

Kai thinks here, from Views alone: not for the event loop. Lessons are thought of after the click is
answered, one at a time; where threads are busy, nothing is said.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from time import perf_counter
from typing import Any, Final, NamedTuple, TypeAlias

from cachetools import LRUCache

from bot.face.face import Scene, with_lasting
from bot.game.contract import AnyGame, Seat
from bot.games.explaining import Explained, advise, compare, explain
from bot.games.faces import face_of
from bot.games.registry import adviser_for, is_ready, player_for, strongest_level
from bot.kai.advice import measure_of
from bot.review import making as reviewed
from bot.tables.command import NotYoursError, RefusedError
from bot.tables.entries import Entry
from bot.tables.history import Decision, KaiTurn, kai_turn, must_be_over, own_turn
from bot.tables.ports import level_of
from bot.tables.sight import look, signs
from bot.tables.state import TableState, stage_of
from bot.tables.store import StoreUnavailableError
from bot.tables.table import Table
from cogs.core.answers import answer
from cogs.core.buttons import Cost, Press, TableButton
from cogs.core.click import NUMBER
from cogs.core.page import Page
from cogs.core.work import Jobs, in_thread
from cogs.play.coaching import (
    Better,
    Hint,
    better_page,
    hint_made,
    hint_page,
    way_back,
)
from cogs.play.hand import own_seat
from cogs.play.kai import turn_page
from cogs.services import Parts

MOST: Final = 12
"""Of more decisions in a turn the last ones are looked at: each takes time, and room."""


WARMING_UP: Final = "Kai isn't at full strength yet. Please try again in a minute."


class Own(NamedTuple):
    """A person's turn: the table, their seat, and the ply that the turn's last action led to."""

    table: str
    seat: Seat
    ply: int


def turn(
    now: TableState,
    entries: Sequence[Entry],
    games: Mapping[str, AnyGame],
    ply: int,
    more: int | None = None,
) -> Page:
    """Explain the turn in which Kai's action led to a ply; ``RefusedError`` if it's not over."""
    _must_be_ready(now.game)
    made = kai_turn(now.id, entries, games, ply)
    must_be_over(now, made.turn)
    said = tuple((each, _explained(each)) for each in _worth_a_word(made))
    return turn_page(now, made, said, more)


def hint(table: TableState, seat: Seat) -> Hint:
    """Say what Kai at its best would do for a seat that is to act."""
    game, sight = table.game, look(table, seat)
    _must_be_ready(game)
    player = player_for(game.name, strongest_level(game.name))
    explained = advise(game.name, player, sight.scene.view, sight.legal)
    return hint_made(face_of(game), sight.scene, sight.legal, explained)


def is_lesson(own: Own, entries: Sequence[Entry], games: Mapping[str, AnyGame]) -> bool:
    """Whether a person's turn cost enough to show what was better; ``RefusedError``."""
    found = judge(own_turn(own.table, entries, games, own.seat, own.ply))
    return found is not None and found.is_dear


def better(
    now: TableState,
    own: Own,
    entries: Sequence[Entry],
    games: Mapping[str, AnyGame],
    *,
    more: bool = False,
) -> Page:
    """Explain what would have been better in a person's turn; ``RefusedError`` if nothing was."""
    _must_be_ready(now.game)
    found = judge(own_turn(own.table, entries, games, own.seat, own.ply))
    if found is None or not found.cost:
        raise RefusedError("Nothing was better in that turn.")
    return better_page(now, face_of(now.game), found, f"{own.seat}:{own.ply}", more=more)


def judge(decisions: Sequence[Decision]) -> Better | None:
    """Return the decision that cost a turn the most; None where nobody can tell."""
    judged = [(each, found) for each in decisions[-MOST:] if (found := _judged(each)) is not None]
    if not judged:
        return None
    worst, found = max(judged, key=lambda each: each[1].loss)
    view, legal = _view(worst), _legal(worst)
    best = compare(worst.before.game.name, view, legal, worst.action, found.considered)
    scene = Scene(view, signs(worst.before))
    cost = sum(each.loss for _, each in judged)
    return Better(scene, worst.action, best, cost)


def _must_be_ready(game: AnyGame) -> None:
    if not is_ready(game.name):
        raise RefusedError(WARMING_UP)


def _judged(decision: Decision) -> reviewed.Decision | None:
    before, legal = decision.before, _legal(decision)
    adviser = adviser_for(before.game.name)
    if adviser is None or len(legal) < 2:
        return None
    view, made = _view(decision), decision.action
    considered = adviser.consider(view, legal, (made,))
    stage, measure = stage_of(before), measure_of(before.game.scoring)
    return reviewed.Decision(
        before.ply, decision.seat, stage, made, considered, measure, view, legal
    )


def _worth_a_word(made: KaiTurn) -> Sequence[Decision]:
    """Return the decisions with a choice; the last one if there was none."""
    found = [each for each in made.decisions if len(_legal(each)) > 1]
    return found[-MOST:] or made.decisions[-1:]


def _legal(decision: Decision) -> Sequence[Any]:
    before = decision.before
    found: Sequence[Any] = before.game.legal(before.position, decision.seat)
    return found


def _view(decision: Decision) -> Any:  # noqa: ANN401 - any game's
    before = decision.before
    return before.game.view(before.position, decision.seat)


def _explained(decision: Decision) -> Explained:
    before, seat = decision.before, decision.seat
    game = before.game
    player = player_for(game.name, level_of(before, seat))
    return explain(game.name, player, _view(decision), _legal(decision), decision.action)


_PLY: Final = f"{NUMBER}(:more(?::{NUMBER})?)?|.*"
"""The turn's number; buttons of older versions say it in other ways, or not at all."""
_HINT: Final = f"{NUMBER}:{NUMBER}(?:=([a-z]{{1,8}}))?(:more)?"
_TURN: Final = f"{NUMBER}:{NUMBER}(:more)?"

_ANOTHERS: Final = "These buttons belong to another player's hand."

_MOVED_ON: Final = "That hint is out of date. Open your hand again with **My hand**."


async def _why(press: Press) -> None:
    state, host = press.state, press.services.host
    if not state.seats:
        raise RefusedError("The match hasn't started yet.")
    ply = int(press.found[1] or 0)
    more = int(press.found[3] or 0) if press.found[2] else None
    entries = await host.log(state.id)
    page = await in_thread(press.services.executor, turn, state, entries, host.games, ply, more)
    await answer(press.click, page.plus(way_back(press.click, state)), in_place=True)


async def _hint(press: Press) -> None:
    seat, hint, lasting = await _asked_hint(press)
    focus = with_lasting(lasting, "")
    await press.services.surface.show_hand(press.click, press.table, seat, focus, hint=hint)


async def _reasons(press: Press) -> None:
    seat, hint, lasting = await _asked_hint(press)
    page = hint_page(press.state, seat, hint, lasting, more=press.found[4] is not None)
    press.services.surface.hands.put_aside(press.table.id, press.user)
    await answer(press.click, page, in_place=True)


async def _asked_hint(press: Press) -> tuple[Seat, Hint, str]:
    asked, state = press.found, press.state
    seat = own_seat(state, press.user)
    if int(asked[1]) != seat:
        raise NotYoursError(_ANOTHERS)
    _must_give_hints(state)
    sight = look(state, seat)
    if int(asked[2]) != sight.revision or not sight.legal:
        raise RefusedError(_MOVED_ON)
    hint = await press.services.surface.hints.ask(state, seat)
    if press.state.since[seat] != sight.revision:
        raise RefusedError(_MOVED_ON)
    return seat, hint, asked[3] or ""


async def _better(press: Press) -> None:
    asked, state, host = press.found, press.state, press.services.host
    seat = own_seat(state, press.user)
    if int(asked[1]) != seat:
        raise NotYoursError(_ANOTHERS)
    _must_give_hints(state)
    own = Own(state.id, seat, int(asked[2]))
    entries = await host.log(state.id)
    more = asked[3] is not None
    page = await in_thread(
        press.services.executor, better, state, own, entries, host.games, more=more
    )
    press.services.surface.hands.put_aside(press.table.id, press.user)
    await answer(press.click, page, in_place=True)


def _must_give_hints(table: TableState) -> None:
    if not table.setup.gives_hints:
        raise RefusedError("There are no hints at this table.")


AT_ONCE: Final = 1
"""Turns that are looked into at once: the other threads stay free for Kai's moves and pictures."""

PATIENCE: Final = 0.5
"""Seconds that a turn may wait for its log and a thread: after more, the house is busy."""

LONGEST: Final = 2_000
"""Entries of a log that is read again after a turn, at most."""

KNOWN: Final = 2_000
"""Lessons that are remembered: the newest ones. A lesson's button works without that."""


class Lessons:
    """The newest lesson of each person at each table, until they act again."""

    def __init__(self, parts: Parts, jobs: Jobs, told: Callable[[Table, int], None]) -> None:
        self._parts = parts
        self._jobs = jobs
        self._told = told
        self._known: LRUCache[tuple[str, int], int] = LRUCache(KNOWN)
        self._people: set[int] = set()
        self._awaited: LRUCache[tuple[str, int], int] = LRUCache(KNOWN)
        """The ply of the turn that a person's lesson is to be about."""

    @property
    def under_way(self) -> int:
        """How many turns are being looked into, or are about to be."""
        return len(self._people)

    def of(self, table: str, user: int) -> int | None:
        """Return the ply of a person's last turn at a table if they can learn from it."""
        return self._known.get((table, user))

    def forget(self, table: str, user: int) -> None:
        """Forget a person's lesson: they have acted again."""
        self._known.pop((table, user), None)
        self._awaited.pop((table, user), None)

    def look(self, table: Table, after: TableState, user: int) -> None:
        """Look into a turn that a person's action has ended, once the click is answered."""
        seat = after.seat_of(user)
        if seat is None or not _is_worth_it(after, seat) or not self._has_room(user):
            return
        asked = perf_counter()
        self._people.add(user)
        self._awaited[table.id, user] = after.ply
        own = Own(table.id, seat, after.ply)
        self._jobs.start(self._look(table, user, own, asked), f"looking into a turn at {table.id}")

    def _has_room(self, user: int) -> bool:
        return user not in self._people and len(self._people) < AT_ONCE

    async def _look(self, table: Table, user: int, own: Own, asked: float) -> None:
        try:
            entries = await self._parts.storage.store.load(table.id)

            def think() -> bool:
                late = perf_counter() - asked > PATIENCE
                return not late and is_lesson(own, entries, self._parts.games)

            found = await in_thread(self._parts.executor, think)
        except StoreUnavailableError:
            return
        finally:
            self._people.discard(user)
        if found and self._awaited.get((table.id, user)) == own.ply:
            self._known[table.id, user] = own.ply
            self._told(table, user)


def _is_worth_it(after: TableState, seat: Seat) -> bool:
    stage = stage_of(after)
    return (
        after.setup.gives_hints
        and after.closed is None
        and (stage.paused or after.tallies[seat].turn != stage.turn)
        and after.seq <= LONGEST
        and adviser_for(after.game.name) is not None
        and is_ready(after.game.name)
    )


HINTS_KNOWN: Final = 500
"""Hints that are remembered: those asked for last. Any other is thought of again."""

_Key: TypeAlias = tuple[str, Seat, int]
"""Table, seat and revision: a seat's choices are the same as long as its revision is."""


class Hints:
    """The hints that were asked for lately."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._known: LRUCache[_Key, Hint] = LRUCache(HINTS_KNOWN)

    def known(self, table: TableState, seat: Seat) -> Hint | None:
        """Return the hint for a seat's present choice, if it was asked for lately."""
        return self._known.get(_key(table, seat))

    async def ask(self, table: TableState, seat: Seat) -> Hint:
        """Return the hint for a seat that is to act, after Kai has thought if it has to."""
        found = self.known(table, seat)
        if found is None:
            found = self._known[_key(table, seat)] = await in_thread(
                self._executor, hint, table, seat
            )
        return found


def _key(table: TableState, seat: Seat) -> _Key:
    return table.id, seat, table.since[seat]


_LATE: Final = partial(TableButton, cost=Cost.COSTLY, thinking=True, in_place=True)

BUTTONS: Final = (
    _LATE("why", _why, _PLY, tells_cards=True),
    _LATE("hint", _hint, _HINT, broken=_ANOTHERS),
    _LATE("reasons", _reasons, _HINT, broken=_ANOTHERS),
    _LATE("better", _better, _TURN, broken=_ANOTHERS),
)
