"""The noise budget: what a match costs of Discord's limits, and of people's quiet.

``docs/noise-budget.md`` has the figures of ``--thorough --noise-rounds 10``.
"""

import asyncio
import random
from collections import Counter
from pathlib import Path

import pytest

from bot.game.contract import AnyGame
from bot.games.registry import GAMES
from cogs.watch import RESTED
from tests.short import few_rounds
from tests.wire.evening import Evening, opened
from tests.wire.person import Person
from tests.wire.process import Nursery
from tests.wire.screen import Screen
from tests.wire.stand_in import Limits
from tests.wire.stand_in.messages import pinged
from tests.wire.verdict import assert_right

SLOW = "6 hours a turn"

LOOKED_AT = ("messages", "members")
"""What the bot reads, to see whether a table's message and people are still there."""


async def _play_in_sight(evening: Evening, people: list[Person], source: random.Random) -> None:
    """Play a match so slowly that each change of the table is shown before the next."""
    while not people[0].sees("Rematch"):
        await evening.one_click(source.choice(people), source)
        await evening.discord.quiet(0.02)


def _counts(evening: Evening, since: int = 0) -> Counter[str]:
    """Count what concerns a table; looks go by time, not by turns, so they're told apart."""
    found: Counter[str] = Counter()
    for said in evening.discord.tape.said[since:]:
        if said.method == "GET" and (kind := said.path.split("/")[-2]) in LOOKED_AT:
            found[kind] += 1
            continue
        if not said.path.startswith("/channels/"):
            continue
        found["all"] += said.counts
        found["posts" if said.method == "POST" else "edits"] += 1
        found["pings"] += len(pinged(said.body)) if said.method == "POST" else 0
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
@pytest.mark.parametrize("clock", ["no clock", SLOW])
async def test_a_turn_costs_one_call_at_most(
    bots: Nursery, tmp_path: Path, clock: str, game: AnyGame, noise_rounds: int
) -> None:
    """Where several act at once, it is one for each of them."""
    rounds = noise_rounds
    async with opened(bots, tmp_path) as evening:
        names = ("Ann", "Ben", "Cleo", "Dan") if rounds > 2 else ("Ann", "Ben")
        people = [evening.person(name) for name in names]
        few = few_rounds(game, rounds)
        await evening.start(*people, game=game.name, clock=clock, hints=True, **few)
        lobby = _counts(evening)
        begun = len(evening.discord.tape.said)
        await _play_in_sight(evening, people, random.Random(1))
        found = await assert_right(evening)
    assert found.table.stage is not None
    turns, rounds = found.table.stage.turn, found.table.stage.round
    counts = _counts(evening, begun)
    told = f"{rounds} rounds, {turns} turns; lobby {dict(lobby)}; match {dict(counts)}"
    print(f"\n{game.name}, {clock}: {told}")
    # When a round begins, all but the last to do what everyone does at once.
    at_once = rounds * (len(people) - 1) if game.name == "kabobo" else 0
    # The end of each round, and the end of the match, are shown as well.
    assert counts["all"] <= turns + at_once + rounds + 1
    assert counts["edits"] >= rounds
    if clock == SLOW:
        assert counts["posts"] <= turns + rounds
        assert counts["pings"] <= counts["posts"] + at_once
    else:
        assert counts["posts"] == rounds - 1
        assert counts["pings"] <= rounds + at_once
    assert lobby["posts"] == 2
    # Each option that is chosen changes the lobby, as people who join it do.
    assert lobby["edits"] <= len(people) + 2 + len(few)
    # However long it lasted here; a look may come late, and the next one in time.
    said = evening.discord.tape.said[begun:]
    most = 2 + (said[-1].at - said[0].at) / RESTED
    assert counts["messages"] <= most
    assert counts["members"] <= most * len(people)


@pytest.mark.thorough
async def test_several_tables_of_a_channel_keep_limits(bots: Nursery, tmp_path: Path) -> None:
    names = ("Ann", "Ben", "Cleo")
    settings = {"CARDS_EDIT_INTERVAL_SECONDS": "1", "CARDS_TABLES_PER_CHANNEL": str(len(names))}
    limits = Limits()
    async with opened(bots, tmp_path, settings=settings, limits=limits) as evening:
        people = [evening.person(name) for name in names]
        for person in people:  # In turn: options are chosen in the newest lobby.
            await evening.start(person, kai=1, rounds=2, cards=9)
        await asyncio.gather(*(_play_alone(person) for person in people))
        # The last edits may have to wait for the bucket, longer than any silence that we await.
        await evening.discord.until(lambda: _over(evening) == len(names))
        await evening.discord.quiet()
        assert _over(evening) == len(names)
    # discord.py learns of a bucket by its first answer, and keeps to it from then on.
    refused = [said for said in evening.discord.tape.said if said.status == 429]
    assert len(refused) == limits.hit <= len(names)


def _over(evening: Evening) -> int:
    """Count the tables in the channel that show that their match is over."""
    shown = [Screen(message).text for message in evening.discord.messages(evening.channel)]
    return sum("the match is over" in text for text in shown)


async def _play_alone(person: Person) -> None:
    """Play a match with Kai to its end, by the command instead of the button."""
    source = random.Random(person.user.name)
    while True:
        shown = await person.slash("hand")
        assert shown.original is not None
        if "You aren't at a table" in Screen(shown.original).text:
            return
        person.hand = shown.original
        while (choice := person.pick(source)) is not None:
            await person.take(choice)
        await asyncio.sleep(0.02)


def test_a_limit_has_one_name_in_all_channels_and_is_counted_in_each() -> None:
    """Discord's name for a limit leaves out the channel (API docs, “Rate Limits”)."""
    limits = Limits()
    channels = [f"PATCH /channels/{number}/messages[1]" for number in (123, 456)]
    found = [limits.take(channel, 0.0)[2] for channel in channels for _ in range(2)]
    assert len({headers["X-RateLimit-Bucket"] for headers in found}) == 1
    assert [headers["X-RateLimit-Remaining"] for headers in found] == ["4", "3", "4", "3"]
    _, _, posting = limits.take("POST /channels/123/messages", 0.0)
    assert posting["X-RateLimit-Bucket"] != found[0]["X-RateLimit-Bucket"]
