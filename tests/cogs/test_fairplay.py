"""``/manage fairplay``: figures for those who manage the server, and for nobody else."""

import csv
import itertools
from collections.abc import Iterator
from io import BytesIO, StringIO
from typing import Final
from zipfile import ZipFile

import pytest
from simcord import InteractionResult

from bot.games.registry import GAMES
from bot.league.export import Exported
from bot.league.fairplay import (
    DAYS,
    FEWER_LINES,
    LINES,
    MOST_REVIEWS,
    PAIRS,
    GaveUp,
    Intervened,
    LeftToKai,
    OutOfTime,
    Pair,
)
from bot.league.settings import Visibility
from bot.review.review import Review, RoundReview
from bot.tables.entries import Clock
from bot.tables.store import Effects, Listing, MatchResult, Phase, SeatResult, Tally
from cogs.core.page import TEXT_LIMIT, Attached, Text
from cogs.fairplay import INNOCENT, Figures, export_page, fair_play_page
from db.storage import open_storage
from tests.cogs.guest import Guest, words
from tests.cogs.shown import in_private
from tests.cogs.world import World
from tests.db.samples import acted

DAY: Final = 86_400_000
TITLES: Final = (
    *("Against one another", "Rings", "Costly choices", "Matches left to Kai", "Out of time"),
)
ANN, BOB, CY = 77, 78, 79
NUMBERS: Final[Iterator[int]] = itertools.count()
ALL: Final = Tally(own_turns=9)


async def won(world: World, *users: int, tally: Tally = ALL, ago: int = 1, guild: int = 0) -> str:
    """Store a ranked match with a clock that people finished in this order; the last one dawdled.

    ``tally`` is the last one's, ``ago`` how many days it is since. Returns the table's name.
    """
    table, guild = f"match {next(NUMBERS)}", guild or world.guild.id
    at = world.bot.services.time.now() - ago * DAY
    seats = tuple(
        SeatResult(
            *(seat, user, f"user {user}", None, seat + 1, 9, (9,)),
            tally=tally if user == users[-1] else ALL,
        )
        for seat, user in enumerate(users)
    )
    listing = Listing(table, guild, world.channel.id, "toy", Phase.CLOSED, ())
    clock = Clock(kind="live", seconds=60)
    result = MatchResult(table, guild, "toy", True, True, at, seats, clock=clock)
    await world.bot.services.storage.store.append(table, 0, [acted(1)], Effects(listing, result))
    return table


async def reviewed(world: World, table: str, *losses: int) -> None:
    """Store the review of a match of one round: what each seat has lost, in points."""
    nothing = (0,) * len(losses)
    lost = tuple(100 * loss for loss in losses)
    played = RoundReview(points=nothing, losses=lost, choices=nothing, sound=nothing)
    empty = tuple(() for _ in losses)
    review = Review(rounds=(played,), slips=empty, chances=empty, starts=(1,))
    async with open_storage(f"sqlite+aiosqlite:///{world.database}") as storage:
        await storage.reviews.ask(table, "1", 1)
        await storage.reviews.finish(table, "1", review.model_dump_json())


async def ask(guest: Guest, person: Guest | None = None) -> InteractionResult:
    return await guest.slash("manage fairplay", person=person)


async def told(world: World, person: Guest | None = None) -> str:
    answer = await ask(world.guest("Ada", manage_guild=True, manage_messages=True), person)
    assert answer.ephemeral
    text = words(answer)
    assert INNOCENT in text
    return text


def section(text: str, title: str) -> list[str]:
    """The lines of a part, without what is said about it; none where nothing stands out."""
    _, found, rest = text.partition(f"### {title}\n")
    if not found:
        assert title in text.partition("### Nothing stands out\n")[2]
    return rest.partition("\n###")[0].splitlines()[1:]


async def test_without_matches_nobody_is_named(world: World) -> None:
    posts = len(world.posts)
    text = await told(world)
    for title in TITLES:
        assert section(text, title) == []
    assert "Costly choices (0 reviewed matches)" in text
    assert len(world.posts) == posts


async def test_a_ring_is_named_with_its_numbers(world: World) -> None:
    """Three who play only with each other, beside four others."""
    for number in range(4):
        await won(world, *[80 + (number + seat) % 4 for seat in range(4)])
    for _ in range(9):
        await won(world, ANN, BOB, CY)
    assert section(await told(world), "Rings") == []
    await won(world, BOB, ANN, CY)
    ada = world.guest("Ada", manage_guild=True, manage_messages=True)
    [line] = section(await told(world), "Rings")
    assert line.startswith(f"- <@{ANN}> (won 9, ")
    assert f"<@{BOB}> (won 1, " in line
    assert line.endswith(" played 10 of 10 matches of High Card with nobody else.")
    await world.bot.services.forgetting.forget(CY)
    [line] = section(words(await ask(ada)), "Rings")
    assert "and a former player (won 0, " in line


async def test_pairs_of_which_one_nearly_always_wins(world: World) -> None:
    for _ in range(6):
        await won(world, ANN, BOB)
    await won(world, BOB, ANN)
    assert section(await told(world), "Against one another") == []
    await won(world, ANN, BOB, CY)
    assert section(await told(world), "Against one another") == [
        (
            f"- <@{ANN}> won 7 of 8 matches against <@{BOB}> at High Card; "
            "they played alone together 7 of 8 times."
        )
    ]
    await won(world, BOB, ANN)
    assert section(await told(world), "Against one another") == []


async def test_at_most_ten_pairs_those_who_met_most_often_first(world: World) -> None:
    for other in range(12):
        for _ in range(8 + (other == 11)):
            await won(world, ANN, 100 + other)
    lines = section(await told(world), "Against one another")
    assert len(lines) == PAIRS
    assert "won 9 of 9 matches against <@111>" in lines[0]


async def test_matches_left_to_kai(world: World) -> None:
    left = Tally(own_turns=1, kai_turns=9)
    for number in range(3):
        assert section(await told(world), "Matches left to Kai") == []
        await won(world, ANN, CY, BOB, tally=left, ago=number * 100)
    await won(world, ANN, BOB)
    [line] = section(await told(world), "Matches left to Kai")
    assert line == f"- <@{BOB}> left 3 of 4 matches of High Card to Kai (75%)."


async def test_turns_out_of_time_in_the_last_ninety_days(world: World) -> None:
    late = Tally(own_turns=8, kai_turns=2, timeouts=2)
    await won(world, ANN, BOB, tally=late, ago=DAYS + 1)
    await won(world, ANN, BOB, tally=late, ago=DAYS - 1)
    assert section(await told(world), "Out of time") == []
    await won(world, ANN, BOB, tally=late)
    [line] = section(await told(world), "Out of time")
    assert line == f"- <@{BOB}> ran out of time in 4 of 20 turns (20%)."


async def test_costly_choices_beside_one_person(world: World) -> None:
    """Bob gives up much beside Ann, and little beside Cy: three times each is enough to say so."""
    for number in range(3):
        assert section(await told(world), "Costly choices") == []
        await reviewed(world, await won(world, ANN, BOB, ago=number), 1, 6)
        await reviewed(world, await won(world, BOB, CY, ago=number), 2, 1)
    text = await told(world)
    assert "in 6 reviewed matches of the last 90 days" in text
    assert section(text, "Costly choices") == [
        (
            f"- <@{BOB}> gave up 6.0 points a round in 3 matches with <@{ANN}>, "
            "and 2.0 in 3 matches without them."
        )
    ]


async def test_all_figures_about_one_person(world: World, mina: Guest, sam: Guest) -> None:
    await world.bot.services.storage.people.choose(mina.id, Visibility.HIDDEN)
    late = Tally(own_turns=4, kai_turns=1, timeouts=1)
    left = Tally(own_turns=1, kai_turns=9)
    await reviewed(world, await won(world, ANN, mina.id, tally=ALL), 0, 3)
    await won(world, sam.id, mina.id, tally=late)
    await won(world, ANN, sam.id, mina.id, tally=left)
    await won(world, ANN, BOB)
    text = await told(world, mina)
    assert text.startswith(f"## Fair play: <@{mina.id}>\n")
    assert sorted(section(text, "Against one another")) == sorted(
        f"- <@{mina.id}> won 0 of 1 match against <@{other}> at High Card; "
        "they played alone together 1 of 2 times."
        for other in (ANN, sam.id)
    )
    assert (
        section(text, "Costly choices")
        == [
            (
                f"- <@{ANN}> gave up 0.0 points a round in 1 match with <@{mina.id}>, "
                "and has no reviewed match without them."
            ),
            (
                f"- <@{mina.id}> gave up 3.0 points a round in 1 match with <@{ANN}>, "
                "and has no reviewed match without them."
            ),
        ][::-1]
    )
    left_line = f"- <@{mina.id}> left 1 of 3 matches of High Card to Kai (33%)."
    assert section(text, "Matches left to Kai") == [left_line]
    [line] = section(text, "Out of time")
    assert line == f"- <@{mina.id}> ran out of time in 1 of 15 turns (7%)."
    [ring] = section(text, "Rings")
    assert ring.endswith(" with nobody else.")
    assert str(BOB) not in text.replace(ring, "")


async def test_a_manager_gets_the_matches_as_a_table(world: World, mina: Guest) -> None:
    """People who hide are named, as in the figures; matches of other servers are not there."""
    await world.bot.services.storage.people.choose(mina.id, Visibility.HIDDEN)
    tables = {await won(world, ANN, mina.id), await won(world, BOB, CY)}
    await won(world, ANN, BOB, guild=world.env.create_guild("Elsewhere").id)
    ada = world.guest("Ada", manage_guild=True, manage_messages=True)
    page = await ask(ada)
    assert page.response is not None
    answer = in_private(await ada.actor.click(page.response.message, label="Matches as a table"))
    assert words(answer).startswith("**2 matches and 0 nights** as tables")
    shown = [found for found in (answer.response, *answer.followups) if found]
    [file] = [file for found in shown for file in found.attachments]
    assert file.filename == "league.zip"
    with ZipFile(BytesIO(await file.read())) as archive:
        text = archive.read("matches.csv").decode("utf-8-sig")
    lines = list(csv.DictReader(StringIO(text, newline="")))
    assert {line["match"] for line in lines} == {f"#{table}" for table in tables}
    assert f"id {mina.id}" in {line["person"] for line in lines}


@pytest.mark.parametrize("since", [None, 2**43])
def test_what_is_said_with_the_table(since: int | None) -> None:
    text, file = export_page(Exported(1, 2, since), b"zip").parts
    assert isinstance(text, Text)
    assert text.text.startswith("**1 match and 2 nights** as tables")
    assert ("Only matches since" in text.text) == (since is not None)
    assert isinstance(file, Attached)


async def test_someone_who_never_played_has_no_figures(world: World) -> None:
    await won(world, ANN, BOB)
    text = await told(world, world.guest("Zoe"))
    for title in TITLES:
        assert section(text, title) == []


async def test_bots_have_no_figures(world: World) -> None:
    robot = world.guild.add_member(world.env.create_user("Robot", bot=True))
    ada = world.guest("Ada", manage_guild=True, manage_messages=True)
    answer = in_private(await ada.slash("manage fairplay", person=robot))
    assert words(answer) == "Bots don't have figures. Only people count in the league."


async def test_other_servers_matches_are_not_told(world: World) -> None:
    elsewhere = world.env.create_guild("Elsewhere").id
    for _ in range(9):
        table = await won(world, ANN, BOB, tally=Tally(2, 8, 8), guild=elsewhere)
        await reviewed(world, table, 1, 6)
    text = await told(world)
    assert str(BOB) not in text
    assert "(0 reviewed matches)" in text


@pytest.mark.parametrize("person", [None, 2**63 - 1])
def test_a_page_full_of_large_figures_fits_into_a_message(person: int | None) -> None:
    one, two = 2**63 - 1, 2**63 - 2
    figures = Figures(
        person=person,
        pairs=[Pair("kapow", one, two, 99_999, 99_998, 99_999, 500, 499)] * PAIRS,
        gave_up=[GaveUp(one, two, 99, 123.4, 99, 12.3)] * 2 * LINES,
        reviews=MOST_REVIEWS,
        left=[LeftToKai("kapow", one, 99_999, 99_999)] * LINES,
        out_of_time=[OutOfTime(one, 99_999, 99_999)] * LINES,
        intervened=[Intervened(one, 999, 999, 999, 99)] * FEWER_LINES,
        removed=999 if person else 0,
    )
    page = fair_play_page(figures, GAMES)
    text = "\n".join(part.text for part in page.parts if isinstance(part, Text))
    assert text.count("\n- ") == PAIRS + 3 * LINES + FEWER_LINES + bool(person)
    assert "\N{HORIZONTAL ELLIPSIS}" not in text
    assert len(text) <= TEXT_LIMIT
