"""Who may see whose results, as they choose it in ``/me privacy``."""

from collections.abc import Sequence

import pytest
from simcord import InteractionResult

from bot.face.markdown import HIDDEN_NAME
from bot.league.settings import Visibility
from bot.tables.entries import Person, TableSetup
from cogs.core.click import too_old
from cogs.privacy import VISIBILITY_WORDS
from tests.cogs import forge
from tests.cogs.forge import forger
from tests.cogs.guest import Guest, words
from tests.cogs.shown import Shown, in_private, shown
from tests.cogs.stored import finish, people
from tests.cogs.wire import as_text
from tests.cogs.world import World, in_one_world

OUTDATED = str(too_old("privacy"))

OWN = "\N{BLACK RIGHT-POINTING SMALL TRIANGLE}"


async def choose(guest: Guest, visibility: Visibility) -> str:
    """Choose in the menu of ``/me privacy``; return what the person is told."""
    page = shown(await guest.slash("me privacy"))
    return words(in_private(await guest.choose(page, visibility.value, "privacy:see")))


async def chosen(guest: Guest) -> Sequence[str]:
    page = shown(await guest.slash("me privacy"))
    values = {visibility.value for visibility in Visibility}
    return [option.value for _, option in page.items if option.default and option.value in values]


async def standings(guest: Guest, **options: int) -> InteractionResult:
    return await guest.slash("league standings", game="toy", **options)


def lines(told: str, name: str) -> list[str]:
    rows = told.splitlines()
    (at,) = [at for at, row in enumerate(rows) if name in row]
    return rows[at : at + 2]


async def test_each_choice_is_kept_and_explained(mina: Guest, sam: Guest) -> None:
    assert await chosen(mina) == [Visibility.SERVER]
    for visibility in (Visibility.HIDDEN, Visibility.PUBLIC, Visibility.SERVER):
        label, what = VISIBILITY_WORDS[visibility]
        assert await choose(mina, visibility) == (f"**Who can see your results**: {label}. {what}")
        assert await chosen(mina) == [visibility]
        assert await chosen(sam) == [Visibility.SERVER]


@in_one_world("values", [["nobody"], [], ["hidden", "public"], ["HIDDEN"], [""]])
async def test_no_other_choice_is_taken(world: World, values: list[str]) -> None:
    mina = world.guest("Mina")
    await choose(mina, Visibility.HIDDEN)
    told = words(await forger(mina).send(*forge.menu("privacy:see", values)))
    assert told in (OUTDATED, "Please choose one line from the menu.")
    assert await chosen(mina) == [Visibility.HIDDEN]


async def test_others_see_a_place_without_a_name(world: World, mina: Guest, sam: Guest) -> None:
    for _ in range(2):
        await finish(world, [mina.person, sam.person])
    before = lines(await as_text(sam, shown(await standings(sam))), "Mina")
    await choose(mina, Visibility.HIDDEN)
    board = shown(await standings(sam))
    told = await as_text(sam, board)
    assert "Mina" not in told
    assert "Mina" not in board.alt
    assert HIDDEN_NAME in board.alt
    large, small = lines(told, HIDDEN_NAME)
    assert large == before[0].replace("Mina", HIDDEN_NAME).rpartition(" · ")[0]
    assert small == "-# 2 matches"
    assert lines(told, "Sam")[0].startswith(OWN)
    await choose(mina, Visibility.SERVER)
    assert "Mina" in await as_text(sam, shown(await standings(sam)))


async def test_only_the_owner_learns_their_line(world: World) -> None:
    """What a hidden person posts or turns is seen by all, so it is what a stranger would see."""
    crowd = people(*(f"Player {number}" for number in range(22)))
    mina, sam = world.guest("Mina"), world.guest("Sam")
    seated = [*crowd, mina.person, Person(id=2000, name="Kim")]
    for first in range(0, 24, 4):
        await finish(world, seated[first : first + 4])
    await choose(mina, Visibility.HIDDEN)
    place = await world.bot.services.storage.boards.place(world.guild.id, "toy", "", mina.id)
    assert place is not None
    for page in (1, 2, 3):
        result = await standings(mina, page=page)
        assert not result.ephemeral
        by_stranger = shown(await standings(sam, page=page))
        assert result.response is not None  # What is told in private comes after it.
        board = Shown(result.response.message)
        assert board.alt == by_stranger.alt
        assert "(own line)" not in by_stranger.alt
        (own, *_) = [row for row in (await as_text(mina, board)).splitlines() if OWN in row]
        assert f"{place.place}. Mina" in own
        assert OWN not in await as_text(sam, board)
        assert "**As text** shows it only to you" in words(result)
        assert result.followups[-1].message.flags.ephemeral
    await mina.click("Previous", by_stranger)
    assert "Mina" not in by_stranger.alt
    assert "(own line)" not in by_stranger.alt


async def test_the_best_scores_do_not_name_them(world: World, mina: Guest, sam: Guest) -> None:
    await finish(world, [mina.person, sam.person])
    await choose(mina, Visibility.HIDDEN)
    for guest in (mina, sam):
        told = words(await guest.slash("league best", game="toy"))
        assert "Mina" not in told
        assert HIDDEN_NAME in told
        assert "Sam" in told


@pytest.mark.parametrize("hidden", [False, True])
async def test_a_match_s_end_tells_nothing_of_their_season(world: World, *, hidden: bool) -> None:
    guests = await world.sit("Mina", "Sam", game="toy", rounds=2, ranked=True)
    if hidden:
        await choose(next(g for g in guests if g.actor.name == "Mina"), Visibility.HIDDEN)
    await world.play(guests)
    told = world.board.text
    assert "This season" in told
    assert "**Sam** is" in told
    assert ("**Mina** is" in told) is not hidden
    assert any(words in told for words in ("leads", "are level")) is not hidden


async def test_friendly_matches_need_no_choice(world: World, mina: Guest, sam: Guest) -> None:
    await choose(mina, Visibility.HIDDEN)
    await finish(world, [mina.person, sam.person], TableSetup(game="toy"))
    assert "Nobody has finished" in words(await standings(sam))
