"""Playing for league chips, by clicks: agree in the lobby, see the pot, be paid, look it up."""

import pytest

from tests.cogs import forge
from tests.cogs.forge import forger
from tests.cogs.guest import Guest, words
from tests.cogs.options_form import choose_options
from tests.cogs.shown import Shown, in_private, shown
from tests.cogs.wire import late_click, send
from tests.cogs.world import World

ANTE = 20


async def balance(world: World, *guests: object) -> list[int]:
    ledger = world.bot.services.storage.ledger
    return [await ledger.balance(world.guild.id, getattr(guest, "id", 0)) for guest in guests]


async def test_all_agree_by_a_button_and_see_it(world: World, mina: Guest, sam: Guest) -> None:
    """C6.1"""
    await mina.play(game="toy", ante=ANTE)
    await sam.click("Join")
    assert "**20 chips** each" in world.board.text
    assert "Waiting for everyone to put in 20 chips." in world.board.text
    told = await sam.told("Put in 20 chips")
    assert told == "You've put in 20 chips. Now you have 80 chips."
    assert "2. **Sam** (20 chips in)" in world.board.text
    assert "Waiting for Mina to put in 20 chips." in world.board.text
    assert "Start" in world.board.dead
    assert await sam.told("Put in 20 chips") == "Your chips are already in."
    await mina.click("Put in 20 chips")
    assert "Start" not in world.board.dead
    assert "Waiting for" not in world.board.text
    assert await balance(world, mina, sam) == [80, 80]


async def test_chips_taken_back_are_seen_too(world: World, mina: Guest, sam: Guest) -> None:
    await mina.play(game="toy", ante=ANTE)
    await sam.click("Join")
    assert await sam.told("Take them back") == "You haven't put in any chips."
    await sam.click("Put in 20 chips")
    told = await sam.told("Take them back")
    assert told == "You've taken back 20 chips. Now you have 100 chips."
    assert "chips in)" not in world.board.text
    assert await balance(world, sam) == [100]


async def test_a_lobby_says_that_kai_has_no_chips(world: World, mina: Guest) -> None:
    await mina.play(game="toy", ante=ANTE)
    assert "Kai plays" not in world.board.text
    await mina.click("Add Kai")
    assert "Kai plays without chips." in world.board.text
    await mina.click("Put in 20 chips")
    await mina.click("Start")
    assert "20 chips in the pot" in world.board.text
    await mina.open_hand()
    await world.play([mina])
    assert "**20 chips** in the pot, for those who put them in: the match" in world.board.text
    assert "**Mina** +0" in world.board.text


async def test_a_start_that_is_too_early_is_refused(world: World, mina: Guest, sam: Guest) -> None:
    await mina.play(game="toy", ante=ANTE)
    await sam.click("Join")
    for guest in (mina, sam):
        await guest.click("Put in 20 chips")
    late = late_click(mina, world.board, "Start")
    await sam.click("Take them back")
    assert "Everyone has to put in 20 chips" in words(*await send(late))


async def test_someone_who_lacks_the_chips_is_told_so(world: World) -> None:
    mina, zoe = world.guest("Mina"), world.guest("Zoe")
    await mina.play(game="toy", ante=101)
    told = await mina.told("Put in 101 chips")
    assert told == "You don't have 101 chips. `/league chips` shows how many you have."
    assert await balance(world, mina) == [100]
    # Those who may not put anything in are not given anything either.
    assert await zoe.told("Put in 101 chips") == "Join the table first."
    assert await balance(world, zoe) == [0]


async def test_the_host_sets_the_ante_in_the_form(world: World, mina: Guest) -> None:
    await mina.play(game="toy")
    table = world.table_id()
    assert "Put in" not in str(world.board.buttons)
    opened = await mina.click("Options")
    menu = f"k1:{table}:setante"
    form = shown(opened)
    assert form.menus[menu] == ["0", "5", "10", "20", "50", "100", "200", "500", "1000"]
    await mina.choose(form, "50", menu)
    assert (await world.state()).setup.ante == 50
    await mina.click("Put in 50 chips")
    await mina.choose(shown(opened), "0", menu)
    assert "chips" not in world.board.text
    assert await balance(world, mina) == [100]


async def test_an_ante_whose_shares_round_to_nothing_is_not_offered(world: World) -> None:
    mina, *others = [world.guest(name) for name in ("Mina", "Sam", "Ada", "Ben", "Zoe")]
    await mina.play(game="capit")
    table, board = world.table_id(), world.board
    opened = await mina.click("Options")
    form, menu = shown(opened), f"k1:{table}:setante"
    assert form.menus[menu][:3] == ["0", "5", "10"]
    told = "2 chips each is too little for 4 people."
    who = forger(mina)
    typed = forge.form(f"k1:{table}:typed:ante:", {"number": "2"})
    for sent in (typed, forge.menu(menu, ["2"])):
        assert f"{told} Choose at least 3." in words(await who.send(*sent))
    assert (await world.state(table)).setup.ante == 0
    for guest in others[:4]:
        await guest.click("Join", board)
    await who.send(*typed)
    assert (await world.state(table)).setup.ante == 2, "ten chips of five people"
    await mina.click("Put in 2 chips", Shown(board.message))
    await others[3].click("Leave", board)
    assert told in world.messages()[0].text
    assert {"Put in 2 chips", "Start"} <= set(world.messages()[0].dead)
    start = words(await who.send(*forge.button(f"k1:{table}:start")))
    assert told in start
    await mina.choose(shown(await mina.click("Options", board)), "5", menu)
    assert "too small" not in world.messages()[0].text


async def test_with_kai_an_ante_has_to_be_larger(world: World, mina: Guest, sam: Guest) -> None:
    await mina.play(game="capit", kai=3)
    form = await mina.click("Options")
    assert list(shown(form).menus.values())[-1][:2] == ["0", "10"]
    await choose_options(mina, world.board, {"ante": 10})
    await sam.click("Join")
    await choose_options(mina, world.board, {"ante": 5})
    await sam.click("Leave")
    told = "5 chips each is too little for 1 person"
    assert told in world.board.text


async def test_a_game_without_a_pot_has_no_such_menu_and_no_ante(world: World, mina: Guest) -> None:
    await mina.play(game="kapow")
    opened = await mina.click("Options")
    assert not any("setante" in menu for menu in shown(opened).menus)
    refused = await forger(mina).send(*forge.menu(f"k1:{world.table_id()}:setante", ["5"]))
    assert "Kapow! isn't played for chips." in words(refused)


async def test_the_pot_is_shown_and_paid_out(world: World) -> None:
    """C6.2"""
    guests = [world.guest("Mina"), world.guest("Sam")]
    mina, sam = guests
    await mina.play(game="toy", ante=ANTE, rounds=1)
    await sam.click("Join")
    for guest in guests:
        await guest.click("Put in 20 chips")
    await mina.click("Start")
    assert "40 chips in the pot" in world.board.text
    for guest in guests:
        await guest.open_hand()
    await world.play(guests)
    one, other = await balance(world, *guests)
    assert {one, other} in ({120, 80}, {100})
    assert "**40 chips** in the pot: the match" in world.board.text
    assert f"**Mina** {one - 100:+}" in world.board.text
    assert f"**Sam** {other - 100:+}" in world.board.text
    winner = mina if one >= other else sam
    told = words(await winner.slash("league chips"))
    assert f"You have {max(one, other)} chips" in told
    assert "the winner's share of the pot (table" in told


async def test_an_ended_match_says_that_the_chips_went_back(world: World) -> None:
    guests = [world.guest("Mina"), world.guest("Sam")]
    await guests[0].play(game="toy", ante=ANTE)
    await guests[1].click("Join")
    for guest in guests:
        await guest.click("Put in 20 chips")
    await guests[0].click("Start")
    for guest in guests:
        await guest.slash("table end")
    assert "It doesn't count. Everyone got 20 chips back." in world.board.text
    assert await balance(world, *guests) == [100, 100]


async def test_a_lobby_that_closes_says_so_too(world: World, mina: Guest) -> None:
    await mina.play(game="toy", ante=ANTE)
    await mina.click("Put in 20 chips")
    await mina.slash("table end")
    assert "Everyone got 20 chips back." in world.board.text
    assert await balance(world, mina) == [100]


@pytest.mark.thorough
async def test_chips_are_told_in_private_and_fetched(world: World, mina: Guest, sam: Guest) -> None:
    told = words(in_private(await mina.slash("league chips")))
    assert "You have 100 chips" in told
    assert "New: 100 chips." in told
    assert "+100 starting chips" in told
    assert f"1. <@{mina.id}> 100" in told
    assert "are new" not in words(await mina.slash("league chips"))
    await world.pass_hours(24)  # Its leases are renewed all the while.
    assert "You have 110 chips" in words(await mina.slash("league chips"))
    told = words(await sam.slash("league chips"))
    assert told.index(f"1. <@{mina.id}> 110") < told.index(f"2. <@{sam.id}> 100")


@pytest.mark.parametrize(
    ("settings", "has"), [({"starting_chips": 7}, 7), ({"daily_chips": 0}, 100)]
)
async def test_a_server_sets_their_number(world: World, settings: dict[str, int], has: int) -> None:
    mina = world.guest("Mina")
    (name,) = settings
    await world.set(**settings)
    told = words(await mina.slash("league chips"))
    assert f"You have {has} chips" in told
    assert ("Come back every day" in told) == (name != "daily_chips")


async def test_stakes_survive_a_restart(world: World, mina: Guest, sam: Guest) -> None:
    await mina.play(game="toy", ante=ANTE, rounds=1)
    await sam.click("Join")
    await mina.click("Put in 20 chips")
    await world.restart()
    await sam.click("Put in 20 chips")
    await world.restart()
    await mina.click("Start")
    await world.restart()
    for guest in (mina, sam):
        await guest.open_hand()
    await world.play([mina, sam])
    assert sum(await balance(world, mina, sam)) == 200
