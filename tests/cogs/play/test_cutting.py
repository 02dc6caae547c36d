"""The words that cut the deck, as everyone sees them in the lobby and at the start."""

from tests.cogs.guest import Guest, words
from tests.cogs.options_form import choose_options
from tests.cogs.world import World


async def test_changes_after_the_last_word_are_told_until_someone_cuts(world: World) -> None:
    mina, sam, eve = world.guest("Mina"), world.guest("Sam"), world.guest("Eve")
    await mina.play()
    await sam.click("Join")
    await sam.cut("tea")
    await mina.click("Add Kai")
    await eve.click("Join")
    await choose_options(mina, world.board, {"cards": 9, "ranked": True})
    await eve.click("Leave")
    await world.catch_up()
    since = "Kai was added, **Eve** joined, the options changed and **Eve** left"
    told = f"**Since the last word**: {since.replace('**', '')}."
    assert told in world.board.text
    assert told in await mina.told("Fairness")
    await sam.cut("tea again")
    await world.catch_up()
    assert "Since the last word" not in world.board.text


async def test_at_the_start_the_words_are_frozen(world: World, mina: Guest, sam: Guest) -> None:
    await mina.play(game="toy", rounds=2)
    await sam.click("Join")
    await sam.cut("tea")
    await mina.click("Add Kai")
    await world.catch_up()
    late = await sam.open_cut()
    await mina.click("Start")
    await world.catch_up()
    told = "Cut by **Sam** “tea”."
    assert told in world.board.text
    assert "**Since the last word**: Kai was added." in world.board.text
    refused = words(await sam.actor.submit_modal(late, {"word": "later"}))
    assert refused == "The match has already started."
    fairness = await sam.told("Fairness")
    assert "1. **Sam** “tea”" in fairness
    assert "Kai was added" in fairness
    state = await world.state()
    assert (state.cuts, state.cuts_made) == (("", "tea", ""), (1,))


async def test_who_types_while_the_table_changes_is_told(mina: Guest, sam: Guest) -> None:
    await mina.play()
    await sam.click("Join")
    form = await sam.open_cut()
    await mina.cut("tea")
    told = words(await sam.actor.submit_modal(form, {"word": "harp"}))
    assert told.startswith("You've cut the deck with “harp”, the 2nd of 2 words.")
    assert "**Something changed while you typed.**" in told
    assert "changed while you typed" not in await sam.cut("harp again")


async def test_a_word_cannot_do_anything(world: World, mina: Guest) -> None:
    await mina.play()
    told = await mina.cut("@everyone **<@1>** [x](y)")
    await world.catch_up()
    for text in (told, world.board.text, await mina.told("Fairness")):
        assert "@everyone" not in text
        assert "<@1>" not in text
        assert r"\[x\](y)" in text
    assert world.mentioned(world.posts) == [[]]


async def test_a_table_full_of_the_longest_words_fits_into_its_messages(world: World) -> None:
    guests = [world.guest(f"{'*' * 30}{at}") for at in range(8)]
    await guests[0].play()
    for guest in guests[1:]:
        await guest.click("Join")
    for guest in guests:
        await guest.cut("*" * 40)
    await world.catch_up()
    assert world.board.text.count("“") == len(guests)
    assert (await guests[0].told("Fairness")).count("“") == len(guests)
    await guests[0].click("Start")
    await world.catch_up()
    assert world.board.text.count("“") == len(guests)
