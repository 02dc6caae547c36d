"""``/league champions``, and the way to the standings of any season."""

from collections.abc import Sequence

from simcord import InteractionResult

from bot.league.settings import Visibility
from cogs.champions import SEASONS
from cogs.core.click import too_old
from cogs.standings import NO_SUCH_SEASON
from tests.cogs.guest import Guest, words
from tests.cogs.shown import Shown, in_private, shown
from tests.cogs.stored import USERS, played
from tests.cogs.wire import as_text, late_click, send
from tests.cogs.world import World, in_one_world
from tests.db.worlds import ms

OUTDATED = str(too_old("champions"))

NOW = ms(2026, 11, 24)


async def ask(guest: Guest, **options: str) -> InteractionResult:
    return await guest.slash("league champions", **options)


def seasons(page: Shown) -> Sequence[str]:
    return [line for line in page.text.splitlines() if line.startswith("**")]


async def test_past_seasons_are_listed_with_their_first_three(world: World, mina: Guest) -> None:
    world.time.set(NOW)
    result = in_private(await ask(mina, game="toy"))
    assert words(result) == "No season of High Card has ended here yet."
    await played(world, NOW, "Dan", "Ann")
    assert (await ask(mina)).ephemeral
    await played(world, ms(2026, 10, 3), "Ann", "Bob", "Cy", "Dan")
    await played(world, ms(2026, 10, 4), "Ann", "Cy", "Bob", "Dan")
    await played(world, ms(2026, 8, 1), "Bob", "Ann")
    await played(world, ms(2026, 8, 2), "Ann", "Bob")
    result = await ask(mina)
    assert not result.ephemeral
    page = shown(result)
    assert page.text.splitlines() == [
        "## Champions of High Card",
        "Most medals: Ann: 2 gold · Bob: 1 gold, 1 silver · Cy: 1 silver",
        "**October 2026** 🥇 Ann 200 · 🥈 Bob and Cy 100",
        "**August 2026** 🥇 Ann and Bob 100",
        "-# Numbers are points.",
    ]
    assert list(page.buttons) == ["Quarters"]
    board = await mina.slash("league standings", game="toy", season="2026-10")
    text = await as_text(mina, shown(board))
    assert text.startswith("## High Card · October 2026")


async def test_months_and_quarters_stay_reachable(world: World, mina: Guest, sam: Guest) -> None:
    world.time.set(NOW)
    await world.set(season="quarter")
    await played(world, ms(2026, 2, 3), "Ann", "Bob", "Cy")
    await played(world, ms(2026, 3, 3), "Bob", "Ann")
    result = await ask(mina, game="toy")
    quarter = "**January to March 2026** 🥇 Bob 150 · 🥈 Ann 100 · 🥉 Cy 0"
    assert seasons(shown(result)) == [quarter]
    await world.restart()
    await sam.click("Months", shown(result))
    assert seasons(shown(result)) == [
        "**March 2026** 🥇 Bob 100 · 🥈 Ann 0",
        "**February 2026** 🥇 Ann 100 · 🥈 Bob 50 · 🥉 Cy 0",
    ]
    await sam.click("Quarters", shown(result))
    assert seasons(shown(result)) == [quarter]


async def test_more_seasons_are_on_other_pages(world: World, mina: Guest) -> None:
    world.time.set(NOW)
    for month in range(2 * SEASONS + 1):
        await played(world, ms(2024 + month // 12, month % 12 + 1, 9), "Ann", "Bob")
    await played(world, ms(2024, 1, 10), "Bob", "Ann")
    result = await ask(mina, game="toy")
    assert seasons(shown(result))[0].startswith("**January 2025**")
    assert len(seasons(shown(result))) == SEASONS
    assert shown(result).dead == ["Previous"]
    assert "page 1 of 3" in shown(result).text
    assert "Ann: 13 gold · Bob: 1 gold, 12 silver" in shown(result).text
    await mina.click("Next", shown(result))
    early = late_click(mina, shown(result), "Next")
    await mina.click("Next", shown(result))
    assert seasons(shown(result)) == ["**January 2024** 🥇 Ann and Bob 100"]
    assert shown(result).dead == ["Next"]
    await send(early)
    assert "page 3 of 3" in shown(result).text


async def test_someone_who_is_hidden_keeps_the_place_without_the_name(world: World) -> None:
    world.time.set(NOW)
    await played(world, ms(2026, 10, 3), "Ann", "Bob")
    await world.bot.services.storage.people.choose(USERS["Ann"], Visibility.HIDDEN)
    page = shown(await ask(world.guest("Mina"), game="toy"))
    assert "Ann" not in page.text
    assert seasons(page) == ["**October 2026** 🥇 a hidden player 100 · 🥈 Bob 0"]
    assert "Most medals: Bob: 1 silver" in page.text


@in_one_world(
    ("control", "why"),
    [
        ("n:chess:month:1", "There's no such game here."),
        ("n:kapow:month:1", "No season of Kapow! of that length has ended here yet."),
        ("n:toy:week:1", OUTDATED),
        ("n:toy:month:", OUTDATED),
        ("x:toy:month:1", OUTDATED),
        ("", OUTDATED),
    ],
)
async def test_a_forged_page_is_answered_in_private(world: World, control: str, why: str) -> None:
    world.time.set(NOW)
    await played(world, ms(2026, 10, 3), "Ann", "Bob")
    mina = world.guest("Mina")
    page = shown(await ask(mina, game="toy"))
    (answer,) = await send(late_click(mina, page, "Quarters", f"champions:{control}"))
    assert answer.ephemeral
    assert words(answer) == why


async def test_every_season_that_was_played_is_suggested(world: World, mina: Guest) -> None:
    world.time.set(NOW)
    await played(world, ms(2026, 10, 3), "Ann", "Bob")
    await played(world, ms(2025, 12, 31), "Ann", "Bob", game="kapow")

    async def suggested(typed: str = "", **given: str) -> Sequence[str]:
        found = await mina.actor.autocomplete(
            world.channel, "league standings", "season", typed, **given
        )
        return [choice["name"] for choice in found]

    usual = ["This season", "Last season", "All time"]
    toys = ["October to December 2026", "October 2026"]
    assert await suggested(game="toy") == [*usual, *toys]
    others = ["October to December 2025", "December 2025"]
    assert await suggested() == [*usual, *toys, *others]
    assert await suggested("2025") == others
    assert await suggested(game="chowpow") == usual


@in_one_world("season", ["2026-13", "summer", "2026-Q9", "THIS", ""])
async def test_a_season_that_is_none_is_refused(world: World, season: str) -> None:
    mina = world.guest("Mina")
    result = in_private(await mina.slash("league standings", game="toy", season=season))
    assert words(result) == NO_SUCH_SEASON
