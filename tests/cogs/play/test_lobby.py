"""The lobby: who sits, what will be played, and how it ends or begins."""

import re
from typing import Final

import pytest

from bot.face.rulebook import tagline
from bot.game.deck import commitment, words_seal
from bot.games.registry import GAMES, ladder_of
from bot.lesson import lesson_of
from tests.cogs import forge
from tests.cogs.forge import forger
from tests.cogs.guest import Guest, words
from tests.cogs.shown import in_private, shown
from tests.cogs.wire import late_click, send
from tests.cogs.world import World

ROOM: Final = GAMES["kabobo"].seats.stop - 2
"""For others than the host."""


async def test_all_see_who_sits_and_what_is_played(world: World, mina: Guest, sam: Guest) -> None:
    await mina.play(rounds=3, cards=9)
    await sam.click("Join")
    lobby = world.board
    assert "1. **Mina** (host)" in lobby.text
    assert "2. **Sam**" in lobby.text
    assert "Rounds: **3**" in lobby.text
    assert "Cards: **9**" in lobby.text
    assert "Room for 6 more" in lobby.text
    assert f"sealed: `{commitment((await world.state()).secret)[:16]}`" in lobby.text
    assert len(world.posts) == 1


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_a_usual_lobby_says_the_game_and_little(world: World, mina: Guest, game: str) -> None:
    await mina.play(game=game, kai=1)
    title, about, numbers, people, *rest = world.board.text.splitlines()
    assert title == f"## {GAMES[game].title}"
    assert about == tagline(game)
    assert re.search(
        r"no clock · \*\*friendly\*\*( · \d+ cards each)?( · about \d+ minutes)?$", numbers
    )
    assert people == "1. **Mina** (host)"
    assert len(rest) == 4
    taught = f"learn:{game}" if lesson_of(game) else None
    assert world.board.buttons.get("How to play") == taught
    assert {"Join", "Start", "Leave", "Options", "Rules", "Fairness"} <= {
        *world.board.buttons,
        *world.board.dead,
    }


async def test_rounds_clock_and_what_is_not_as_usual_are_told(world: World, mina: Guest) -> None:
    await mina.play(game="toy")
    assert "Rounds: **" in world.board.text
    assert "no clock · **friendly**" in world.board.text
    await mina.play(game="toy", rounds=2, clock="90 seconds a turn", ranked=True)
    assert "Rounds: **2** · **90 seconds** a turn · **ranked**" in world.board.text


async def test_fairness_is_explained_in_private_and_shows_the_whole_seal(world: World) -> None:
    mina, eve = world.guest("Mina"), world.guest("Eve")
    await mina.play()
    answer = in_private(await eve.click("Fairness"))
    secret = (await world.state()).secret
    assert commitment(secret) in words(answer)
    assert secret.hex() not in words(answer)


async def test_the_secret_is_hidden_and_the_words_are_public_in_order(world: World) -> None:
    mina, sam = world.guest("Mina"), world.guest("Sam")
    await mina.play()
    assert "Cut by" not in world.board.text
    await sam.click("Join")
    for guest, word in ((mina, "xylophone"), (sam, "tea"), (mina, "harp")):
        await guest.cut(word)
    await world.catch_up()
    seal = words_seal(["tea", "harp"])
    line = f"-# Cut by **Sam** “tea”, then **Mina** “harp”. Fingerprint of the words: `{seal[:16]}`"
    assert line in world.board.text
    fairness = await world.guest("Eve").told("Fairness")
    assert f"1. **Sam** “tea”\n2. **Mina** “harp”\nFingerprint of the words: `{seal}`" in fairness
    assert (await world.state()).secret.hex() not in str(world.env.http_requests)


async def test_names_cannot_do_anything(world: World) -> None:
    await world.guest("**@everyone** <@1>").play()
    assert "@everyone" not in world.board.text
    assert "<@1>" not in world.board.text
    assert world.mentioned(world.posts) == [[]]


async def test_joining_twice_or_at_a_full_table_is_refused(world: World, mina: Guest) -> None:
    await mina.play(game="toy")
    assert await mina.told("Join") == "You're already at this table."
    late = late_click(world.guest("Sam"), world.board, "Join")
    for _ in range(3):
        await mina.click("Add Kai")
    assert "The table is full" in world.board.text
    assert {"Join", "Add Kai"} <= set(world.board.dead)
    assert "up to 4 players" in words(*await send(late))


async def test_kai_comes_and_goes(world: World, mina: Guest, sam: Guest) -> None:
    await mina.play()
    assert "Remove Kai" not in world.board.buttons
    assert await sam.told("Add Kai") == "Join the table first."
    await mina.click("Add Kai")
    assert "2. **Kai**" in world.board.text
    await mina.click("Remove Kai")
    assert "**Kai**" not in world.board.text


async def test_kai_is_added_at_a_chosen_level(world: World, mina: Guest, sam: Guest) -> None:
    await mina.play(game="kabobo")
    first, second, *more = (f"k1:{world.table_id()}:level:{kai}" for kai in range(ROOM))
    assert words(await sam.choose(world.board, "hard", first)) == "Join the table first."
    await mina.choose(world.board, "hard", first)
    await mina.choose(world.board, "easy", second)
    assert "2. **Kai 1** (hard)\n3. **Kai 2** (easy)" in world.board.text
    for menu in more:
        await mina.choose(world.board, "easy", menu)
    assert (await world.state()).kai == ("hard", *["easy"] * (ROOM - 1))
    assert not world.board.menus


async def test_a_level_that_a_game_does_not_have_is_refused(world: World, mina: Guest) -> None:
    await mina.play(game="kabobo")
    table = world.table_id()
    sent = await forger(mina).send(*forge.menu(f"k1:{table}:level", ["late"]))
    assert words(sent) == "Kai plays Kabobo! at these levels: easy, normal, hard, expert."
    assert (await world.state(table)).kai == ()


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_all_levels_of_a_game_are_offered(world: World, mina: Guest, game: str) -> None:
    await mina.play(game=game)
    levels = f"k1:{world.table_id()}:level:0"
    ladder = list(ladder_of(game))
    assert world.board.menus.get(levels) == (ladder if len(ladder) > 1 else None)


async def test_kai_sits_down_at_the_level_of_the_menu(world: World, mina: Guest) -> None:
    await mina.play(game="kapow", level="expert")
    assert (await world.state()).kai == ("expert",)
    await mina.play(game="capit", kai=2, level="hard")
    assert (await world.state()).kai == ("hard", "hard")


async def test_a_cut_is_made_by_a_form(world: World, mina: Guest, sam: Guest) -> None:
    await mina.play()
    told = "You've cut the deck with “green tea”, the only word."
    assert await mina.cut("  green   tea ") == told
    assert (await world.state()).guests[0].cut == "green tea"
    assert await sam.cut("mine") == "Join the table first."
    assert "up to 40 ordinary characters" in await mina.cut("a\u200bb")


async def test_the_form_of_a_cut_survives_a_restart(world: World, mina: Guest) -> None:
    await mina.play()
    form = await mina.open_cut()
    await world.restart()
    answer = await mina.actor.submit_modal(form, {"word": "tea"})
    assert words(answer).startswith("You've cut the deck with “tea”")
    assert (await world.state()).guests[0].cut == "tea"


async def test_the_host_chooses_options_from_menus(world: World, mina: Guest) -> None:
    await mina.play()
    table = world.table_id()
    opened = in_private(await mina.click("Options"))
    for menu, value in {
        "option:rounds": "2",
        "option:no_pass": "true",
        "clock": '{"kind":"live","seconds":90}',
        "ranked": "true",
    }.items():
        form = shown(opened)
        await mina.choose(form, value, f"k1:{table}:{menu}")
    setup = (await world.state()).setup
    assert setup.options == {"rounds": 2, "no_pass": True}
    assert (setup.clock.kind, setup.clock.seconds, setup.ranked) == ("live", 90, True)
    assert "Rounds: **2**" in world.board.text
    assert "**90 seconds** a turn" in world.board.text
    assert "**ranked**" in world.board.text


async def test_every_game_s_options_get_a_form(world: World, mina: Guest) -> None:
    await mina.play(game="toy")
    opened = await mina.click("Options")
    form = shown(opened)
    assert form.menus[f"k1:{world.table_id()}:option:rounds"] == ["1", "2", "3", "4", "5"]


async def test_options_opened_before_a_start_do_not_count_later(world: World, mina: Guest) -> None:
    await mina.play(kai=1)
    table = world.table_id()
    opened = await mina.click("Options")
    await mina.click("Start")
    late = await mina.choose(shown(opened), "2", f"k1:{table}:option:rounds")
    assert words(late) == "The match has already started."
    assert (await world.state()).setup.options == {}


async def test_it_takes_two_to_start(world: World, mina: Guest) -> None:
    await mina.play()
    assert "Start" in world.board.dead
    await mina.click("Add Kai")
    late = late_click(mina, world.board, "Start")
    await mina.click("Remove Kai")
    assert "needs at least 2 players" in words(*await send(late))


async def test_the_last_one_to_leave_closes_the_lobby(world: World, mina: Guest) -> None:
    await mina.play()
    await mina.click("Leave")
    assert "Closed: everyone left." in world.board.text
    assert list(world.board.buttons) == ["Open a new one"]
    await mina.click("Open a new one")
    assert "1. **Mina** (host)" in world.board.text


async def test_a_lobby_that_nobody_touches_expires_and_says_so(world: World, mina: Guest) -> None:
    await mina.play()
    late = late_click(mina, world.board, "Join")
    closes = (await world.state()).last_at // 1000 + 3600
    assert f"<t:{closes}:R>" in world.board.text
    await world.pass_time(3601)
    assert "nobody did anything for a while" in world.board.text
    assert "Join" not in world.board.buttons
    assert "This table is closed" in words(*await send(late))


async def test_the_start_leaves_a_lobby_with_a_link(world: World, mina: Guest, sam: Guest) -> None:
    await mina.play()
    await sam.click("Join")
    late = late_click(sam, world.board, "Join")
    await mina.click("Start")
    lobby, board = world.messages()
    assert f"{world.channel.id}/{board.message.id}" in lobby.text
    assert not lobby.buttons
    assert "round 1 of 10" in board.text
    assert words(*await send(late)) == "The match has already started."


@pytest.mark.house(tables_per_channel=1)
async def test_limits_are_told_in_private(world: World, mina: Guest, sam: Guest) -> None:
    await mina.play()
    assert "that's the limit" in words(in_private(await sam.play()))
    assert len(world.posts) == 1
