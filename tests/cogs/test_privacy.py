"""``/me privacy``: what is stored, a copy, and deletion after a question."""

import asyncio
import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.league.periods import ALL_TIME
from bot.privacy.housekeeping import Retention
from bot.settings import HouseSettings
from cogs.core.page import TEXT_LIMIT
from cogs.privacy import IDS, data_file, facts
from db.storage import open_storage
from tests.cogs.guest import Guest, words
from tests.cogs.shown import in_private, shown
from tests.cogs.stored import finish
from tests.cogs.world import World
from tests.db.rows import everything

PAGE = Path(__file__).parents[2] / "docs" / "privacy.md"


def keep(settings: HouseSettings) -> Retention:
    return Retention(
        settings.keep_logs_days, settings.keep_abandoned_days, settings.keep_gifts_days
    )


async def click(guest: Guest, *labels: str) -> str:
    """Open the page and click on; return what the last click was answered with."""
    result = await guest.slash("me privacy")
    for label in labels:
        result = await guest.actor.click(shown(result).message, label=label)
    assert shown(result).message.flags.ephemeral
    return words(result)


async def delete(guest: Guest) -> str:
    return await click(guest, "Delete my data", "Delete everything")


async def export(guest: Guest) -> tuple[str, bytes]:
    page = await guest.slash("me privacy")
    result = in_private(await guest.actor.click(shown(page).message, label="Export my data"))
    (file,) = [
        f for found in [result.response, *result.followups] if found for f in found.attachments
    ]
    return file.filename, await file.read()


async def stored(world: World) -> str:
    async with open_storage(f"sqlite+aiosqlite:///{world.database}") as storage:
        return await everything(storage)


async def test_the_page_says_what_is_stored(world: World, mina: Guest) -> None:
    page = shown(await mina.slash("me privacy"))
    assert len(page.text) < 300
    told = ""
    for topic, text in facts(keep(world.settings)).items():
        page = shown(await mina.choose(page, topic, "privacy:about"))
        assert f"**{topic}**\n{text}\n" in page.text
        assert len(page.text) <= TEXT_LIMIT
        assert "Export my data" in page.buttons
        told += page.text
    assert "180 days: the moves of finished matches" in told
    assert "30 days: tables that closed before their end" in told
    assert "90 days after you delete: that code" in told
    assert len(words(await mina.choose(page, "In short", "privacy:about"))) < 300


def test_the_document_has_the_same_facts() -> None:
    document = re.sub(r"\s+", " ", PAGE.read_text("utf-8"))
    for topic, text in facts(keep(HouseSettings())).items():
        assert f"## {topic}" in document
        assert all(fact in document for fact in text.splitlines())


def test_what_is_kept_for_ever_is_said_to_be() -> None:
    told = facts(Retention())["How long"]
    assert "For ever: the moves of finished matches and daily deals, and reviews." in told
    assert "1 day: tables" in facts(Retention(abandoned=1))["How long"]


async def test_the_export_is_all_about_oneself(world: World) -> None:
    mina, sam = world.guest("Mina Ünal"), world.guest("Sam")
    table = await finish(world, [mina.person, sam.person])
    name, content = await export(mina)
    found: Any = json.loads(content)
    assert name == "my-data.json"
    assert found["user"] == str(mina.id)
    assert [result["table_id"] for result in found["results"]] == [table]
    entries = found["tables"][0]["entries"]
    assert entries[0]["host"] == {"id": str(mina.id), "name": "Mina Ünal"}
    moves = [entry for entry in entries if entry["kind"] == "acted"]
    assert moves
    assert {entry["seat"] for entry in moves} == {0}
    assert "Sam" not in content.decode()
    assert str(sam.id) not in content.decode()


def numbers(value: object) -> Iterator[int]:
    if isinstance(value, dict):
        for each in value.values():
            yield from numbers(each)
    elif isinstance(value, list):
        for each in value:
            yield from numbers(each)
    elif isinstance(value, int):
        yield value


async def test_a_program_that_reads_numbers_as_floats_finds_the_same_ids(world: World) -> None:
    """As in JavaScript, where the ids of an exported file became those of others."""
    mina, sam = world.guest("Mina"), world.guest("Sam")
    await finish(world, [mina.person, sam.person])
    _, content = await export(mina)
    exactly: Any = json.loads(content)
    assert json.loads(content, parse_int=lambda digits: int(float(digits))) == exactly
    for one in (exactly, *exactly["results"], *exactly["league"]["totals"], *exactly["tables"]):
        assert {type(one[key]) for key in IDS & one.keys()} == {str}
    assert exactly["tables"][0]["guild"] == str(world.guild.id)


def test_no_number_of_an_export_is_too_large_for_a_float() -> None:
    """Small ids are texts too, so that a key has one type; small counts stay numbers."""
    found: Any = {
        "user": 7,
        "nested": [{"guild": 2**63 - 1, "at": 1_700_000_000_000, "points": [3, 2**53, -(2**60)]}],
        "kept": [True, None, 0.5, "x"],
    }
    content: Any = json.loads(data_file(found).fp.read())
    assert content == {
        "user": "7",
        "nested": [
            {
                "guild": "9223372036854775807",
                "at": 1_700_000_000_000,
                "points": [3, "9007199254740992", "-1152921504606846976"],
            }
        ],
        "kept": [True, None, 0.5, "x"],
    }
    assert all(abs(number) < 2**53 for number in numbers(content))


async def test_the_export_in_a_running_match_does_not_give_the_secret_away(world: World) -> None:
    mina, _ = await world.sit("Mina", "Sam")
    secret = (await world.state()).secret.hex()
    _, content = await export(mina)
    assert "started" in content.decode()
    assert secret not in content.decode()
    assert "secret" not in content.decode()


def test_a_very_large_export_is_packed() -> None:
    plain, packed = data_file({"user": 1}), data_file({"user": 1}, largest=5)
    assert (plain.filename, packed.filename) == ("my-data.json", "my-data.json.gz")
    assert json.load(plain.fp) == json.loads(gzip.decompress(packed.fp.read())) == {"user": "1"}


async def test_nothing_happens_without_an_answer_to_the_question(world: World, mina: Guest) -> None:
    await mina.play()
    told = await click(mina, "Delete my data")
    assert "You can't undo this" in told
    assert "with no new starting chips within 90 days" in told
    assert [known.id for known in (await world.state()).people] == [mina.id]


async def test_after_deletion_nothing_in_the_database_is_about_the_person(world: World) -> None:
    mina, sam = world.guest("Mina"), world.guest("Sam")
    for guests in ([mina, sam], [sam, mina]):
        await finish(world, [guest.person for guest in guests])
    await mina.play()
    await sam.click("Join")
    assert str(mina.id) in await stored(world)
    told = await delete(mina)
    assert told == (
        "**Your data is deleted**, from 3 tables too. What you do from now on is stored again."
    )
    text = await stored(world)
    assert str(mina.id) not in text
    assert "Mina" not in text
    assert str(sam.id) in text
    assert "1. **Sam** (host)" in world.board.text
    assert "Mina" not in world.board.text


async def test_others_see_right_figures_and_no_name(world: World, mina: Guest, sam: Guest) -> None:
    await finish(world, [mina.person, sam.person])
    boards, guild = world.bot.services.storage.boards, world.guild.id
    before = {line.name: line for line in await boards.lines(guild, "toy", ALL_TIME)}
    rated = await boards.ratings(guild, "toy", [sam.id])
    assert before.keys() == {"Mina", "Sam"}
    await delete(mina)
    (after,) = await boards.lines(guild, "toy", ALL_TIME)
    old = before["Sam"]
    assert (after.name, after.points, after.wins) == ("Sam", old.points, old.wins)
    assert await boards.ratings(guild, "toy", [sam.id, mina.id]) == {**rated, mina.id: []}
    (offered,) = await sam.actor.autocomplete(world.channel, "match record", "match", "")
    assert "Former player" in offered["name"]
    assert "Sam" in offered["name"]
    assert "**Proved.**" in words(await sam.slash("match verify"))


async def test_kai_takes_the_seat_of_a_running_match_for_good(world: World) -> None:
    first, second = await world.sit("Mina", "Sam", rounds=1, cards=9)
    table = world.table_id()
    await first.act("reveal 1t 1m")
    await delete(first)
    await world.catch_up()
    state = await world.state(table)
    seat = next(number for number, s in enumerate(state.seats) if s.held == "gone")
    assert state.host.id == second.id
    assert "Former player** has left for good: Kai plays on" in world.board.text
    assert f"{first.actor.name}**" not in world.board.text
    assert f"Former player** “{first.actor.name}”" in world.board.text
    assert "You don't have a seat at this table" in await first.told("My hand")
    assert (await second.open_hand()).text
    assert first.actor.name not in second.hand.text
    await world.play([second])
    over = await world.state(table)
    assert over.closed is not None
    assert over.closed.because == "finished"
    assert over.seats[seat].user is None
    assert "**Former player**" in world.board.text
    assert str(first.id) not in await stored(world)


async def test_the_open_hand_says_so_and_offers_nothing(world: World, first: Guest) -> None:
    await delete(first)
    await world.catch_up()
    assert "Your data was deleted" in first.hand.text
    assert not first.hand.buttons


async def test_who_comes_back_is_someone_new(world: World, mina: Guest, sam: Guest) -> None:
    await finish(world, [mina.person, sam.person])
    await delete(mina)
    assert json.loads((await export(mina))[1])["results"] == []
    await finish(world, [mina.person, sam.person])
    assert len(json.loads((await export(mina))[1])["results"]) == 1


async def test_who_comes_back_has_chosen_nothing(world: World) -> None:
    mina, people = world.guest("Mina"), world.bot.services.storage.people
    await people.choose_text(mina.id, True)
    chosen = {"visibility": "server", "hands_as_text": True}
    assert json.loads((await export(mina))[1])["league"]["people"] == [chosen]
    await delete(mina)
    assert not await people.wants_text(mina.id)
    assert json.loads((await export(mina))[1])["league"]["people"] == []


async def test_who_comes_back_has_no_new_chips(world: World, mina: Guest) -> None:
    assert "You have 100 chips" in words(await mina.slash("league chips"))
    await delete(mina)
    assert str(mina.id) not in await stored(world)
    assert "You have 0 chips" in words(await mina.slash("league chips"))
    (gift,) = json.loads((await export(mina))[1])["last_gifts"]
    assert gift["guild"] == str(world.guild.id)


async def test_the_end_says_nothing_of_a_former_moderator(world: World) -> None:
    mina, _ = await world.sit("Mina", "Sam")
    ada = world.guest("Ada", manage_messages=True)
    await ada.slash("table pause")
    assert "**Paused** by Ada" in world.board.text
    await delete(ada)
    await world.catch_up()
    assert "**Paused** by Former player" in world.board.text
    assert await mina.open_hand()


@pytest.mark.house(costly_per_person=1)
async def test_copies_are_limited(mina: Guest) -> None:
    await export(mina)
    assert "a lot at once" in await click(mina, "Export my data")


async def test_two_people_may_delete_at_once(world: World, mina: Guest, sam: Guest) -> None:
    for guests in ([mina, sam], [sam, mina]):
        await finish(world, [guest.person for guest in guests])
    forgetting = world.bot.services.forgetting
    await asyncio.gather(forgetting.forget(mina.id), forgetting.forget(sam.id))
    text = await stored(world)
    assert str(mina.id) not in text
    assert str(sam.id) not in text
    assert "**Proved.**" in words(await sam.slash("match verify"))
