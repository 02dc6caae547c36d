"""What belongs to finished matches: reviews, and what was done to matches by moderators."""

from typing import Any

from bot.league.fairplay import Intervened
from bot.review.review import StoredReview
from bot.tables.store import (
    Effects,
    Listing,
    MatchResult,
    Phase,
    SeatResult,
    Shards,
    StoredIntervention,
    shard_of,
)
from db.storage import Storage, open_storage
from tests.db.downgrade import older
from tests.db.rows import all_but_bests
from tests.db.samples import GUILD, MINA, NOBODY, SAM, START, acted, listing, naming_log, scores
from tests.db.worlds import kept

GAMES = ("kapow",)


async def finished(
    storage: Storage, table: str, at: int, *, channel: int = 2, user: int = 11, game: str = "kapow"
) -> None:
    person = SeatResult(0, user, "Mina", None, 1, 9, (4, 5))
    kai = SeatResult(1, None, "Kai", "normal", 2, 12, (6, 6))
    result = MatchResult(table, GUILD, game, True, True, at, (person, kai))
    listing = Listing(table, GUILD, channel, game, Phase.CLOSED, (user,))
    await storage.store.append(table, 0, [acted(1)], Effects(listing, result))


async def test_a_review_is_asked_for_and_finished(storage: Storage) -> None:
    await finished(storage, "t", START)
    assert await storage.reviews.review("t") is None
    await storage.reviews.ask("t", "1.1", START)
    assert await storage.reviews.review("t") == StoredReview("t", "1.1", START, None)
    await storage.reviews.finish("t", "1.1", "{}")
    assert await storage.reviews.review("t") == StoredReview("t", "1.1", START, "{}")


async def test_a_newer_one_takes_the_place_of_an_older(storage: Storage) -> None:
    await finished(storage, "t", START)
    await storage.reviews.ask("t", "1.1", START)
    await storage.reviews.finish("t", "1.1", "{}")
    await storage.reviews.ask("t", "1.2", START + 1)
    # A process that still works on the older one comes too late.
    await storage.reviews.finish("t", "1.1", "old")
    assert await storage.reviews.review("t") == StoredReview("t", "1.2", START + 1, None)
    await storage.reviews.drop("t")
    assert await storage.reviews.review("t") is None


async def test_the_unfinished_ones_are_found_by_shard_in_order(storage: Storage) -> None:
    for number, table in enumerate(("c", "a", "b", "done")):
        await finished(storage, table, START)
        await storage.reviews.ask(table, "1.1", START + number)
    await storage.reviews.finish("done", "1.1", "{}")
    found = [("c", GUILD), ("a", GUILD), ("b", GUILD)]
    assert await storage.reviews.unfinished() == found
    own = shard_of(GUILD, 3)
    assert await storage.reviews.unfinished(Shards(3, (own,))) == found
    assert await storage.reviews.unfinished(Shards(3, ((own + 1) % 3,))) == []


async def test_the_latest_is_ones_own_else_the_channel_s(storage: Storage) -> None:
    await finished(storage, "older", START - 2)
    await finished(storage, "mine", START - 1)
    await finished(storage, "theirs", START, user=12, channel=3)
    await finished(storage, "other", START + 1, channel=3, user=12, game="capit")
    latest = storage.reviews.latest
    assert await latest(GUILD, 3, 11, GAMES) == "mine"
    assert await latest(GUILD, 2, 12, GAMES) == "theirs"
    assert await latest(GUILD, 3, 77, GAMES) == "theirs"
    assert await latest(GUILD, 2, 77, GAMES) == "mine"
    assert await latest(GUILD, 4, 77, GAMES) is None
    assert await latest(GUILD + 1, 3, 11, GAMES) is None
    await storage.pruner.prune(START + 10, 0)
    assert await latest(GUILD, 2, 11, GAMES) is None


MOE = 77

FINISHED = (
    StoredIntervention("one", 4, GUILD, "kapow", START, "remove", MOE, SAM.id, together=False),
    StoredIntervention("one", 6, GUILD, "kapow", START + 1, "pause", MINA.id, None, together=True),
)
ENDED = (
    StoredIntervention("two", 9, GUILD, "capit", START + 2, "end", MOE, None, together=False),
    StoredIntervention("two", 8, GUILD, "capit", START + 2, "pause", None, None, together=True),
)


async def filled(storage: Storage) -> None:
    """A finished match and one that was ended, and what was done to them."""
    for table, done, result in (("one", FINISHED, scores("one", MINA, SAM)), ("two", ENDED, None)):
        entries = naming_log(MINA, SAM)
        effects = Effects(listing(table, Phase.CLOSED), result, interventions=done)
        await storage.store.append(table, 0, entries, effects)


async def test_it_is_found_by_match_and_by_person(storage: Storage) -> None:
    await filled(storage)
    assert await storage.histories.done(GUILD, "one") == list(FINISHED)
    assert await storage.histories.done(GUILD, "two") == sorted(ENDED)
    assert await storage.histories.done(GUILD + 1, "one") == []
    moe, mina = Intervened(MOE, 1, 0, 1, 0), Intervened(MINA.id, 0, 1, 0, 1)
    assert await storage.fair_play.intervened(GUILD, START, None) == [moe, mina]
    assert moe.alone == 2
    assert mina.alone == 0
    assert await storage.fair_play.intervened(GUILD, START, MINA.id) == [mina]
    assert await storage.fair_play.intervened(GUILD, START + 3, None) == []
    assert await storage.fair_play.intervened(GUILD + 1, START, None) == []
    assert await storage.fair_play.removed(GUILD, START, SAM.id) == 1
    assert await storage.fair_play.removed(GUILD, START, MINA.id) == 0


async def test_it_stays_when_logs_and_tables_are_deleted(storage: Storage) -> None:
    await filled(storage)
    assert await storage.pruner.prune(START * 2, START * 2) == 2
    assert await storage.store.load("two") == []
    for table, done in (("one", FINISHED), ("two", ENDED)):
        assert await storage.histories.done(GUILD, table) == sorted(done)


async def test_an_export_has_one_s_own_and_names_nobody_else(storage: Storage) -> None:
    await filled(storage)
    own = ((MOE, "interventions", ["remove", "end"]), (SAM.id, "removals", ["remove"]))
    for user, name, what in own:
        found: Any = (await storage.privacy.export(user))["league"]
        assert [one["what"] for one in found[name]] == what
        assert "user_id" not in str(found[name])
        assert str(SAM.id) not in str(found[name])


async def test_a_deletion_takes_the_person_out_and_leaves_the_deed(storage: Storage) -> None:
    await filled(storage)
    for user in (MOE, SAM.id):
        await storage.privacy.league.erase(user, NOBODY)
    done = await storage.histories.done(GUILD, "one")
    assert [(one.user, one.of) for one in done] == [(None, None), (MINA.id, None)]
    assert [one.what for one in done] == ["remove", "pause"]
    assert await storage.fair_play.removed(GUILD, START, SAM.id) == 0


async def test_a_filled_database_gets_the_table_and_loses_nothing(url: str) -> None:
    async with older(url, "0022") as storage:
        await kept(storage, 1)
        before = await all_but_bests(storage)
        await filled(storage)
    async with open_storage(url) as storage:
        found = await all_but_bests(storage)
        assert [line for line in before.splitlines() if line not in found] == []
        assert await storage.histories.done(GUILD, "one") == []
        done = (FINISHED[0]._replace(table="three"),)
        effects = Effects(listing("three", Phase.CLOSED), interventions=done)
        await storage.store.append("three", 0, naming_log(MINA, SAM), effects)
        assert len(await storage.histories.done(GUILD, "three")) == 1
