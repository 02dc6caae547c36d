"""Figures for moderators, against a plain recount of made-up evenings."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Final

import pytest

from bot.league.fairplay import (
    FEWEST_LEFT,
    FEWEST_MATCHES,
    FEWEST_TIMEOUTS,
    LINES,
    MOST_REVIEWS,
    ONE_SIDED,
    PAIRS,
    LeftToKai,
    OutOfTime,
    Pair,
    ReviewedSeat,
)
from bot.tables.entries import Clock
from bot.tables.store import MatchResult, SeatResult, Tally
from db.storage import Storage
from tests.db.plain import plain
from tests.db.samples import GUILD, START
from tests.db.worlds import keep

GAMES: Final = ("kapow", "toy")
HOUR: Final = 3_600_000
SERVERS: Final = (GUILD, GUILD + 1)
MATCHES: Final = 150
SEEDS: Final = (1, 2)


def nights(seed: int) -> Sequence[MatchResult]:
    """Matches in which the lower id nearly always wins, an hour apart; some leave or dawdle."""
    chance = random.Random(seed)
    return [_match(chance, number) for number in range(MATCHES)]


def _match(chance: random.Random, number: int) -> MatchResult:
    users = sorted(chance.sample(range(11, 16), chance.choice((2, 2, 3))))
    kinds: list[int | None] = [*users, *([None] if chance.random() < 0.2 else [])]
    if chance.random() < 0.1:
        kinds.reverse()
    ranked = chance.random() < 0.9
    return MatchResult(
        f"t{number:03}",
        chance.choice((*SERVERS, GUILD)),
        chance.choice((*GAMES, GAMES[0])),
        ranked,
        ranked,
        START + number * HOUR,
        tuple(_seat(chance, seat, user) for seat, user in enumerate(kinds)),
        clock=Clock(kind="live", seconds=30) if chance.random() < 0.7 else Clock(),
    )


def _seat(chance: random.Random, number: int, user: int | None) -> SeatResult:
    rank = 1 if number and chance.random() < 0.1 else number + 1
    if user is None:
        return SeatResult(number, None, "Kai", "normal", rank, 9, (9,), Tally(kai_turns=9))
    by_kai = chance.choice((0, 0, 1, 8 if user > 13 else 0))
    late = chance.choice((0, 0, by_kai and 1, by_kai))
    tally = Tally(own_turns=6, kai_turns=by_kai, timeouts=late)
    return SeatResult(number, user, f"user {user}", None, rank, 9, (9,), tally)


async def kept(storage: Storage, seed: int) -> Sequence[MatchResult]:
    played = nights(seed)
    for match in played:
        await keep(storage, match)
    return played


def pairs(played: Sequence[MatchResult], guild: int) -> Sequence[Pair]:
    """All pairs of a server, as the page orders them."""
    found = []
    rows = {row[:7] for row in plain(played).versus if row[0] == guild and row[4]}
    for _, game, user, other, count, won, tied in rows:
        common = _lines(played, guild, game, user) & _lines(played, guild, game, other)
        alone = sum(len(_people(match)) == 2 for match in played if match.table in common)
        found.append(Pair(game, user, other, count, won, tied, len(common), alone))  # type: ignore[arg-type]
    return sorted(
        found, key=lambda pair: (-pair.matches, -pair.won, pair.user, pair.other, pair.game)
    )


def _lines(played: Sequence[MatchResult], guild: int, *who: object) -> set[object]:
    """The tables of the matches of a game that count for a person."""
    game, user = who
    return {row[4] for row in plain(played).history if row[:3] == (user, guild, game)}


def _people(match: MatchResult) -> set[int]:
    return {seat.user for seat in match.seats if seat.user}


@pytest.mark.thorough
async def test_pairs_of_which_one_wins_nearly_always(storage: Storage) -> None:
    played, found = await kept(storage, 1), 0
    for guild in SERVERS:
        every = pairs(played, guild)
        one_sided = [
            pair
            for pair in every
            if pair.matches >= FEWEST_MATCHES and pair.won >= ONE_SIDED * pair.matches
        ]
        assert len(one_sided) < len(every)
        found += len(one_sided)
        assert await storage.fair_play.pairs(guild, GAMES, None) == one_sided[:PAIRS]
        for user in range(11, 16):
            own = [pair for pair in every if pair.user == user]
            assert await storage.fair_play.pairs(guild, GAMES, user) == own[:PAIRS]
    assert found
    assert await storage.fair_play.pairs(GUILD + 9, GAMES, None) == []


@pytest.mark.thorough
def test_the_made_up_nights_have_all_that_is_looked_for() -> None:
    """Otherwise the comparison would say nothing."""
    every = [pair for seed in SEEDS for pair in pairs(nights(seed), GUILD)]
    assert any(pair.won >= ONE_SIDED * pair.matches and pair.matches >= 8 for pair in every)
    assert any(0 < pair.alone < pair.together for pair in every)
    assert any(pair.tied for pair in every)


async def test_who_left_the_largest_share_to_kai(storage: Storage) -> None:
    played = await kept(storage, 1)
    for guild in SERVERS:
        rows = [row for row in plain(played).totals if row[0] == guild and row[2] == ""]
        every = [LeftToKai(row[1], row[3], row[8], row[5]) for row in rows]  # type: ignore[arg-type]  # its columns
        every.sort(key=lambda line: (-line.left / line.matches, -line.left, line.user, line.game))
        often = [line for line in every if line.left >= FEWEST_LEFT]
        assert await storage.fair_play.left_to_kai(guild, GAMES, None) == often[:LINES]
        for user in range(11, 16):
            own = [line for line in every if line.user == user]
            assert await storage.fair_play.left_to_kai(guild, GAMES, user) == own
    assert often
    assert len(often) < len(every)


async def test_whose_turns_ran_out_of_time(storage: Storage) -> None:
    played = await kept(storage, 2)
    since = START + 30 * HOUR
    for guild in SERVERS:
        late, turns = Counter[int](), Counter[int]()
        for match in played:
            clock = match.ranked and match.clock.kind != "none"
            for seat in match.seats:
                recent = match.guild == guild and match.finished_at >= since
                if seat.user and seat.tally and clock and recent:
                    late[seat.user] += seat.tally.timeouts
                    turns[seat.user] += seat.tally.own_turns + seat.tally.timeouts
        every = [OutOfTime(user, late[user], turns[user]) for user in turns]
        every.sort(key=lambda line: (-line.timeouts / line.turns, -line.timeouts, line.user))
        often = [line for line in every if line.timeouts >= FEWEST_TIMEOUTS]
        assert await storage.fair_play.out_of_time(guild, since, None) == often
        for line in every:
            assert await storage.fair_play.out_of_time(guild, since, line.user) == [line]
        assert await storage.fair_play.out_of_time(guild, since, 99) == []
    assert await storage.fair_play.out_of_time(GUILD, START + MATCHES * HOUR, None) == []


async def test_only_the_latest_rated_matches_with_a_finished_review(storage: Storage) -> None:
    played = await kept(storage, 1)
    rated = {table for table, _ in plain(played).points}
    for number, match in enumerate(played):
        if number % 2:
            await storage.reviews.ask(match.table, "1", START)
            await storage.reviews.finish(match.table, "1", f"review {match.table}")
        else:
            await storage.reviews.ask(match.table, "1", START)
    since = START + 20 * HOUR
    expected = {
        f"review {match.table}": {
            seat.seat: ReviewedSeat(seat.user, own=seat.tally is not None and not seat.tally[1])
            for seat in match.seats
            if seat.user
        }
        for match in played[1::2]
        if match.guild == GUILD and match.table in rated and match.finished_at >= since
    }
    found = await storage.fair_play.reviewed(GUILD, since)
    assert {each.review: dict(each.people) for each in found} == expected
    assert len(found) == len(expected) <= MOST_REVIEWS
    assert [each.review for each in found] == sorted(expected, reverse=True)
