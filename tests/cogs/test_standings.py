"""``/league standings`` and ``/league best``: what a server remembers of its matches."""

from simcord import InteractionResult

from bot.league.periods import ALL_TIME, period_at, period_before, span, title
from bot.league.reports import Kind
from bot.tables.entries import Person, TableSetup
from bot.tables.store import Effects, Listing, MatchResult, Phase, SeatResult
from cogs.core.click import too_old
from db.schema import bests, totals
from db.storage import open_storage
from tests.cogs.guest import Guest, words
from tests.cogs.shown import in_private, shown
from tests.cogs.stored import TOY_MATCH, finish, people, result as past_result, seat, store
from tests.cogs.wire import as_text, late_click, send
from tests.cogs.world import World
from tests.db.samples import acted
from tests.toy_game import TOY

TWELVE = Kind("kapow", "12 cards")

OUTDATED = str(too_old("standings"))


async def ask(guest: Guest, **options: str | int) -> InteractionResult:
    return await guest.slash("league standings", **options)


async def test_without_ranked_matches_there_is_nobody(world: World, mina: Guest) -> None:
    await finish(world, people("Ann", "Bob"), TableSetup(game="toy"))
    result = in_private(await ask(mina, game="toy"))
    assert "Nobody has finished a ranked match of High Card here" in words(result)
    assert "ranked match of Kapow! here" in words(await ask(mina, game="kapow"))


async def test_everybody_sees_who_leads(world: World) -> None:
    ann, bob = people("Ann", "Bob")
    for _ in range(3):
        await finish(world, [ann, bob])
    result = await ask(world.guest("Mina"), game="toy")
    assert not result.ephemeral
    boards, guild = world.bot.services.storage.boards, world.guild.id
    season = period_at("month", world.bot.services.time.now())
    lines = await boards.lines(guild, TOY.name, season)
    assert [line.matches for line in lines] == [3, 3]
    assert sum(line.points for line in lines) == 300
    text = await as_text(world.guest("Sam"), shown(result))
    assert text.startswith(f"## High Card · {title(season)}")
    for line in lines:
        assert f"**{line.place}. {line.name}** · {line.points} point" in text
        assert f"{line.wins} win" in text
    recent = await boards.recent(guild, TOY.name, [ann.id, bob.id])
    for line in lines:
        assert sum(match.won for match in recent[line.user]) == line.wins


async def test_the_channel_s_latest_game_is_meant(world: World) -> None:
    await finish(world, people("Ann", "Bob"))
    result = await ask(world.guest("Mina"))
    assert "High Card" in await as_text(world.guest("Mina"), shown(result))


async def test_ones_own_line_is_marked_and_shown_from_any_page(world: World) -> None:
    everybody = people(*(f"Player {number}" for number in range(23)))
    mina = world.guest("Mina")
    seated = [*everybody, Person(id=mina.actor.id, name="Mina")]
    for first in range(0, 24, 4):
        await finish(world, seated[first : first + 4])
    boards, guild = world.bot.services.storage.boards, world.guild.id
    season = period_at("month", world.bot.services.time.now())
    own = await boards.place(guild, TOY.name, season, mina.actor.id)
    assert own is not None
    for page in (1, 2, 3):
        text = await as_text(mina, shown(await ask(mina, game="toy", page=page)))
        (line,) = [row for row in text.splitlines() if "Mina" in row]
        assert line.startswith("\N{BLACK RIGHT-POINTING SMALL TRIANGLE} **")
        assert f"{own.place}. Mina" in line


async def test_buttons_turn_pages_through_restarts(world: World) -> None:
    everybody = people(*(f"Player {number}" for number in range(24)))
    for first in range(0, 24, 4):
        await finish(world, everybody[first : first + 4])
    mina, sam = world.guest("Mina"), world.guest("Sam")
    result = await ask(mina, game="toy")
    assert list(shown(result).buttons) == ["Next", "Previous season", "As text"]
    assert shown(result).dead == ["Previous"]
    assert "page 1 of 3" in await as_text(sam, shown(result))
    early = late_click(mina, shown(result), "Next")
    await sam.click("Next", shown(result))
    await world.restart()
    await mina.click("Next", shown(result))
    assert "page 3 of 3" in await as_text(mina, shown(result))
    assert shown(result).dead == ["Next"]
    await mina.click("Previous", shown(result))
    assert "page 2 of 3" in await as_text(mina, shown(result))
    await send(early)
    assert "page 2 of 3" in await as_text(mina, shown(result))
    last = await ask(mina, game="toy", page=99_999)
    assert "page 3 of 3" in await as_text(mina, shown(last))


async def test_each_season_has_its_own_table(world: World) -> None:
    mina, now = world.guest("Mina"), world.bot.services.time.now()
    season = period_at("month", now)
    await old_match(world, span(period_before(season)).begins)
    assert "Nobody has finished" in words(await ask(mina, game="toy"))
    await finish(world, people("Cy", "Dan"))
    result = await ask(mina, game="toy")
    assert "Ann" not in await as_text(mina, shown(result))
    await mina.click("Previous season", shown(result))
    assert "Ann" in await as_text(mina, shown(result))
    both = await as_text(mina, shown(await ask(mina, game="toy", season="all")))
    assert both.startswith("## High Card · All time")
    assert all(name in both for name in ("Ann", "Bob", "Cy", "Dan"))
    await world.set(season="quarter")
    text = await as_text(mina, shown(await ask(mina, game="toy")))
    assert text.startswith(f"## High Card · {title(period_at('quarter', now))}")


async def old_match(world: World, at: int) -> None:
    """A match that Ann won against Bob, finished at that time."""
    seats = tuple(
        SeatResult(seat, 77 + seat, name, None, seat + 1, 1, (1,))
        for seat, name in enumerate(("Ann", "Bob"))
    )
    listing = Listing("old", world.guild.id, world.channel.id, "toy", Phase.CLOSED, ())
    result = MatchResult("old", world.guild.id, "toy", True, True, at, seats)
    await world.bot.services.storage.store.append("old", 0, [acted(1)], Effects(listing, result))


async def test_a_forged_page_is_answered_in_private(world: World) -> None:
    await finish(world, people("Ann", "Bob"))
    mina = world.guest("Mina")
    board = shown(await ask(mina, game="toy"))
    forged = {
        "page:chess:1:": "There's no such game here.",
        "page:toy:1:0000-01": OUTDATED,
        "page:toy:1:2026-13": OUTDATED,
        "page:toy:1:1999-Q1": "Nobody is in these standings.",
        "toy:1": OUTDATED,
    }
    for control, why in forged.items():
        (answer,) = await send(late_click(mina, board, "As text", f"standings:{control}"))
        assert answer.ephemeral
        assert words(answer) == why


async def test_short_matches_count_where_the_server_says_so(world: World, mina: Guest) -> None:
    """What counts is what the server said when the match began."""
    for counts in (False, True):
        await world.set(count_short=counts)
        guests = await world.sit("Ann", "Bob", game="kapow", rounds=1, cards=9, ranked=True)
        await world.set(count_short=False)
        await world.play(guests)
        result = await ask(mina, game="kapow")
        assert result.ephemeral is not counts
    assert "1 match" in await as_text(mina, shown(result))


async def reached(
    world: World, person: Person, kind: Kind, total: tuple[int, int], rounds: tuple[int, int]
) -> None:
    """Let someone have lowest and highest scores of matches and of rounds."""
    row = (world.guild.id, kind.game, ALL_TIME, person.id, person.name, 1, 0, 0, 0, 0, None)
    scores = (world.guild.id, kind.game, kind.words, person.id, 1, *total, *rounds)
    async with open_storage(f"sqlite+aiosqlite:///{world.database}") as storage:
        await storage.writer.write({totals: [row], bests: [scores]})


async def test_the_best_rounds_are_named(world: World) -> None:
    """High Card's matches have different numbers of rounds: their totals are not listed."""
    ann, bob = people("Ann **bold**", "Bob")
    mina = world.guest("Mina")
    nothing = in_private(await mina.slash("league best", game="toy"))
    assert "Nobody has finished a full-length ranked match of" in words(nothing)
    await reached(world, ann, Kind("toy", ""), (2, 6), (0, 3))
    await reached(world, bob, Kind("toy", ""), (1, 9), (0, 5))
    result = await mina.slash("league best", game="toy")
    assert not result.ephemeral
    assert words(result).splitlines() == [
        "### Best scores of High Card",
        r"**Rounds** Bob 5 · Ann \*\*bold\*\* 3",
        "-# The highest score is the best.",
    ]


async def test_the_best_matches_are_named_where_totals_compare(world: World) -> None:
    """Each person is there once, and those without a match of full length aren't."""
    ann, bob = people("Ann", "Bob")
    await reached(world, ann, TWELVE, (7, 30), (-2, 9))
    await reached(world, bob, TWELVE, (8, 20), (-2, 4))
    async with open_storage(f"sqlite+aiosqlite:///{world.database}") as storage:
        row = (world.guild.id, "kapow", ALL_TIME, 99, "Cy", 1, 0, 0, 0, 0, None)
        await storage.writer.write({totals: [row]})
    text = words(await world.guest("Mina").slash("league best", game="kapow"))
    assert text.splitlines() == [
        "### Best scores of Kapow!",
        "**Matches · 12 cards** Ann 7 · Bob 8",
        "**Rounds · 12 cards** Ann and Bob \N{MINUS SIGN}2",
        "-# The lowest score is the best.",
    ]


async def test_other_servers_matches_do_not_count(world: World) -> None:
    await finish(world, people("Ann", "Bob"), TOY_MATCH)
    elsewhere = world.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("table")
    eve = elsewhere.add_member(world.env.create_user("Eve"))
    for command in ("league standings", "league best"):
        result = in_private(await eve.slash(channel, command, game="toy"))
        assert "Ann" not in words(result)
        assert not shown(result).buttons


async def test_a_shared_first_is_a_tie_wherever_it_is_shown(world: World) -> None:
    world.time.set(world.time.now() + 86_400_000)
    mina, sam, zoe = (world.guest(name) for name in ("Mina", "Sam", "Zoe"))
    await store(world, past_result(world, 1, [seat(mina, 1), seat(sam, 1), seat(zoe, 3)]))
    told = await as_text(mina, shown(await ask(mina, game="kapow")))
    assert told.count("0 wins") == 3
    assert told.count("lately tied") == 2
    assert told.count("lately last") == 1
    profile = await mina.slash("league profile")
    assert "Last matches: tied" in shown(profile).alt
    versus = words(await mina.slash("league versus", person=sam))
    assert "0 : 1 : 0 in 1 match" in versus


async def test_in_standings_of_all_time_all_count(world: World, mina: Guest, sam: Guest) -> None:
    world.time.set(world.time.now() + 86_400_000)
    for number in range(25):
        others = [seat(mina, 1), seat(sam, 2)]
        await store(world, past_result(world, number, others, game="kapow"))
    told = await as_text(mina, shown(await ask(mina, game="kapow", season="all")))
    assert "all count" in told
    assert "the best 20" not in told
    told = await as_text(mina, shown(await ask(mina, game="kapow")))
    assert "the best 20 count" in told


async def test_the_best_of_nine_and_of_twelve_cards_are_lists_of_their_own(world: World) -> None:
    """At Kapow! a hand of nine cards has fewer points than one of twelve."""
    mina, sam, zoe, kim, lea = (world.guest(name) for name in ("Mina", "Sam", "Zoe", "Kim", "Lea"))
    for number, sat, cards in (
        (1, (zoe, kim), 9),
        (2, (lea, sam, zoe, kim, mina), 9),
        (3, (mina, sam), 12),
        (4, (mina, sam), 12),
    ):
        seats = [seat(one, rank, 10 * number + rank) for rank, one in enumerate(sat, 1)]
        await store(world, past_result(world, number, seats, kind=f"{cards} cards"))
    text = words(await mina.slash("league best", game="kapow"))
    twelve = "Mina 31 · Sam 32"
    nine = "Zoe 11 · Kim 12 · Lea 21 · Sam 22 · Mina 25"
    assert text.splitlines() == [
        "### Best scores of Kapow!",
        *(f"**Matches · 12 cards** {twelve}", f"**Rounds · 12 cards** {twelve}"),
        *(f"**Matches · 9 cards** {nine}", f"**Rounds · 9 cards** {nine}"),
        "-# The lowest score is the best.",
    ]
    # A profile has the best score of the kind that the person plays most.
    for guest, best in ((mina, "best score 31"), (kim, "best score 12 (9 cards)")):
        profile = shown(await guest.slash("league profile"))
        told = (await as_text(guest, profile)).splitlines()
        assert any(line.endswith(best) for line in told), told


async def test_lists_of_which_there_are_many_all_come(world: World) -> None:
    """The usual kind of Chow Pow! first, whose list has no name of its own."""
    people_ = [Person(id=number, name="*" * 32) for number in range(101, 106)]
    kinds = ("Hot Sauce, Battle Buffet", "Hot Sauce", "", "Battle Buffet")
    for kind in kinds:
        for number, person in enumerate(people_):
            await reached(world, person, Kind("chowpow", kind), (0, 99), (-9, 900 - number))
    text = words(await world.guest("Mina").slash("league best", game="chowpow"))
    titles = [line[: line.rindex("**", 0, 50) + 2] for line in text.splitlines() if "**R" in line]
    assert titles == [
        *("**Rounds**", "**Rounds · Battle Buffet**"),
        *("**Rounds · Hot Sauce**", "**Rounds · Hot Sauce, Battle Buffet**"),
    ]
    assert text.count(" 896") == len(kinds)
