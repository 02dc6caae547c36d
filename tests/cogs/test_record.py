"""``/match record`` and ``/match verify``: what a match leaves behind, and what it proves."""

import re

import pytest

from bot.game.deck import commitment
from bot.game.record import parse_record
from bot.tables.entries import TableSetup
from cogs.record import LARGEST_FILE, LONGEST_LINE
from tests.cogs.guest import Guest, words
from tests.cogs.shown import in_private
from tests.cogs.stored import finish, people
from tests.cogs.world import World, in_one_world
from tests.playthroughs.files import record_file

KAPOW = TableSetup(game="kapow", options={"rounds": 1, "cards": 9})


async def record(guest: Guest, **options: str) -> str:
    result = in_private(await guest.slash("match record", **options))
    (answer,) = [found for found in [result.response, *result.followups] if found]
    (file,) = answer.attachments
    return (await file.read()).decode()


async def verify(guest: Guest, text: str | bytes) -> str:
    content = text.encode() if isinstance(text, str) else text
    return words(in_private(await guest.slash("match verify", file=("a.record", content))))


async def test_the_record_of_a_match_is_handed_out(world: World, mina: Guest) -> None:
    empty = words(await mina.slash("match record"))
    assert empty == "No match has been finished here yet. Open a table with `/play`."
    older = await finish(world, people("Ann", "Bob *"), KAPOW)
    newer = await finish(world, people("Ann", "Bob *"))
    host = world.bot.services.host
    for table, text in (
        (newer, await record(mina)),
        (newer, await record(mina, match=newer)),
        (older, await record(mina, match=older)),
    ):
        state = (await host.table(table)).state
        found = parse_record(text)
        assert found.commitment == commitment(state.secret)
        assert found.seats == ("Ann", "Bob *")
        assert found.outcome == state.game.outcome(state.position)


async def test_matches_are_suggested_the_newest_first(world: World) -> None:
    older = await finish(world, people("Ann", "Bob"), KAPOW)
    newer = await finish(world, people("Cem", "Dee"))
    mina = world.guest("Mina")
    for command in ("match record", "match verify", "match replay"):
        offered = await mina.actor.autocomplete(world.channel, command, "match", "")
        assert [choice["value"] for choice in offered] == [newer, older]
        assert re.fullmatch(r"Kapow!, .* UTC: Ann -?\d+, Bob -?\d+", offered[1]["name"])
        (found,) = await mina.actor.autocomplete(world.channel, command, "match", "cem")
        assert found["value"] == newer


async def test_a_match_of_this_server_is_proved(world: World, mina: Guest) -> None:
    older = await finish(world, people("Ann", "Bob"), KAPOW)
    secret = (await world.bot.services.host.table(older)).state.secret
    for options in ({}, {"match": older}):
        told = words(await mina.slash("match verify", **options))
        assert told.startswith("**Proved.**\nKapow!: all ")
        assert commitment(secret) in told
        assert "That's the proof if the lobby showed the same before the match." in told


async def test_a_file_is_proved_or_its_fault_is_named(world: World, mina: Guest) -> None:
    await finish(world, people("Ann", "Bob"), KAPOW)
    text = await record(mina)
    assert "**Proved.**" in await verify(mina, text)
    scores = re.search(r"^scores: .*$", text, re.MULTILINE)
    assert scores is not None
    tampered = {
        text.replace(scores[0], "scores: 1 2"): "scores should be",
        re.sub(r"^secret: ..", "secret: 00", text, flags=re.MULTILINE): "commitment",
        text.replace("take draw", "take discard", 1): "**Not proved.**",
        text.replace("game: kapow", "game: chess"): "There's no game",
        text.replace("game: kapow", "game: toy"): "**Not proved.**",
        re.sub("^result: .*\n", "", text, flags=re.MULTILINE): "has no line “result",
        text.replace("game: kapow", "game: [*x*](y)"): r"no game “\[\*x\*\](y)”",
        text.replace("seat 1:", "seat 1_0:"): r"“1\_0” isn't the number of a seat",
    }
    for changed, fault in tampered.items():
        assert changed != text
        told = await verify(mina, changed)
        assert told.startswith("**Not proved.**")
        assert fault in told
        assert re.match(r"\*\*Not proved\.\*\* Line \d+\\:", told)
    assert "**Proved.**" in await verify(mina, "\ufeff" + text.replace("\n", "\r\n"))


async def test_a_verdict_names_what_is_not_proved(mina: Guest) -> None:
    text = record_file("kapow", "special").read_text("utf-8")
    told = await verify(mina, text)
    assert told.startswith("**The deal isn't proved.**\nKapow!: all ")
    assert parse_record(text).commitment in told
    text = record_file("kapow", "2-seats").read_text("utf-8").replace("Seat 1", "**[x](y)**")
    told = await verify(mina, text)
    assert told.startswith("**Proved.**\nKapow!: all ")
    assert r"\*\*\[x\](y)\*\* “cut" in told
    assert "This record doesn't say who cut last." in told
    long = [f"{word} {at}: {'*' * 200}" for at in range(8) for word in ("seat", "cut")]
    record = ["card night record 1", "game: kapow", f"secret: {'0' * 64}", *long]
    told = await verify(mina, "\n".join(record))
    assert commitment(bytes(32)) in told
    assert len(told) <= 2000


@in_one_world(
    "garbage",
    [
        b"\xff\xfe\x00",
        b"hello",
        b"card night record 1\n" + b"[" * 5000,
        b"card night record 1\ngame: kapow\nsecret: 00\n",
        b"card night record 1\noption a: " + b"[" * 100_000,
        b"card night record 1\nseat 0: " + b"x" * 200_000,
        b"\n" * LARGEST_FILE,
    ],
)
async def test_garbage_gets_a_sentence(world: World, garbage: bytes) -> None:
    told = await verify(world.guest("Mina"), garbage)
    assert "Something went wrong" not in told
    assert told.startswith(("**Not proved.**", "This file isn't text"))
    assert len(told) <= 2000


async def test_a_line_is_bounded_before_a_shuffle_is_made_of_it(world: World) -> None:
    """Marks on a letter have to be sorted to make a cut comparable: that is costly."""
    cut = "a" + "\N{COMBINING DOT BELOW}\N{COMBINING ACUTE ACCENT}" * (LONGEST_LINE // 2)
    head = f"card night record 1\ngame: toy\nsecret: {'00' * 32}\nseat 0: a\nseat 1: b\n"
    told = await verify(world.guest("Mina"), f"{head}cut 0: {cut}\ncut 1:\n")
    plain = told.replace("\\", "")
    assert plain.startswith("**Not proved.** Line 6: A line has at most 1,000 characters.")


async def test_a_large_file_is_not_even_fetched(world: World) -> None:
    told = await verify(world.guest("Mina"), b"x" * (LARGEST_FILE + 1))
    assert "A record can have up to 256 KiB" in told


async def test_either_a_match_or_a_file(mina: Guest) -> None:
    result = await mina.slash("match verify", match="x", file=("a", b"b"))
    assert "not both" in words(result)


@in_one_world("garbage", ["nowhere", "x" * 100, "'; --", "0" * 10])
async def test_unknown_matches_are_refused(world: World, garbage: str) -> None:
    mina = world.guest("Mina")
    for command in ("match record", "match verify"):
        assert "no such match" in words(in_private(await mina.slash(command, match=garbage)))


async def test_another_servers_matches_stay_there(world: World) -> None:
    theirs = await finish(world, people("Ann", "Bob"))
    elsewhere = world.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("table")
    eve = elsewhere.add_member(world.env.create_user("Eve"))
    for command in ("match record", "match verify", "match replay"):
        assert await eve.autocomplete(channel, command, "match", "") == []
        for options, why in (({}, "No match has been finished"), ({"match": theirs}, "no such")):
            told = words(await eve.slash(channel, command, **options))
            assert why in told


@pytest.mark.house(keep_logs_days=0.02)
async def test_the_record_of_an_old_match_is_said_to_be_gone(world: World, mina: Guest) -> None:
    old = await finish(world, people("Ann", "Bob"))
    text = await record(mina)
    await world.pass_hours(2)
    for command in ("match record", "match verify"):
        assert await mina.actor.autocomplete(world.channel, command, "match", "") == []
        for options, why in (
            ({}, "The records of all matches here are gone. Their results stay."),
            ({"match": old}, "The record of this match is gone. Its result stays."),
        ):
            told = words(await mina.slash(command, **options))
            assert told == f"{why} Records are kept for 29 minutes."
    assert "**Proved.**" in await verify(mina, text)
    assert "Ann" in words(await mina.slash("league best", game="toy"))


async def test_the_record_of_a_running_match_is_not_given(world: World) -> None:
    mina, _ = await world.sit("Mina", "Sam")
    running = world.table_id()
    told = words(await mina.slash("match record", match=running))
    assert "no such match" in told
