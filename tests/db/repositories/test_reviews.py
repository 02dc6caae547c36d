"""Reviews in the database, on both engines."""

from bot.review.review import StoredReview
from bot.tables.store import Effects, Listing, MatchResult, Phase, SeatResult, Shards, shard_of
from db.storage import Storage
from tests.db.samples import GUILD, START, acted

GAMES = ("kapow",)


async def finished(
    storage: Storage, table: str, at: int, *, channel: int = 2, user: int = 11, game: str = "kapow"
) -> None:
    """Store a finished match of a person against Kai."""
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
    # Whoever still works on the older one comes too late.
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
