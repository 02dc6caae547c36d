"""``/table``: only hosts and moderators, only tables of this server."""

import discord
import pytest

from bot.games.chowpow.rules.options import default_deck, read_deck_file
from bot.tables.store import Phase
from cogs.core.arguments import LARGEST_FILE
from cogs.play.managing import MOST_INVITED
from cogs.play.tables import NO_TABLE, UNKNOWN
from tests.cogs import forge
from tests.cogs.forge import forger
from tests.cogs.guest import Guest, words
from tests.cogs.shown import in_private, shown
from tests.cogs.world import World
from tests.games.chowpow.rules.at import write_deck_file

ALL = discord.Permissions.all()


async def table(guest: Guest, verb: str, **options: str) -> str:
    return words(in_private(await guest.slash(f"table {verb}", **options)))


async def test_the_host_pauses_resumes_and_ends(world: World) -> None:
    guests = await world.sit("Mina", "Sam")
    mina = next(guest for guest in guests if guest.actor.name == "Mina")
    table_id = world.table_id()
    assert "isn't paused" in await table(mina, "resume")
    assert "paused" in await table(mina, "pause")
    assert (await world.state(table_id)).paused
    assert "already paused" in await table(mina, "pause")
    assert "goes on" in await table(mina, "resume")
    assert not (await world.state(table_id)).paused
    assert "closed" in await table(mina, "end")
    assert not world.bot.services.host.tables_in(world.guild.id)


async def test_a_match_that_counts_ends_only_if_all_who_were_dealt_in_agree(world: World) -> None:
    mina, sam = await world.sit("Mina", "Sam", ranked=True)
    told = await table(mina, "end")
    assert "everyone dealt in has to agree" in told
    assert f"Waiting for **{sam.actor.name}** to agree" in told
    await world.catch_up()
    assert f"**{mina.actor.name}** wants to end this match without a result" in world.board.text
    assert "You've already agreed" in await table(mina, "end")
    assert "everyone dealt in" in await table(world.guest("Ada"), "end")
    assert "to agree. Open until <t:" in await mina.told("Agree to end")
    assert "The table is closed" in await sam.told("Agree to end")
    assert not world.bot.services.host.tables_in(world.guild.id)
    assert "Everyone agreed to end the match" in world.board.text
    assert f"**{mina.actor.name}** asked first" in world.board.text


async def test_a_removal_is_asked_for_and_taken_back(world: World) -> None:
    guests = await world.sit("Mina", "Sam", "Ada", ranked=True)
    mina, sam, ada = sorted(guests, key=lambda guest: "MSA".index(guest.actor.name[0]))
    asked = await mina.slash("table kick", player="Ada")
    assert "everyone dealt in has to agree, **Ada** too" in words(asked)
    await world.catch_up()
    assert "**Mina** wants to remove **Ada**" in world.board.text
    assert "Waiting for **Mina**" not in await sam.told("Agree to remove Ada")
    taken = await mina.actor.click(shown(asked).message, label="Take it back")
    assert taken is not None
    await ada.told("Agree to remove Ada")
    assert [seat.held for seat in (await world.state()).seats] == [None, None, None]
    moderator = world.guest("Moe", manage_messages=True)
    assert "Ada was removed" in await table(moderator, "kick", player="Ada")
    await world.catch_up()
    assert "**Moe**, a moderator, removed **Ada**." in world.board.text
    assert "wants to remove" not in world.board.text


async def test_a_player_is_removed_for_good(world: World) -> None:
    guests = await world.sit("Mina", "Sam", "Ada")
    mina = next(guest for guest in guests if guest.actor.name == "Mina")
    ada = next(guest for guest in guests if guest.actor.name == "Ada")
    offered = await mina.actor.autocomplete(world.channel, "table kick", "player", "a")
    assert [choice["name"] for choice in offered] == [
        "Mina (seat 1)",
        "Sam (seat 2)",
        "Ada (seat 3)",
    ]
    assert [choice["value"] for choice in offered][2] == f"<@{ada.id}>"
    assert "Sam was removed" in await table(mina, "kick", player="Sam")
    assert "Ada was removed" in await table(mina, "kick", player=" ada ")
    assert "already been removed" in await table(mina, "kick", player="Ada")
    for nobody in ("1", "17", "Zoe", "", "-1", "<@1>"):
        assert "That player isn't here" in await table(mina, "kick", player=nobody)
    offered = await mina.actor.autocomplete(world.channel, "table kick", "player", "")
    assert [choice["name"] for choice in offered] == ["Mina (seat 1)"]
    assert "seat" in await ada.told("My hand")


@pytest.mark.parametrize("names", [("Mina", "2", "Sam"), ("Mina", "3", "2")])
async def test_a_name_is_never_taken_for_a_seat(world: World, names: tuple[str, ...]) -> None:
    guests = await world.sit(*names)
    mina = next(guest for guest in guests if guest.actor.name == "Mina")
    offered = await mina.actor.autocomplete(world.channel, "table kick", "player", "")
    chosen = next(choice for choice in offered if choice["name"] == f"{names[2]} (seat 3)")
    told = await table(mina, "kick", player=chosen["value"])
    assert f"{names[2]} was removed" in told
    assert [seat.held for seat in (await world.state()).seats] == [None, None, "kicked"]


async def test_of_two_with_one_name_none_is_guessed(world: World) -> None:
    guests = await world.sit("Mina", "Sam", "Sam")
    mina = next(guest for guest in guests if guest.actor.name == "Mina")
    assert "Several players" in await table(mina, "kick", player="sam")
    mention = f"<@{(await world.state()).people[2].id}>"
    assert "Sam (2) was removed" in await table(mina, "kick", player=mention)


@pytest.mark.parametrize("way", ["command", "button"])
async def test_the_host_removes_a_guest_who_holds_up_the_lobby(world: World, way: str) -> None:
    mina, sam, ada = (world.guest(name) for name in ("Mina", "Sam", "Ada"))
    await mina.play(game="toy", ante=20)
    assert "Remove a player" not in shown(await mina.click("Options")).buttons
    for guest in (sam, ada):
        await guest.click("Join")
    for guest in (mina, sam):
        await guest.click("Put in 20 chips")
    assert "Start" in world.board.dead
    assert "Only the host" in await sam.told("Options")
    if way == "command":
        told = await table(mina, "kick", player="Ada")
    else:
        options = await mina.click("Options")
        await mina.actor.click(shown(options).message, label="Remove a player")
        form = shown(options)
        (menu,) = form.menus
        assert form.menus[menu] == [str(sam.id), str(ada.id)]
        await mina.choose(form, str(ada.id), menu)
        told = shown(options).text
    assert "Ada" in told
    assert "was removed." in told
    assert "Ada" not in world.board.text
    assert "You were removed from this table" in await ada.told("Join")
    await mina.click("Start")
    assert (await world.state()).phase is Phase.PLAYING


async def test_the_removed_get_their_chips_back(world: World, mina: Guest, sam: Guest) -> None:
    await mina.play(game="toy", ante=20)
    await sam.click("Join")
    await sam.click("Put in 20 chips")
    await table(mina, "kick", player="Sam")
    assert await world.bot.services.storage.ledger.balance(world.guild.id, sam.id) == 100


async def test_where_several_tables_may_be_meant_a_menu_asks_which(world: World) -> None:
    mina, elsewhere = world.guest("Mina"), world.guild.create_text_channel("elsewhere")
    assert await table(mina, "end") == NO_TABLE
    await mina.play()
    first = world.table_id()
    await mina.play(game="toy")
    asked = shown(await mina.slash("table end"))
    assert asked.text == "**Which table?**"
    assert asked.menus == {"which:end": [first, world.table_id()]}
    asked_too = shown(await mina.slash("table kick", player="Sam"))
    assert "That player isn't here" in words(await mina.choose(asked_too, first, "which:kick:Sam"))
    hand = shown(await mina.actor.slash(elsewhere, "hand"))
    assert "hasn't started" in words(await mina.choose(hand, first, "which:hand"))
    offered = await mina.actor.autocomplete(world.channel, "table end", "table", "kapow")
    assert [(choice["name"], choice["value"]) for choice in offered] == [
        ("Kapow! Mina: waiting for players", first)
    ]
    assert "closed" in words(await mina.choose(asked, first, "which:end"))
    assert UNKNOWN in words(await forger(mina).send(*forge.menu("which:end", [first])))
    assert shown(await mina.actor.slash(elsewhere, "table end")).text == "**Which table?**"
    assert "closed" in await table(mina, "end")


async def invite(host: Guest, guest: Guest) -> str:
    result = await host.actor.context_menu(host.world.channel, "Invite to my table", guest.actor)
    assert result.ephemeral
    return words(result)


async def test_a_person_is_invited_and_nobody_else_mentioned(world: World) -> None:
    mina, sam, zoe = (world.guest(name) for name in ("Mina", "Sam", "Zoe"))
    assert "aren't in a lobby" in await invite(mina, sam)
    await mina.play()
    board = world.board.message
    assert await invite(mina, sam) == f"<@{sam.id}> is invited."
    told = world.messages()[-1]
    assert f"<@{mina.id}> invites you to [Kapow!](https://discord.com/channels/" in told.text
    assert world.mentioned(world.posts[-1:]) == [[sam.id]]
    await sam.actor.click(board, label="Join")
    assert await invite(mina, sam) == "They're already at this table."
    for _ in range(MOST_INVITED - 1):
        assert "is invited" in await invite(mina, zoe)
    assert "You've invited a lot lately" in await invite(mina, zoe)
    assert "is invited" in await invite(sam, zoe)
    assert "They've been invited a lot lately" in await invite(sam, zoe)


async def test_one_of_several_lobbies_is_chosen_for_an_invitation(world: World) -> None:
    mina, zoe = world.guest("Mina"), world.guest("Zoe")
    await mina.play()
    await mina.play(game="toy")
    asked = await mina.actor.context_menu(world.channel, "Invite to my table", zoe.actor)
    ((control, tables),) = shown(asked).menus.items()
    assert "is invited" in words(await mina.choose(shown(asked), tables[1], control))
    await world.set(mention=False)
    again = await mina.actor.context_menu(world.channel, "Invite to my table", zoe.actor)
    await mina.choose(shown(again), tables[0], control)
    assert world.mentioned(world.posts[-2:]) == [[zoe.id], []]


@pytest.mark.parametrize("garbage", ["nowhere", "0" * 10, "x" * 90, "'; --"])
async def test_garbage_is_no_table(world: World, mina: Guest, garbage: str) -> None:
    await mina.play()
    assert await table(mina, "end", table=garbage) == UNKNOWN
    assert (await world.state()).phase is Phase.LOBBY


async def test_another_servers_table_is_out_of_reach(world: World) -> None:
    await world.guest("Mina").play()
    theirs = world.table_id()
    elsewhere = world.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("table")
    admin = elsewhere.add_member(
        world.env.create_user("Eve"), roles=[elsewhere.create_role("all", permissions=ALL)]
    )
    for command in ("table end", "table pause", "hand"):
        told = words(await admin.slash(channel, command, table=theirs))
        assert told == UNKNOWN
    assert await admin.autocomplete(channel, "table end", "table", "") == []
    assert (await world.state(theirs)).phase is Phase.LOBBY


OWN = write_deck_file(default_deck()).replace("Fruit", "Frogs").replace("copies = 6", "copies = 8")


async def use(mina: Guest, content: str | bytes) -> str:
    """Attach a deck file to the table here; return what one is told."""
    data = content if isinstance(content, bytes) else content.encode()
    used = await mina.slash("table file", file=("my.toml", data))
    return words(used)


async def test_a_table_is_played_with_the_host_s_own_deck(world: World, mina: Guest) -> None:
    await mina.play(game="chowpow", kai=1, memory_aid=True)
    assert (await use(mina, OWN)).startswith("The table now uses your file.")
    assert "Deck: **from a file**" in world.board.text
    setup = (await world.state()).setup
    assert setup.options == {"deck": str(read_deck_file(OWN)), "memory_aid": True}
    await mina.click("Start")
    state = await world.state()
    assert sum(state.game.cards(state.position).values()) == 88
    assert await use(mina, OWN) == "The match has already started."


async def test_the_usual_deck_is_taken_again_in_the_options(world: World, mina: Guest) -> None:
    await mina.play(game="chowpow")
    await use(mina, OWN)
    form = shown(await mina.click("Options"))
    await mina.actor.click(form.message, label="Deck: the usual one")
    assert (await world.state()).setup.options == {}
    assert "from a file" not in world.board.text


async def test_a_table_without_a_file_is_asked_for_one(mina: Guest) -> None:
    await mina.play(game="chowpow")
    told = words(await mina.slash("table file"))
    assert told == "Attach a file to use at this table."


async def test_the_line_at_fault_is_named(world: World, mina: Guest) -> None:
    await mina.play(game="chowpow")
    faulty = OWN.replace('code = "V"', 'code = "F"')
    line = 1 + faulty.splitlines().index('code = "F"', 3)
    assert f"Deck: Line {line}: " in await use(mina, faulty)
    assert "Deck: Line 1: This isn't TOML." in await use(mina, "no deck")
    assert (await world.state()).setup.options == {}


async def test_what_is_no_deck_file_at_all_is_refused(world: World, mina: Guest) -> None:
    await mina.play(game="chowpow")
    assert "This file isn't text. A deck file is a text file." in await use(mina, b"\xff\xfe")
    told = await use(mina, b"#" * (LARGEST_FILE + 1))
    assert "A deck file can have up to 16 KiB" in told
    assert (await world.state()).setup.options == {}


async def test_other_games_have_no_deck_file(mina: Guest) -> None:
    await mina.play(game="kapow")
    assert await use(mina, OWN) == "Kapow! takes no file."
