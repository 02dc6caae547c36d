"""``/standings`` and ``/best``: what a server remembers of its matches."""

import re
import unicodedata

from simcord import InteractionResult

from bot.games.kapow.rules.game import KAPOW
from bot.tables.core.entries import TableSetup
from bot.tables.core.store import Effects, Listing, MatchResult, Phase, SeatResult
from bot.tables.league.store import Standing
from cogs.reports.standings import standings_table
from tests.cogs.commands.evening import TOY_MATCH, finish, people
from tests.cogs.guest import Guest, words
from tests.cogs.shown import Shown
from tests.cogs.wire import late_click, send
from tests.cogs.world import World
from tests.db.samples import START, acted
from tests.toy_game import TOY

PHONE = 36
"""Letters of one width in a line of a phone."""


def rows(text: str) -> list[str]:
    """The lines of the table within a message, its header left out."""
    return text.split("```")[1].strip("\n").split("\n")[1:]


def shown(result: InteractionResult) -> Shown:
    """The answer as it is on the screen now."""
    assert result.response is not None
    return Shown(result.response.message)


async def standings(world: World, guest: Guest, **options: str | int) -> str:
    return words(await guest.actor.slash(world.channel, "standings", game="toy", **options))


async def test_without_ranked_matches_there_is_nobody(world: World) -> None:
    mina = world.guest("Mina")
    await finish(world, people("Ann", "Bob"), TableSetup(game="toy"))
    result = await mina.actor.slash(world.channel, "standings", game="toy")
    assert result.ephemeral
    assert "Nobody has finished a ranked match" in words(result)
    assert "ranked match of Kapow! that counts" in words(
        await mina.actor.slash(world.channel, "standings")
    )


async def test_everybody_sees_who_leads(world: World) -> None:
    ann, bob = people("Ann", "Bob")
    for _ in range(3):
        await finish(world, [ann, bob])
    result = await world.guest("Mina").actor.slash(world.channel, "standings", game="toy")
    assert not result.ephemeral
    league = world.bot.services.league
    lines = await league.standings(world.guild.id, TOY.name, TOY.scoring)
    assert [line.matches for line in lines] == [3, 3]
    for line, row in zip(lines, rows(words(result)), strict=True):
        assert row.split() == [
            str(line.place),
            line.name,
            "3",
            str(line.wins),
            f"{line.mean_rank:.1f}",
            f"{line.points_per_round:.1f}",
            str(line.best),
        ]
    assert "Best highest score of a round" in words(result)


async def test_pages_are_turned_by_buttons_also_after_a_restart(world: World) -> None:
    everybody = people(*(f"Player {number}" for number in range(24)))
    for first in range(0, 24, 4):
        await finish(world, everybody[first : first + 4])
    mina, sam = world.guest("Mina"), world.guest("Sam")
    result = await mina.actor.slash(world.channel, "standings", game="toy")
    assert "page 1 of 3" in shown(result).text
    assert len(rows(shown(result).text)) == 10
    assert list(shown(result).buttons) == ["Next"]
    assert shown(result).dead == ["Previous"]
    early = late_click(mina, shown(result), "Next")
    await sam.click("Next", shown(result))
    await world.restart()
    await mina.click("Next", shown(result))
    assert "page 3 of 3" in shown(result).text
    assert len(rows(shown(result).text)) == 4
    assert shown(result).dead == ["Next"]
    await mina.click("Previous", shown(result))
    assert "page 2 of 3" in shown(result).text
    await send(early)
    assert "page 2 of 3" in shown(result).text
    assert "page 3 of 3" in await standings(world, mina, page=99_999)
    pages = [await standings(world, mina, page=page) for page in (1, 2, 3)]
    assert len({row[3:13] for page in pages for row in rows(page)}) == 24


async def test_a_forged_page_is_answered_in_private(world: World) -> None:
    everybody = people(*(f"P{number}" for number in range(12)))
    for first in range(0, 12, 4):
        await finish(world, everybody[first : first + 4])
    mina = world.guest("Mina")
    result = await mina.actor.slash(world.channel, "standings", game="toy")
    board = shown(result)
    (unknown,) = await send(late_click(mina, board, "Next", "standings:chess:2"))
    assert unknown.ephemeral
    assert words(unknown) == "There is no such game here."
    (beyond,) = await send(late_click(mina, board, "Next", "standings:toy:99999"))
    assert not beyond.ephemeral
    assert "page 2 of 2" in shown(result).text


def line(name: str) -> Standing:
    return Standing(10, 1, name, 100, 99, 1.25, -12.3, -105)


def test_the_table_fits_a_phone_whatever_the_names() -> None:
    names = [
        "Mina",
        "`" * 40,
        "a very long name indeed",
        "王小明王小明王小明",
        "n\u0303" * 30,
        "x\ny",
        "",
    ]
    text = standings_table(KAPOW, [line(name) for name in names], 1, 1, count_short=False)
    assert text.count("```") == 2
    for row in rows(text):
        wide = sum(unicodedata.east_asian_width(c) in "WF" for c in row)
        marks = sum(unicodedata.combining(c) != 0 for c in row)
        assert len(row) + wide - marks <= PHONE
        assert re.search(r" 100 +99 1\.\d -12\.3 -105$", row)


async def test_the_server_says_whether_short_matches_count(world: World) -> None:
    short = TableSetup(game="kapow", options={"rounds": 1, "cards": 9}, ranked=True)
    await finish(world, people("Ann", "Bob"), short)
    admin = world.guest("Ada", manage_guild=True)
    told = words(await admin.actor.slash(world.channel, "standings"))
    assert "Nobody has finished a ranked match" in told
    await world.set(count_short=True)
    told = words(await admin.actor.slash(world.channel, "standings"))
    assert len(rows(told)) == 2
    assert "Best lowest total of a match" in told
    assert "-# Ranked matches count." in told


async def test_the_best_rounds_are_named(world: World) -> None:
    """High Card's matches have different numbers of rounds: their totals are not listed."""
    ann, bob = people("Ann **bold**", "Bob")
    mina = world.guest("Mina")
    nothing = await mina.actor.slash(world.channel, "best", game="toy")
    assert nothing.ephemeral
    assert "No ranked match of" in words(nothing)
    await finish(world, [ann, bob])
    result = await mina.actor.slash(world.channel, "best", game="toy")
    assert not result.ephemeral
    text = words(result)
    assert text.startswith("### Best rounds of High Card\n1. **1** ")
    assert "Best matches" not in text
    assert text.endswith("\n-# The highest score is the best.")
    assert r"Ann \*\*bold\*\*" in text
    assert "round 1" in text


async def test_the_best_matches_are_named_where_totals_compare(world: World) -> None:
    seats = (
        SeatResult(0, 1, "Ann", None, 1, 7, (9, -2)),
        SeatResult(1, 2, "Bob", None, 2, 8, (4, 4)),
    )
    listing = Listing("t", world.guild.id, world.channel.id, "kapow", Phase.CLOSED, ())
    result = MatchResult("t", world.guild.id, "kapow", True, True, START, seats)
    await world.bot.services.store.append("t", 0, [acted(1)], Effects(listing, result))
    text = words(await world.guest("Mina").actor.slash(world.channel, "best", game="kapow"))
    when = f"<t:{START // 1000}:d>"
    assert text.splitlines() == [
        "### Best matches of Kapow!",
        f"1. **7** Ann ({when})",
        f"2. **8** Bob ({when})",
        "### Best rounds",
        f"1. **-2** Ann, round 2 ({when})",
        f"2. **4** Bob, round 1 ({when})",
        f"3. **4** Bob, round 2 ({when})",
        f"4. **9** Ann, round 1 ({when})",
        "-# The lowest score is the best.",
    ]


async def test_other_servers_matches_do_not_count(world: World) -> None:
    await finish(world, people("Ann", "Bob"), TOY_MATCH)
    elsewhere = world.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("table")
    eve = elsewhere.add_member(world.env.create_user("Eve"))
    for command in ("standings", "best"):
        result = await eve.slash(channel, command, game="toy")
        assert result.ephemeral
        assert "Ann" not in words(result)
        assert not shown(result).buttons
