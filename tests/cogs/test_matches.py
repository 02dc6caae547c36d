"""``/match list``: what was played on a server, page by page, and each match again."""

import json
from dataclasses import replace

import pytest
from simcord import InteractionResult

from bot.face.markdown import MINUS
from bot.league.settings import Visibility
from bot.tables.entries import Clock
from cogs.core.click import too_old
from cogs.core.finished import NO_SUCH_MATCH
from cogs.core.page import TEXT_LIMIT, Menu, Page, Text
from cogs.matches import Listed, match_page, matches_page
from tests.cogs import forge
from tests.cogs.forge import forger
from tests.cogs.guest import Guest, words
from tests.cogs.shown import Shown, in_private, shown
from tests.cogs.stored import TOY_MATCH, finish, people, result, seat, store
from tests.cogs.world import PLAYED, World

OUTDATED = str(too_old("matches"))


async def ask(reader: Guest, about: Guest | None = None, **options: str) -> InteractionResult:
    return await reader.slash("match list", person=about, **options)


async def press(guest: Guest, control: str) -> str:
    """Press a button of a list, wherever it comes from."""
    return words(await forger(guest).send(*forge.button(f"matches:{control}")))


async def look(guest: Guest, table: str) -> InteractionResult:
    """Choose a match from a list, wherever it comes from."""
    return await forger(guest).send(*forge.menu("matches:show", [table]))


def listed(page: Shown) -> list[str]:
    """The tables of a page, from its menu."""
    ((menu, tables),) = page.menus.items()
    assert menu == "matches:show"
    return tables


async def test_all_matches_are_listed_newest_first(world: World) -> None:
    mina, sam = world.guest("Mina *"), world.guest("Sam")
    await store(
        world,
        result(world, 3, [seat(mina, 2, 9), seat(sam, 1, -4)]),
        result(world, 2, [seat(sam, 1, 5), seat(None, 1, 5)], ranked=False, counted=False),
        result(world, 1, [seat(mina, 1, 7), seat(sam, 2, 3)], game="toy"),
    )
    page = shown(in_private(await ask(world.guest("Zoe"))))
    times = {table: result(world, table, []).finished_at // 1000 for table in (1, 2, 3)}
    assert page.text.splitlines() == [
        "## Matches on this server",
        rf"<t:{times[1]}:d> **High Card**, ranked: **1.** Mina \* 7 · **2.** Sam 3",
        f"<t:{times[2]}:d> **Kapow!**, friendly: **1.** Sam 5 · **1.** Kai (normal) 5",
        rf"<t:{times[3]}:d> **Kapow!**, ranked: **1.** Sam {MINUS}4 · **2.** Mina \* 9",
    ]
    assert listed(page) == [f"{table:010x}" for table in (1, 2, 3)]
    assert not page.buttons


async def test_a_person_s_matches_say_what_they_were_worth(world: World) -> None:
    mina, sam, kim = world.guest("Mina"), world.guest("Sam"), world.guest("Kim")
    await store(
        world,
        result(world, 4, [seat(kim, 1), seat(sam, 2)]),
        result(world, 3, [seat(mina, 1), seat(sam, 2), seat(kim, 3)]),
        result(world, 2, [seat(mina, 1), seat(sam, 2), seat(kim, 3)], counted=False),
        result(world, 1, [seat(mina, 1), seat(sam, 1)], game="toy"),
    )
    for reader, title in ((mina, "Your matches"), (kim, "Matches of Mina")):
        lines = shown(await ask(reader, mina)).text.splitlines()
        assert lines[0] == f"## {title}"
        assert [line for line in lines if line.startswith("-#")] == [
            "-# 50 points, rating +0",
            "-# 100 points, rating +78",
        ]
        assert len(lines) == 6
    text = shown(await ask(kim, mina, game="toy")).text
    assert text.startswith("## Matches of Mina · High Card\n")
    assert "Kapow!" not in text
    await store(world, result(world, 0, [seat(mina, 1), seat(sam, 2), seat(kim, 3)]))
    (last, *_) = (
        await world.bot.services.storage.histories.page(world.guild.id, user=mina.id)
    ).matches
    assert last.seats[0].before is not None
    assert last.seats[0].after is not None
    change = round(last.seats[0].after.mean) - round(last.seats[0].before.mean)
    assert f"-# 100 points, rating +{change}" in shown(await ask(kim, mina)).text


async def test_buttons_turn_pages_through_restarts(world: World, mina: Guest, sam: Guest) -> None:
    await store(world, *(result(world, n, [seat(mina, 1), seat(sam, 2)]) for n in range(16, 0, -1)))
    tables = [f"{number:010x}" for number in range(1, 17)]
    for about in (None, sam):
        answer = await ask(mina, about)
        pages = [listed(shown(answer))]
        assert (list(shown(answer).buttons), shown(answer).dead) == (["Older"], ["Newer"])
        await world.restart()
        for label in ("Older", "Older", "Newer", "Newer"):
            await mina.actor.click(shown(answer).message, label=label)
            pages.append(listed(shown(answer)))
        assert pages == [tables[:7], tables[7:14], tables[14:], tables[7:14], tables[:7]]
        assert (list(shown(answer).buttons), shown(answer).dead) == (["Older"], ["Newer"])


async def test_where_nothing_was_played_that_is_said(world: World) -> None:
    mina, sam = world.guest("Mina"), world.guest("Sam *")
    for about, options, told in (
        (None, {}, "No match has been finished here yet."),
        (None, {"game": "kapow"}, "No match of Kapow! has been finished here yet."),
        (mina, {}, "You haven't finished a match here yet."),
        (sam, {"game": "toy"}, r"Sam \* hasn't finished a match of High Card here yet."),
    ):
        assert words(in_private(await ask(mina, about, **options))) == told
    robot = Guest(world, world.guild.add_member(world.env.create_user("Robot", bot=True)))
    assert words(await ask(mina, robot)).startswith("Bots don't have results")


async def test_a_match_is_shown_with_record_replay_and_review(world: World, mina: Guest) -> None:
    table = await finish(world, people("Ann", "Bob"), TOY_MATCH)
    answer = await ask(mina)
    ((menu, _),) = shown(answer).menus.items()
    chosen = in_private(await mina.choose(shown(answer), table, menu))
    text = shown(chosen).text
    state = await world.state(table)
    assert state.closed is not None
    assert text.startswith(f"## High Card · <t:{state.closed.at // 1000}:f>\n")
    assert "**ranked**" in text
    assert "no clock" in text
    assert "**1.** **" in text
    assert "100 points, rating +78" in text
    assert "It took less than a minute." in text
    assert list(shown(chosen).buttons) == ["Record", "Replay"]
    record = await mina.actor.click(shown(chosen).message, label="Record")
    assert shown(record).files == [f"table-{table}.record"]
    assert record.ephemeral
    await mina.actor.click(shown(chosen).message, label="Replay")
    assert "## High Card · replay" in shown(chosen).text


async def test_a_reviewable_match_offers_it(world: World, mina: Guest, sam: Guest) -> None:
    await store(world, result(world, 1, [seat(mina, 1), seat(sam, 2)]))
    found = shown(await look(mina, f"{1:010x}"))
    assert found.buttons == {
        "Record": "k1:0000000001:record",
        "Review": "k1:0000000001:review",
        "Replay": "k1:0000000001:replay",
    }


async def test_clock_options_time_and_turns_are_told(world: World, mina: Guest, sam: Guest) -> None:
    match = result(
        world,
        1,
        [seat(mina, 2, 9, by_kai=3), seat(sam, 1, 4), seat(None, 3, 12)],
        options={"rounds": 4},
        clock=Clock(kind="live", seconds=60),
    )
    await store(world, replace(match, started_at=match.finished_at - 34 * 60_000, kai_version=2))
    text = shown(await look(mina, match.table)).text
    assert "Rounds: **4**" in text
    assert "**60 seconds** a turn · **ranked**" in text
    assert text.splitlines()[2:] == [
        "**1.** **Sam**: **4** · 100 points, rating +54",
        f"**2.** **Mina**: **9** · 0 points, rating {MINUS}54",
        "**3.** **Kai (normal)**: **12**",
        "-# It took 34 minutes.",
        "-# Kai played 3 of 10 turns for Mina.",
    ]


@pytest.mark.house(keep_logs_days=0.02)
async def test_without_a_log_only_the_result_is_left(world: World) -> None:
    await finish(world, people("Ann", "Bob"))
    mina = world.guest("Mina")
    answer = await ask(mina)
    (table,) = listed(shown(answer))
    before = shown(await look(mina, table))
    await world.pass_hours(1)
    after = shown(await look(mina, table))
    gone = "The record of this match is gone. Its result stays. Records are kept for 29 minutes."
    assert after.text == f"{before.text}\n-# {gone}"
    assert not after.buttons
    for label in ("Record", "Replay"):
        assert words(await mina.actor.click(before.message, label=label)) == gone


async def test_who_is_hidden_has_no_name_for_others(world: World) -> None:
    mina, sam, zoe = world.guest("Mina"), world.guest("Sam"), world.guest("Zoe")
    table = f"{1:010x}"
    await store(world, result(world, 1, [seat(mina, 1), seat(sam, 2, by_kai=4)]))
    await world.bot.services.storage.people.choose(sam.id, Visibility.HIDDEN)
    for reader, about in ((zoe, None), (mina, mina)):
        answer = await ask(reader, about)
        page = await look(reader, table)
        for found in (shown(answer), shown(page)):
            sent = json.dumps([found.text, [str(part) for part in found.message.components]])
            assert "Sam" not in sent
            assert str(sam.id) not in sent
            assert "Hidden player" in found.text
        assert "Kai played" not in shown(page).text
    assert words(in_private(await ask(zoe, sam))) == "Sam keeps their results private."
    forged = f"older:{sam.id}::9999999999999:{table}"
    assert await press(zoe, forged) == "This person keeps their results private."
    for own in (await ask(sam), await ask(sam, sam), await look(sam, table)):
        assert "Sam" in shown(own).text
    assert "Sam" in await press(sam, forged)


async def test_suggestions_name_no_hidden_people(world: World, mina: Guest, sam: Guest) -> None:
    await store(world, result(world, 1, [seat(mina, 1, 3), seat(sam, 2, 8)]))
    await world.bot.services.storage.people.choose(sam.id, Visibility.HIDDEN)
    for reader, name in ((mina, "Hidden player"), (sam, "Sam")):
        for command in ("match record", "match verify", "match replay", "match review"):
            (line,) = await reader.actor.autocomplete(world.channel, command, "match", "")
            assert line["name"].endswith(f": Mina 3, {name} 8")


async def test_former_players_have_no_name_either(world: World, mina: Guest, sam: Guest) -> None:
    await store(world, result(world, 1, [seat(mina, 1), seat(sam, 2)]))
    await world.bot.services.forgetting.forget(sam.id)
    text = shown(await ask(mina)).text
    assert "**2.** Former player" in text
    assert words(await ask(mina, sam)) == "Sam hasn't finished a match here yet."


async def test_other_servers_matches_are_nowhere(world: World, mina: Guest, sam: Guest) -> None:
    match = result(world, 1, [seat(mina, 1), seat(sam, 2)])
    await store(world, replace(match, guild=world.guild.id + 1))
    assert "No match has been finished" in words(await ask(mina))
    assert words(await ask(mina, mina)) == "You haven't finished a match here yet."
    assert words(in_private(await look(mina, match.table))) == NO_SUCH_MATCH
    assert await press(mina, f"older:{mina.id}::9999999999999:ffffffffff") == (
        "There are no matches here."
    )


async def test_forged_controls_get_a_sentence(world: World, mina: Guest, sam: Guest) -> None:
    await store(world, result(world, 1, [seat(mina, 1), seat(sam, 2)]))
    for control, told in (
        ("", OUTDATED),
        ("older", OUTDATED),
        ("older:0::12:x", OUTDATED),
        ("sideways:0::12:0123456789", OUTDATED),
        (f"older:{2**63}::12:0123456789", OUTDATED),
        ("older:0::9999999999999999:0123456789", OUTDATED),
        ("older:0:chess:12:0123456789", "There's no such game here."),
        ("older:0::0:0123456789", "There are no matches here."),
        ("newer:0:toy:0:0123456789", "There are no matches here."),
        ("show", "Please choose one line from the menu."),
    ):
        assert await press(mina, control) == told
    for value in ("", "x", "0123456789", "'; --", "1" * 101):
        assert words(await look(mina, value))


async def test_the_longest_page_fits_a_message(world: World) -> None:
    guests = [world.guest("*" * 30 + str(number)) for number in range(8)]
    seats = [seat(who, 1 + at, 10**9) for at, who in enumerate(guests)]
    matches = [result(world, number, seats) for number in range(12, 0, -1)]
    await store(world, *matches)
    histories = world.bot.services.storage.histories
    past = await histories.page(world.guild.id, user=guests[-1].id)
    listing = Listed(past, guests[0].id, guests[-1].id, "*" * 32, "kapow")
    page = matches_page(listing, PLAYED)
    assert size(page) <= TEXT_LIMIT
    (menu,) = [part for part in page.parts if isinstance(part, Menu)]
    assert len(menu.choices) == 10
    assert size(match_page(past.matches[0], PLAYED, "gone")) <= TEXT_LIMIT
    assert "and 5 more" in shown(await ask(guests[0], guests[-1])).text


def size(page: Page) -> int:
    return sum(len(part.text) for part in page.parts if isinstance(part, Text))


@pytest.mark.parametrize(
    ("people", "stored", "told"),
    [
        (2, {}, ""),
        (2, {"counted": False}, "didn't count (too short)"),
        (1, {}, "didn't count (only one person)"),
    ],
)
async def test_a_ranked_match_that_does_not_count_says_why(
    world: World, people: int, stored: dict[str, bool], told: str
) -> None:
    guests = [world.guest(f"Guest {number}") for number in range(people)]
    seats = [seat(guest, rank) for rank, guest in enumerate(guests, 1)]
    seats += [seat(None, 3)]
    await store(world, result(world, 1, seats, **stored))
    page = shown(await ask(guests[0]))
    said = f"ranked, {told}: " if told else "ranked: "
    assert said in page.text
    (menu,) = page.menus
    opened = await guests[0].choose(page, page.menus[menu][0], menu)
    assert (told or "**ranked**") in words(opened)
    assert ("didn't count" in words(opened)) == bool(told)


async def test_a_match_most_were_removed_from_says_why_it_does_not_count(world: World) -> None:
    mina, sam = world.guest("Mina"), world.guest("Sam")
    seats = [seat(mina, 1), seat(sam, 2, by_kai=9, held="kicked"), seat(None, 3)]
    await store(world, result(world, 1, seats))
    page = shown(await ask(mina))
    assert "ranked, didn't count (not enough people played): " in page.text


async def test_a_match_that_counts_for_others_says_for_who_it_does_not(world: World) -> None:
    mina, sam, zoe = (world.guest(name) for name in ("Mina", "Sam", "Zoe"))
    seats = [seat(mina, 1), seat(sam, 2), seat(zoe, 3, by_kai=9, held="kicked")]
    await store(world, result(world, 1, seats))
    listed = shown(await ask(mina, zoe))
    assert "Kapow!**, ranked: " in listed.text
    assert "-# doesn't count for them" in listed.text
