"""Two people of one name, and one who is called Kai: told apart on everything that shows them."""

from collections.abc import Sequence

import pytest

from bot.game.record import parse_record
from bot.games.faces import face_of
from bot.games.registry import GAMES
from bot.review.face import MORE
from bot.tables.history import record_of
from bot.tables.sight import look, signs
from lab.arena.known import RandomPlayer
from tests.cogs.forge import button, forger
from tests.cogs.guest import Guest, words
from tests.cogs.night.evening import planned
from tests.cogs.shown import shown
from tests.cogs.stored import finish
from tests.cogs.test_review import KAPOW, answer, ask, reviewed
from tests.cogs.world import World
from tests.face.letters import LetterCanvas

SAMS = ("Sam", "Sam (2)")
WRITTEN = ("**Sam**", "**Sam (2)**")


def both(text: str, names: Sequence[str] = SAMS) -> bool:
    """Whether a text names both, the first one also apart from the second."""
    return names[1] in text and names[0] in text.replace(names[1], "")


@pytest.mark.parametrize("game", GAMES)
async def test_two_sams_are_told_apart_wherever_they_are_shown(world: World, game: str) -> None:
    await world.set(mention=False)
    guests = await world.sit("Sam", "Sam", game=game)
    board, state = world.board, await world.state()
    scene = look(state).scene
    assert [sign.name for sign in scene.seats if not sign.kai] == [*SAMS]
    assert both(board.alt)
    assert both(words(await guests[0].click("As text")), WRITTEN)
    assert any(name in board.text for name in WRITTEN)
    canvas = face_of(state.game).drawn(scene, LetterCanvas)
    assert isinstance(canvas, LetterCanvas)
    drawn = {line.words for line in canvas.lines}
    assert {"Sam", "Sam (2)"} <= drawn


async def test_in_the_lobby_the_second_one_has_a_number_as_soon_as_they_join(world: World) -> None:
    first, second = world.guest("Sam"), world.guest("S\u0430m")
    await first.play()
    await second.click("Join")
    assert "1. **Sam** (host)" in world.board.text
    assert "2. **S\u0430m (2)**" in world.board.text
    listed = words(await first.slash("table list"))
    assert "Sam, S\u0430m (2): waiting" in listed
    await world.restart()
    await second.click("Leave")
    assert "1. **Sam** (host)" in world.board.text


async def test_the_end_the_record_and_the_lists_say_the_same(world: World) -> None:
    guests = await world.sit("Sam", "Sam", game="toy", rounds=1, ranked=True)
    state = await world.play(guests)
    end = world.board
    assert both(end.text, WRITTEN)
    entries = await world.bot.services.storage.store.load(state.id)
    record = parse_record(str(record_of(state, entries)))
    assert record.seats == SAMS
    for command in ("match list", "league standings", "match replay", "league best"):
        options = {} if command in ("match replay", "match list") else {"game": "toy"}
        told = shown(await guests[0].slash(command, **options))
        assert both(f"{told.text}\n{told.alt}\n{[*told.items]}"), command
    by_seat = [state.seats[seat].user for seat in range(2)]
    match = shown(await guests[0].slash("match list"))
    outcome = state.game.outcome(state.position)
    assert outcome is not None
    for seat, name in enumerate(SAMS):
        assert f"**{outcome.ranks[seat]}.** {name} {outcome.scores[seat]}" in match.text
    assert len({*by_seat}) == 2


async def test_a_review_and_its_puzzles_tell_them_apart(world: World) -> None:
    first, second = world.guest("Sam"), world.guest("Sam")
    seated = [first.person, second.person]
    table = await finish(world, seated, KAPOW, RandomPlayer(3))
    asked = await ask(first)
    await reviewed(world, table)
    page = answer(asked)
    figures = await forger(first).send(*button(f"k1:{table}:review:0:1"))
    assert both(words(figures), WRITTEN)
    assert both(page.alt)
    await first.actor.click(page.message, label=MORE)
    items = answer(asked).items
    assert {*SAMS} <= {option.label.split(" · ")[0] for _, option in items}, items
    for seat, name in enumerate(WRITTEN):
        puzzle = await forger(first).send(*button(f"k1:{table}:puzzle:{seat}:0"))
        assert f"{name}," in words(puzzle) or f"{name} " in words(puzzle)
    assert "**Sam (2)** · **The costliest turns**" in answer(await ask(second)).text


async def test_nobody_is_taken_for_kai(world: World) -> None:
    guests = await world.sit("Kai", "K\u0430i 2", game="toy", kai=2)
    names = [sign.name for sign in look(await world.state()).scene.seats]
    assert names == ["Kai (person)", "K\u0430i 2 (person)", "Kai 1", "Kai 2"]
    text = words(await guests[0].click("As text"))
    assert all(name in text.replace("\\", "") for name in names)


async def test_a_moderator_beside_the_table_is_nobody_at_it(world: World) -> None:
    await world.sit("Mina", "Sam", game="toy")
    other = world.guest("Mina", manage_messages=True)
    await other.slash("table pause")
    assert "by Mina (2) <t:" in world.board.text


async def test_a_night_tells_its_people_apart_before_during_and_after(world: World) -> None:
    evening = await planned(world, rounds=1)
    for name in ("Sam", "Mina", "Sam", "Kai"):
        await evening.press(world.guest(name), "I'm in")
    assert "Sam, Mina, Sam (2) and Kai (person)" in (await evening.page()).text
    await evening.begin()
    assert "Sam (2)" in (await evening.page()).text
    await evening.play()
    page = await evening.page()
    assert both(f"{page.text}{page.alt}")
    assert "Kai (person)" in f"{page.text}{page.alt}"


def renames(world: World, guest: Guest, name: str) -> None:
    """Give someone another name on the server, as they or a moderator can."""
    world.env.backend.edit_member(world.guild.id, guest.id, {"nick": name})


async def test_a_running_table_shows_who_is_renamed(world: World, mina: Guest, sam: Guest) -> None:
    await mina.play(game="toy", rounds=3)
    await sam.click("Join")
    renames(world, mina, "Mo")
    await mina.click("Options")
    assert "1. **Mo** (host)" in world.board.text
    renames(world, sam, "Mo")
    await mina.click("Start")
    await sam.click("As text")
    told = words(await mina.click("As text"))
    assert both(told, ("Mo", "Mo (2)"))
    table = world.table_id()
    await world.restart()
    assert [sign.name for sign in signs(await world.state(table))] == ["Mo", "Mo (2)"]


async def test_who_is_renamed_has_the_new_name_in_every_list(world: World) -> None:
    guests = await world.sit("Mina", "Sam", game="toy", rounds=1, ranked=True)
    await world.play(guests)
    mina = next(guest for guest in guests if guest.actor.name == "Mina")
    sam = next(guest for guest in guests if guest.actor.name == "Sam")
    renames(world, mina, "Zora")
    for command in ("league standings", "league best", "match list", "league profile"):
        options = {} if command in ("match list", "league profile") else {"game": "toy"}
        told = shown(await mina.slash(command, **options))
        text = f"{told.text}\n{told.alt}\n{[*told.items]}"
        assert "Zora" in text, command
        assert "Mina" not in text, command
    offered = await sam.actor.autocomplete(world.channel, "match record", "match", "")
    assert all("Zora" in choice["name"] for choice in offered)
    assert offered
    await world.restart()
    told = shown(await sam.slash("match list"))
    assert "Zora" in told.text
