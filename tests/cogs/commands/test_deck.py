"""A host's own deck: a file with ``/play``, told with the faulty line where it is none (P1.1)."""

from bot.games.chowpow.rules.deck_file import default_deck, read_deck_file
from cogs.commands.play import LARGEST_FILE
from tests.cogs.guest import Guest, words
from tests.cogs.world import World
from tests.games.chowpow.rules.deck_file import write_deck_file

OWN = write_deck_file(default_deck()).replace("Fruit", "Frogs").replace("copies = 6", "copies = 8")


async def open_with(mina: Guest, content: str | bytes, **options: str) -> str:
    """Open a table with a deck file; return what one is told."""
    data = content if isinstance(content, bytes) else content.encode()
    opened = await mina.actor.slash(
        mina.world.channel, "play", **{"game": "chowpow", **options}, deck=("my.toml", data)
    )
    return words(opened)


async def test_a_table_is_played_with_the_host_s_own_deck(world: World) -> None:
    mina = world.guest("Mina")
    assert "Your table of Chow Pow! is open" in await open_with(mina, OWN)
    assert "Deck: **from a file**" in world.board.text
    setup = (await world.state()).setup
    assert setup.options == {"deck": str(read_deck_file(OWN))}
    await mina.click("Add Kai")
    await mina.click("Start")
    state = await world.state()
    assert sum(state.game.cards(state.position).values()) == 88


async def test_the_line_at_fault_is_named(world: World) -> None:
    mina = world.guest("Mina")
    faulty = OWN.replace('code = "V"', 'code = "F"')
    line = 1 + faulty.splitlines().index('code = "F"', 3)
    assert f"Deck: Line {line}: " in await open_with(mina, faulty)
    assert "Deck: Line 1: This isn't TOML." in await open_with(mina, "no deck")
    assert world.posts == []


async def test_what_is_no_deck_file_at_all_is_refused(world: World) -> None:
    mina = world.guest("Mina")
    assert "This file isn't text. A deck file is a text file." in await open_with(mina, b"\xff\xfe")
    told = await open_with(mina, b"#" * (LARGEST_FILE + 1))
    assert "A deck file can have up to 16 KiB" in told
    assert world.posts == []


async def test_other_games_have_no_deck_file(world: World) -> None:
    told = await open_with(world.guest("Mina"), OWN, game="kapow")
    assert "Kapow! does not know `deck`." in told
