# It imports modules of the version before, which are not there any more.
# mypy: ignore-errors
# ruff: noqa: I001
"""A house of the version before with everything in its database, and what it says of all that."""

import asyncio
import random
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from bot.games.registry import GAMES
from bot.render.faces import face_of
from bot.tables import lobby, match
from bot.tables.allowance import DAY, collect
from bot.tables.analysis import ReviewProcess
from bot.tables.store import Deferral
from bot.tables.entries import Clock, TableSetup
from bot.tables.forgetting import Forgetting
from bot.tables.record import record_of
from bot.tables.reviewing import Reviewing
from bot.tables.sight import look
from bot.tables.state import TableState
from bot.tables.store import Bookmark
from bot.tables.table import Table
from tests.compatibility.make_house import (
    ADA,
    CLUB,
    EVE,
    HOME,
    MINA,
    PEOPLE,
    SAM,
    TOM,
    Night,
    choice,
)
from tests.tables.house import asker
from tests.compatibility.make_records import OWN_DECK
from tests.compatibility.telling import (
    chips_told,
    digest,
    ending_told,
    export_told,
    EVERYTHING,
    league_told,
    lines_told,
    outline_told,
    table_told,
    viewers,
)
from tests.patience import until


SHORT = {
    "kapow": {"rounds": 1, "cards": 9},
    "kabobo": {"max_rounds": 2, "max_turns": 12},
    "capit": {"rounds": 2},
    "chowpow": {},
}
LIVE, SLOW = Clock(kind="live", seconds=60), Clock(kind="slow", seconds=86_400)
DAY_SECONDS = DAY / 1000


def setup(game: str, options: Mapping[str, object] | None = None, **chosen: Any) -> TableSetup:  # noqa: ANN401 - as pydantic takes them
    """Return what a host chooses; short options where nothing else is said."""
    return TableSetup(game=game, options={**(options or SHORT[game])}, **chosen)


async def evening(file: Path) -> Mapping[str, Any]:
    """Fill a database, and return what this version says of it."""
    night = Night(file, seed=2)
    await night.reopen()
    await _days_before(night)
    finished = await _finished(night)
    await _reviews(night, finished)
    night.clock.advance(DAY_SECONDS)
    await _chips(night)
    running = [*await _running(night), *await _special(night), *await _lobbies(night)]
    await Forgetting(night.host, night.store, night.storage.privacy, night.clock).forget(EVE.id)
    await _messages(night, running)
    running += await _clocked(night)
    told = await _told(night, running, finished)
    await night.close()
    return told


def dump(file: Path) -> str:
    """Return a database as SQL."""
    with closing(sqlite3.connect(file)) as connection:
        return "\n".join((*connection.iterdump(), ""))


async def _days_before(night: Night) -> None:
    """Play a match and open a lobby whose logs are pruned since, and choose settings."""
    league = night.league
    await league.change_settings(HOME, {"count_short": True, "daily_chips": 25, "mention": False})
    await league.change_settings(CLUB, {"threads": True})
    await night.play(await night.opened(setup("kapow", ranked=True), (MINA, SAM, EVE)))
    expired = await night.opened(setup("capit"), (MINA, SAM), start=False)
    night.clock.advance(night.rules.lobby_expiry)
    await until(lambda: expired.state.closed is not None)
    night.clock.advance(3 * DAY_SECONDS)
    before = night.clock.now() - DAY
    assert await night.storage.pruner.prune(before, before) == 2


async def _chips(night: Night) -> None:
    for person in (*PEOPLE, EVE):
        await collect(night.league, night.storage.ledger, HOME, person.id, night.clock.now())
    await collect(night.league, night.storage.ledger, CLUB, MINA.id, night.clock.now())


async def _finished(night: Night) -> list[Table]:
    """Play matches to their end, or until they are ended or left by all."""
    await _chips(night)
    ranked = {"ranked": True}
    whole = [
        await night.opened(setup("kapow", **ranked), (MINA, SAM, ADA), cuts=2),
        await night.opened(setup("kapow", **ranked), (SAM, MINA), ("hard",)),
        await night.opened(setup("kabobo", **ranked), (MINA, SAM, TOM)),
        await night.opened(setup("capit", ante=10, **ranked), (MINA, SAM, ADA, EVE), cuts=4),
        await night.opened(setup("chowpow", **ranked), (SAM, MINA), ("normal",)),
        await night.opened(setup("kapow"), (EVE, MINA), cuts=1),
        await night.opened(setup("kapow", **ranked), (MINA, ADA), guild=CLUB),
        await night.opened(setup("chowpow", {"hot_sauce": True}, **ranked), (ADA, TOM), guild=CLUB),
        await night.opened(setup("capit", {"rounds": 5}, **ranked), PEOPLE, guild=CLUB),
    ]
    for table in whole:
        await night.play(table)
    ended = await night.opened(setup("capit", ante=5), PEOPLE)
    await night.play(ended, actions=12)
    await ended.do(match.end(asker(TOM, moderator=True)))
    left = await night.opened(setup("kabobo"), (MINA, SAM))
    await night.play(left, actions=9)
    for person in (SAM, MINA):
        await left.do(match.leave(person.id))
    return [*whole, ended, left]


class _RealTime:
    """The evening's hour, and sleep that nobody has to end."""

    def __init__(self, night: Night) -> None:
        self.now, self.steady = night.clock.now, night.clock.steady

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


async def _reviews(night: Night, finished: list[Table]) -> None:
    """Have one match reviewed, and leave with another one asked for."""
    storage = night.storage
    reviewing = Reviewing(
        night.host,
        storage.store,
        storage.reviews,
        analyst=ReviewProcess(),
        time=_RealTime(night),
    )
    first, second, *_ = finished
    await reviewing.ask(first.state, MINA.id)
    await reviewing.over(first.id)
    assert await reviewing.find(first.state) is not None
    await reviewing.ask(second.state, SAM.id)
    await reviewing.close()


async def _running(night: Night) -> list[Table]:
    """Begin matches, and stop in the middle of something, without a clock or with a slow one."""
    drawn = await night.opened(setup("kapow", {"rounds": 2, "cards": 12}), (MINA, SAM), ("hard",))
    await night.play(drawn, actions=20)
    await night.play(drawn, to=lambda state: state.position.phase.value == "play")
    await drawn.do(match.pause(asker(MINA)))
    between = await night.opened(setup("kapow", {"rounds": 3}, ranked=True), (ADA, TOM), guild=CLUB)
    await night.play(between, to=lambda state: state.stage.paused)
    peeking = await night.opened(setup("kabobo"), PEOPLE, cuts=2)
    await night.play(peeking, actions=3)
    rounds = {"max_rounds": 3, "max_turns": 12}
    slow = await night.opened(setup("kabobo", rounds, clock=SLOW), (EVE, MINA, SAM), ("normal",))
    await night.play(slow, to=lambda state: state.stage.round == 2 and _is(state, "power"))
    second = await night.opened(
        setup("capit", {"rounds": 3, "run_suit": "any"}, ranked=True), PEOPLE, ("easy",), guild=CLUB
    )
    await night.play(second, to=lambda state: state.stage.round == 2 and _is(state, "play"))
    battle = await night.opened(setup("chowpow", {"memory_aid": False}), (TOM, SAM), cuts=1)
    await night.play(battle, to=lambda state: _is(state, "defend", "counter"))
    return [drawn, between, peeking, slow, second, battle]


def _is(state: TableState, *phases: str) -> bool:
    return state.position.phase.value in phases


async def _special(night: Night) -> list[Table]:
    """Begin matches for chips, where people have gone, and where the bot has."""
    chips = await night.opened(setup("capit", ante=10), (MINA, SAM, ADA, TOM), ("hard",), cuts=3)
    await night.play(chips, actions=11)
    await chips.do(match.leave(TOM.id))
    await chips.do(match.kick(asker(MINA), 2))
    await night.play(chips, actions=24)
    buffet = {"battle_buffet": True, "hot_sauce": True}
    secretly = await night.opened(setup("chowpow", buffet), (SAM, ADA, TOM))
    await night.play(secretly, to=lambda state: 0 < len(state.to_act) < 3 and _is(state, "buffet"))
    await secretly.do(match.cut_off)
    own = {"deck": OWN_DECK, "three_course_meal": True, "max_turns": 6}
    meal = await night.opened(setup("chowpow", own), (ADA, MINA), ("easy",))
    await night.play(meal, to=lambda state: state.stage.round == 2 and state.ply > 60)
    return [chips, secretly, meal]


async def _lobbies(night: Night) -> list[Table]:
    first = await night.opened(
        setup("kapow", ranked=True), (SAM, EVE, ADA, TOM), ("hard", "easy"), cuts=2, start=False
    )
    await first.do(lobby.remove(asker(SAM), ADA.id))
    await first.do(lobby.remove_kai(TOM.id))
    ante = await night.opened(setup("capit", ante=20), (ADA, MINA, TOM), start=False)
    for person in (ADA, TOM):
        await ante.do(lobby.agree(person.id, lobby.terms(ante.state.setup)))
    await ante.do(lobby.withdraw(TOM.id))
    changed = await night.opened(setup("kabobo"), (MINA,), guild=CLUB, start=False)
    other = setup("kabobo", {"memory_aid": False}, clock=SLOW, hints=False)
    await changed.do(lobby.configure(asker(MINA), other))
    return [first, ante, changed]


async def _clocked(night: Night) -> list[Table]:
    """Let everyone's time run out at one table, and someone's at another; then stop the evening.

    These come last: whatever the clock brings elsewhere has come by now.
    """
    deserted = await night.opened(setup("kabobo", clock=LIVE), (MINA,), ("normal",))
    while deserted.state.paused is None:
        await night.wait_at(deserted)
    absent = await night.opened(setup("kapow", clock=LIVE), (MINA, SAM), ("normal",))
    await night.play(absent, actions=6)
    await night.play(absent, to=lambda state: state.to_act == {1})
    while not absent.state.seats[1].missed:
        await night.wait_at(absent)
    await night.play(absent, to=lambda state: state.to_act == {0})
    night.clock.advance(20)
    return [deserted, absent]


async def _messages(night: Night, running: list[Table]) -> None:
    """Note where the tables' messages are, and an answer that was put off."""
    bookmarks, now = night.storage.bookmarks, night.clock.now()
    for number, table in enumerate(running):
        message, channel = 940_000_000_000_000_000 + number, table.state.place.channel
        await bookmarks.set_bookmark(Bookmark(table.id, channel, message, now, table.state.seq))
    await bookmarks.set_reminder(running[3].id, 950_000_000_000_000_000)
    await night.storage.deferrals.note(Deferral(960_000_000_000_000_000, "a token", 0, now))


async def _told(night: Night, running: list[Table], finished: list[Table]) -> dict[str, Any]:
    storage, now = night.storage, night.clock.now()
    hosted = [await night.host.table(table.id) for table in running]
    people = [person.id for person in (*PEOPLE, EVE)]
    marks = await storage.bookmarks.bookmarks([table.id for table in hosted])
    stored = [await storage.reviews.review(table.id) for table in finished]
    return {
        "at": now,
        "running": {table.id: _table_told(table.state, now) for table in hosted},
        "on": {t.id: _played_on(t.state, n) for n, t in enumerate(hosted) if t.state.seats},
        "finished": {t.id: await _finished_told(night, t.id, now) for t in finished},
        "league": {str(guild): await _league_told(night, guild) for guild in (HOME, CLUB)},
        "chips": {
            str(guild): await chips_told(storage.ledger, guild, people) for guild in (HOME, CLUB)
        },
        "messages": {table: mark.message for table, mark in marks.items()},
        "reviews": {each.table: [each.version, each.body] for each in stored if each},
        "exports": {
            str(user): export_told(await storage.privacy.export(user)) for user in (ADA.id, EVE.id)
        },
    }


async def _league_told(night: Night, guild: int) -> dict[str, Any]:
    """Return what that version's standings and best scores were, too."""
    told, scores = await league_told(night.league, guild), {}
    for game, scoring in ((name, game.scoring) for name, game in GAMES.items()):
        asked = guild, game, scoring
        scores[game] = {
            "standings": lines_told(await night.league.standings(*asked, limit=EVERYTHING)),
            "best rounds": lines_told(await night.league.best_rounds(*asked, EVERYTHING)),
        }
        if scoring.totals_compare:
            best = await night.league.best_matches(*asked, EVERYTHING)
            scores[game]["best matches"] = lines_told(best)
    return {"settings": told["settings"], **scores, "matches": told["matches"]}


def _table_told(state: TableState, now: int) -> dict[str, Any]:
    if not state.seats:
        return outline_told(state, now)
    sights = {name: look(state, seat) for name, seat in viewers(len(state.seats)).items()}
    return table_told(face_of(state.game), state, sights, now)


def _played_on(state: TableState, seed: int) -> dict[str, Any]:
    """Return how a match could go on, and how it would end then: by what nobody knows yet."""
    source, game, position, moves = random.Random(seed), state.game, state.position, []
    while acting := sorted(game.to_act(position)):
        seat = source.choice(acting)
        view, legal = game.view(position, seat), game.legal(position, seat)
        action = str(choice(source, state.setup.game, view, legal))
        moves.append(f"{seat} {action}")
        position = game.apply(position, seat, game.parse(action)).state
    return {"moves": "; ".join(moves), "ending": ending_told(game.outcome(position))}


async def _finished_told(night: Night, table: str, now: int) -> dict[str, Any]:
    state = (await night.host.table(table)).state
    record = record_of(state, await night.store.load(table))
    return {
        **outline_told(state, now),
        "closed": state.closed.because,
        "ending": ending_told(record.outcome),
        "record": digest(str(record)),
    }
