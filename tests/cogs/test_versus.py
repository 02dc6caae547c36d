"""``/league versus``: how two people stand to each other."""

from collections.abc import Sequence
from dataclasses import replace

from simcord import InteractionResult

from bot.league.settings import Visibility
from tests.cogs import forge
from tests.cogs.forge import forger
from tests.cogs.guest import Guest, words
from tests.cogs.shown import in_private, shown
from tests.cogs.stored import DAY, result, seat, store
from tests.cogs.world import World

NOT_MET = "haven't met in a ranked match here yet."


async def ask(reader: Guest, first: Guest, other: Guest | None = None) -> InteractionResult:
    return await reader.slash("league versus", person=first, other=other)


async def test_all_games_and_each_are_told(world: World) -> None:
    mina, sam = world.guest("Mina"), world.guest("Sam *")
    await store(
        world,
        result(world, 9, [seat(mina, 1, 4), seat(sam, 2, 9)]),
        result(world, 8, [seat(sam, 1, 5), seat(mina, 3, 11), seat(None, 2, 7)]),
        result(world, 7, [seat(mina, 1, 6), seat(sam, 1, 6)]),
        result(world, 6, [seat(mina, 1, 9), seat(sam, 2, 2)], game="toy"),
        result(world, 5, [seat(mina, 1, 1), seat(sam, 2, 2)], counted=False),
        result(world, 4, [seat(mina, 1, 1), seat(sam, 2, 2)], ranked=False, counted=False),
    )
    answer = await ask(mina, sam)
    assert not answer.ephemeral
    times = {table: result(world, table, []).finished_at // 1000 for table in (6, 7, 8, 9)}
    assert shown(answer).text.splitlines() == [
        r"## Mina vs. Sam \*",
        r"**Mina** leads **Sam \*** 2 : 1, with 1 tie.",
        "- **Kapow!** 1 : 1 : 1 in 3 matches",
        "- **High Card** 1 : 0 : 0 in 1 match",
        "-# Won : tied : lost for Mina, in ranked matches.",
        "### Latest matches",
        rf"- <t:{times[6]}:d> High Card: Mina 1st with 9, Sam \* 2nd with 2",
        rf"- <t:{times[7]}:d> Kapow!: Mina 1st with 6, Sam \* 1st with 6",
        rf"- <t:{times[8]}:d> Kapow!: Mina 3rd with 11, Sam \* 1st with 5",
        rf"- <t:{times[9]}:d> Kapow!: Mina 1st with 4, Sam \* 2nd with 9",
    ]
    (request,) = world.requests("POST", "/callback")[-1:]
    assert isinstance(request.json, dict)
    assert request.json["data"].get("allowed_mentions", {}).get("parse", []) == []


async def test_two_others_are_compared_by_anybody(world: World) -> None:
    mina, sam, zoe = world.guest("Mina"), world.guest("Sam"), world.guest("Zoe")
    await store(world, result(world, 1, [seat(mina, 1), seat(sam, 2)]))
    text = shown(await ask(zoe, sam, mina)).text
    assert text.startswith("## Sam vs. Mina\n**Mina** leads **Sam** 1 : 0.")
    assert "0 : 0 : 1 in 1 match" in text


async def test_the_latest_five_matches_are_listed(world: World, mina: Guest, sam: Guest) -> None:
    played = [
        result(world, number, [seat(mina, 1, number), seat(sam, 2, 0)])
        for number in range(9, 0, -1)
    ]
    await store(world, *played)
    lines = shown(await ask(sam, mina)).text.partition("### Latest matches\n")[2].splitlines()
    assert [line.rpartition(" ")[2] for line in lines] == ["1", "2", "3", "4", "5"]


async def test_who_left_ahead_has_not_met_anybody(world: World, mina: Guest, sam: Guest) -> None:
    await store(world, result(world, 1, [seat(mina, 1, held="left"), seat(sam, 2)]))
    assert words(in_private(await ask(mina, sam))) == f"You and Sam {NOT_MET}"
    assert words(await ask(world.guest("Zoe"), mina, sam)) == f"Mina and Sam {NOT_MET}"


async def settle(world: World, guests: Sequence[Guest], *, days_ago: int) -> None:
    """Let four people play so much, at one game, that their ratings are settled."""
    game = f"game{days_ago}"
    for number in range(80, 8, -1):
        seats = [seat(who, 1 + (at + number) % 4) for at, who in enumerate(guests)]
        match = result(world, number + days_ago * 1000, seats, game=game)
        await store(world, replace(match, finished_at=match.finished_at - days_ago * DAY))


async def test_ratings_are_shown_once_they_are_known(world: World) -> None:
    """A provisional one is not, nor that of someone who hasn't played for long."""
    guests = [world.guest(name) for name in ("Mina", "Sam", "Kim", "Ann")]
    mina, sam, new = *guests[:2], world.guest("New")
    for days_ago in (95, 0):
        await settle(world, guests, days_ago=days_ago)
    await store(world, result(world, 1, [seat(mina, 1), seat(new, 2)]))
    rated = await world.bot.services.storage.boards.ratings(
        world.guild.id, "game0", [mina.id, sam.id]
    )
    now, before = (round(rated[who.id][0].rating.mean) for who in (mina, sam))
    lines = shown(await ask(mina, sam)).text.splitlines()
    assert f"- **game0** 54 : 0 : 18 in 72 matches · rating: Mina {now}, Sam {before}" in lines
    assert "- **game95** 54 : 0 : 18 in 72 matches" in lines
    assert "- **Kapow!** 1 : 0 : 0 in 1 match" in shown(await ask(mina, new)).text


async def test_nobody_meets_themselves_or_a_bot(world: World, mina: Guest, sam: Guest) -> None:
    for first, other, told in (
        (mina, None, "You can't play against yourself. Please choose someone else."),
        (mina, mina, "You can't play against yourself. Please choose someone else."),
        (sam, sam, "Please choose two different people."),
        (sam, None, f"You and Sam {NOT_MET}"),
    ):
        assert words(in_private(await ask(mina, first, other))) == told
    robot = Guest(world, world.guild.add_member(world.env.create_user("Robot", bot=True)))
    answer = in_private(await ask(mina, robot))
    assert words(answer) == "Bots don't have results. Please choose a person."


async def test_who_is_hidden_is_shown_to_themselves_alone(world: World) -> None:
    mina, sam, zoe = world.guest("Mina"), world.guest("Sam"), world.guest("Zoe")
    await store(world, result(world, 1, [seat(mina, 1), seat(sam, 2)]))
    await world.bot.services.storage.people.choose(sam.id, Visibility.HIDDEN)
    for reader, first, other in ((mina, sam, None), (zoe, mina, sam), (zoe, sam, mina)):
        answer = in_private(await ask(reader, first, other))
        assert words(answer) == "Sam keeps their results private."
    assert "**Mina** leads **Sam** 1 : 0." in words(in_private(await ask(sam, mina)))
    await world.bot.services.storage.people.choose(sam.id, Visibility.PUBLIC)
    assert not (await ask(zoe, sam, mina)).ephemeral


async def test_who_left_the_server_is_still_known(world: World, mina: Guest, sam: Guest) -> None:
    await store(world, result(world, 1, [seat(mina, 1), seat(sam, 2)]))
    answer = await forger(mina).send(*forge.about("league versus", sam.id, "Sam"))
    assert "**Mina** leads **Sam** 1 : 0." in words(answer)


async def test_a_deleted_account_has_met_nobody(world: World) -> None:
    mina, sam, kim = world.guest("Mina"), world.guest("Sam"), world.guest("Kim")
    await store(world, result(world, 1, [seat(mina, 1), seat(sam, 2), seat(kim, 3)]))
    await world.bot.services.forgetting.forget(sam.id)
    assert words(await ask(mina, sam)) == f"You and Sam {NOT_MET}"
    assert "**Mina** leads **Kim** 1 : 0." in words(await ask(mina, kim))


async def test_other_servers_matches_are_not_in_it(world: World, mina: Guest, sam: Guest) -> None:
    elsewhere = replace(result(world, 1, [seat(mina, 1), seat(sam, 2)]), guild=world.guild.id + 1)
    await store(world, elsewhere)
    assert words(await ask(mina, sam)) == f"You and Sam {NOT_MET}"


async def test_a_game_played_no_more_keeps_its_name(world: World, mina: Guest, sam: Guest) -> None:
    await store(world, result(world, 1, [seat(mina, 1), seat(sam, 2)], game="bridge"))
    assert "**bridge** 1 : 0 : 0" in words(await ask(mina, sam))
