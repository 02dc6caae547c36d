"""A host's own deck: ``/table file``, told with the faulty line where it is none (P1.1)."""

from bot.games.chowpow.rules.deck_file import default_deck, read_deck_file
from cogs.arguments.option_files import LARGEST_FILE
from tests.cogs.guest import Guest, words
from tests.cogs.options_form import form_of
from tests.cogs.world import World
from tests.games.chowpow.rules.deck_file import write_deck_file

OWN = write_deck_file(default_deck()).replace("Fruit", "Frogs").replace("copies = 6", "copies = 8")


async def use(mina: Guest, content: str | bytes) -> str:
    """Attach a deck file to the table here; return what one is told."""
    data = content if isinstance(content, bytes) else content.encode()
    used = await mina.actor.slash(mina.world.channel, "table file", deck=("my.toml", data))
    return words(used)


async def test_a_table_is_played_with_the_host_s_own_deck(world: World) -> None:
    mina = world.guest("Mina")
    await mina.play(game="chowpow", kai=1, memory_aid=True)
    assert (await use(mina, OWN)).startswith("The file is in use at this table.")
    assert "Deck: **from a file**" in world.board.text
    setup = (await world.state()).setup
    assert setup.options == {"deck": str(read_deck_file(OWN)), "memory_aid": True}
    await mina.click("Start")
    state = await world.state()
    assert sum(state.game.cards(state.position).values()) == 88
    assert await use(mina, OWN) == "The match has already started."


async def test_the_usual_deck_is_taken_again_in_the_options(world: World) -> None:
    mina = world.guest("Mina")
    await mina.play(game="chowpow")
    await use(mina, OWN)
    form = form_of(await mina.click("Options"))
    await mina.actor.click(form.message, label="Deck: the usual one")
    assert (await world.state()).setup.options == {}
    assert "from a file" not in world.board.text


async def test_only_the_host_brings_a_deck(world: World) -> None:
    await world.guest("Mina").play(game="chowpow")
    assert "Only the table's host" in await use(world.guest("Sam"), OWN)
    assert (await world.state()).setup.options == {}


async def test_a_table_without_a_file_is_asked_for_one(world: World) -> None:
    mina = world.guest("Mina")
    await mina.play(game="chowpow")
    told = words(await mina.actor.slash(world.channel, "table file"))
    assert told == "Attach a file to use at this table."


async def test_the_line_at_fault_is_named(world: World) -> None:
    mina = world.guest("Mina")
    await mina.play(game="chowpow")
    faulty = OWN.replace('code = "V"', 'code = "F"')
    line = 1 + faulty.splitlines().index('code = "F"', 3)
    assert f"Deck: Line {line}: " in await use(mina, faulty)
    assert "Deck: Line 1: This isn't TOML." in await use(mina, "no deck")
    assert (await world.state()).setup.options == {}


async def test_what_is_no_deck_file_at_all_is_refused(world: World) -> None:
    mina = world.guest("Mina")
    await mina.play(game="chowpow")
    assert "This file isn't text. A deck file is a text file." in await use(mina, b"\xff\xfe")
    told = await use(mina, b"#" * (LARGEST_FILE + 1))
    assert "A deck file can have up to 16 KiB" in told
    assert (await world.state()).setup.options == {}


async def test_other_games_have_no_deck_file(world: World) -> None:
    mina = world.guest("Mina")
    await mina.play(game="kapow")
    assert await use(mina, OWN) == "Kapow! has no `deck` to change."
