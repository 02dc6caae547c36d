"""``/league profile``: what a person has reached on a server, and who may see it."""

import re
from io import BytesIO
from typing import Final

from PIL import Image
from simcord import InteractionResult

from bot.face.canvas import LARGEST
from bot.face.markdown import HIDDEN_NAME
from bot.face.seating import WIDTH
from bot.league.achievements import GOALS
from bot.league.settings import Visibility
from bot.tables.store import Effects, Listing, MatchResult, Phase, SeatResult
from cogs.core.click import too_old
from cogs.profile import HIDES, UNKNOWN
from db.schema import bests, facts, totals
from db.storage import open_storage
from tests.cogs import forge
from tests.cogs.forge import Forger
from tests.cogs.guest import Guest, words
from tests.cogs.shown import in_private, shown
from tests.cogs.stored import finish, people
from tests.cogs.wire import as_text
from tests.cogs.world import World
from tests.db.samples import acted

OUTDATED = str(too_old("profile"))

DAY = 86_400_000


async def ask(guest: Guest, whose: Guest | None = None) -> InteractionResult:
    return await guest.slash("league profile", person=whose)


async def hide(world: World, guest: Guest, how: Visibility = Visibility.HIDDEN) -> None:
    await world.bot.services.storage.people.choose(guest.id, how)


async def keep(world: World, table: str, *users: int, guild: int = 0, ago: int = 0) -> None:
    """Store a ranked match of Kapow! that ended in this order, this many days ago."""
    where = guild or world.guild.id
    seats = tuple(
        SeatResult(seat, user, f"user {user}", None, seat + 1, 20 + seat, (20 + seat,))
        for seat, user in enumerate(users)
    )
    listing = Listing(table, where, world.channel.id, "kapow", Phase.CLOSED, ())
    at = world.bot.services.time.now() - ago * DAY
    result = MatchResult(table, where, "kapow", True, True, at, seats)
    await world.bot.services.storage.store.append(table, 0, [acted(1)], Effects(listing, result))


async def test_all_see_a_profile_also_in_words(world: World, mina: Guest, sam: Guest) -> None:
    for _ in range(3):
        await finish(world, [mina.person, sam.person])
    await keep(world, "k1", mina.id, sam.id)
    result = await ask(sam, mina)
    assert not result.ephemeral
    page = shown(result)
    assert page.files == ["profile.png"]
    told = await as_text(sam, page)
    wins = (await world.bot.services.storage.profiles.totals(world.guild.id, mina.id, ["toy"]))[
        0
    ].wins
    assert told.startswith("## Mina\n-# Card night · ")
    assert "**High Card** · " in told
    assert f"3 matches · {wins} win" in told
    assert "**Kapow!** · 1st place · rating " in told
    assert "(provisional)" in told
    assert "**Rating in High Card**: from" in told
    assert "**Figures in High Card**" in told
    assert f"- Matches won: **{wins / 3:.0%}**".replace("%", r"%") in told.replace("\\", "")
    assert "- Sam: won" in told
    for goal in GOALS:
        assert (goal.title in told.replace("\\", "")) == goal.of_server
    assert page.alt.startswith("Profile of Mina: High Card, ")
    assert "3 matches" in page.alt
    assert "Kapow!, 1st place" in page.alt
    (picture,) = page.message.attachments
    content = await picture.read()
    assert len(content) <= LARGEST
    assert Image.open(BytesIO(content)).width == WIDTH


async def test_one_s_own_is_the_default(world: World, mina: Guest, sam: Guest) -> None:
    nothing = in_private(await ask(mina))
    assert words(nothing).startswith("You haven't finished a ranked match here yet.")
    assert words(in_private(await ask(mina, sam))) == "Sam hasn't finished a ranked match here yet."
    await finish(world, [mina.person, sam.person])
    result = await ask(mina)
    assert not result.ephemeral
    assert shown(result).text == "## Mina"


async def test_a_hidden_person_sees_their_own_in_private_and_nobody_else_does(world: World) -> None:
    mina, sam = world.guest("Mina"), world.guest("Sam")
    await finish(world, [mina.person, sam.person])
    before = shown(await ask(sam, mina))
    await hide(world, mina)
    assert "- Sam: won" in await as_text(mina, shown(in_private(await ask(mina))))
    assert words(in_private(await ask(sam, mina))) == HIDES
    assert await as_text(sam, before) == HIDES
    assert "Mina" in await as_text(mina, before)
    rivals = await as_text(sam, shown(await ask(sam)))
    assert "Mina" not in rivals
    assert f"- {HIDDEN_NAME}: won" in rivals


async def test_what_is_elsewhere_is_told_if_public(world: World, mina: Guest, sam: Guest) -> None:
    await keep(world, "here", mina.id, sam.id)
    for number in range(2):
        await keep(world, f"there{number}", mina.id, sam.id, guild=world.guild.id + 1)
    assert "other servers" not in await as_text(sam, shown(await ask(sam, mina)))
    await hide(world, mina, Visibility.PUBLIC)
    page = shown(await ask(sam, mina))
    told = await as_text(sam, page)
    assert told.replace("\\", "").endswith("-# On other servers: 2 rated matches, 2 wins")
    assert "On other servers: 2 rated matches, 2 wins" in page.alt


async def test_a_public_person_has_matches_elsewhere(world: World, mina: Guest, sam: Guest) -> None:
    await keep(world, "there", mina.id, sam.id, guild=world.guild.id + 1)
    assert (await ask(sam, mina)).ephemeral
    await hide(world, mina, Visibility.PUBLIC)
    page = shown(await ask(sam, mina))
    told = (await as_text(sam, page)).replace("\\", "")
    assert "No rated match yet." in told
    assert "On other servers: 1 rated match, 1 win" in told


async def test_medians_stand_beside_figures_if_there_are_enough(world: World, mina: Guest) -> None:
    users = (21, 22, 23, 24)
    for number in range(5):
        await keep(world, f"t{number}", mina.id, *users[:3])
    assert "(0" not in await as_text(mina, shown(await ask(mina)))
    await world.restart()
    for number in range(5, 10):
        await keep(world, f"t{number}", *users, mina.id)
    told = (await as_text(mina, shown(await ask(mina)))).replace("\\", "")
    assert re.search(r"- Points a match: \*\*50\.0\*\* \(\d+\.\d\)", told)
    assert "- Matches won: **50%** (0%)" in told
    assert "- People met: **4** (4)" in told


async def test_facts_and_bests_have_the_game_s_words(world: World, mina: Guest, sam: Guest) -> None:
    await keep(world, "t", mina.id, sam.id)
    async with open_storage(f"sqlite+aiosqlite:///{world.database}") as storage:
        guild = world.guild.id
        rows = [(guild, "kapow", mina.id, fact, n) for fact, n in (("columns", 7), ("swaps", 0))]
        line = (guild, "kapow", "", mina.id, "Mina", 2, 1, 100, 1, 1, None)
        best = (guild, "kapow", "12 cards", mina.id, 2, -4, 60, -9, 30)
        await storage.writer.write({facts: rows, totals: [line], bests: [best]})
    told = (await as_text(sam, shown(await ask(sam, mina)))).replace("\\", "")
    assert "- columns completed: **7**" in told
    assert "KAPOW! swaps" not in told
    assert "best score \N{MINUS SIGN}4" in told
    assert "- Matches left to Kai: **50%**" in told


async def test_an_idle_person_has_no_rating_shown(world: World, mina: Guest, sam: Guest) -> None:
    await keep(world, "t", mina.id, sam.id, ago=91)
    assert "**Kapow!** · no rating" in await as_text(sam, shown(await ask(sam, mina)))


async def test_achievements_come_from_what_was_played(world: World, mina: Guest) -> None:
    for number in range(3):
        await keep(world, f"t{number}", mina.id, 21, 22, 23)
    told = (await as_text(mina, shown(await ask(mina)))).replace("\\", "")
    reached = re.findall(r"\N{CHECK MARK} \*\*(.*?)\*\*", told)
    assert reached == ["One against three", "Hat-trick"]
    assert f"**Achievements**: 2 of {sum(goal.of_server for goal in GOALS)}" in told


async def test_bots_have_none(world: World) -> None:
    robot = world.guild.add_member(world.env.create_user("Robot", bot=True))
    result = in_private(await world.guest("Mina").slash("league profile", person=robot))
    assert words(result) == "Bots don't have profiles, and neither does Kai."


FORGED: Final = (
    ("text:12345", UNKNOWN),
    ("text:0", UNKNOWN),
    (f"text:{2**63 - 1}", UNKNOWN),
    (f"text:{2**63}", OUTDATED),
    ("text:99999999999999999999", OUTDATED),
    ("text:-1", OUTDATED),
    ("text:", OUTDATED),
    ("page:1", OUTDATED),
    ("", OUTDATED),
)


async def test_a_forged_id_is_answered_in_private(world: World, mina: Guest, sam: Guest) -> None:
    await keep(world, "t", mina.id, sam.id)
    page = shown(await ask(mina))
    for control, why in FORGED:
        assert await as_text(sam, page, f"profile:{control}") == why, control


async def test_another_server_sees_nothing_of_it(world: World, mina: Guest, sam: Guest) -> None:
    await keep(world, "t", mina.id, sam.id)
    elsewhere = world.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("table")
    eve = elsewhere.add_member(world.env.create_user("Eve"))
    who = Forger(world, eve.id, elsewhere.id, channel.id)
    assert words(await who.send(*forge.button(f"profile:text:{mina.id}"))) == UNKNOWN


async def test_a_deleted_person_appears_nowhere(world: World, mina: Guest, sam: Guest) -> None:
    await finish(world, [mina.person, sam.person])
    page = shown(await ask(mina))
    await world.bot.services.forgetting.forget(mina.id)
    assert await as_text(sam, page) == UNKNOWN
    assert "Mina" not in await as_text(sam, shown(await ask(sam)))
    assert words(await ask(sam, mina)) == "Mina hasn't finished a ranked match here yet."


async def test_names_are_escaped_and_nobody_is_mentioned(world: World) -> None:
    ann, bob = people("**Ann** @everyone", "Bob")
    await finish(world, [ann, bob])
    mina = world.guest("Mina")
    await finish(world, [mina.person, ann])
    result = await ask(mina)
    told = await as_text(mina, shown(result))
    assert r"\*\*Ann\*\*" in told
    assert "@everyone" not in told
    assert not shown(result).message.mentions
