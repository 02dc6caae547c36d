"""The replay of a match, opened by a click or by ``/match replay``, and stepped through."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from simcord import InteractionResult

from bot.game.contract import AnyGame
from bot.games.faces import face_of
from bot.tables.apply import evolve, open_state
from bot.tables.command import RefusedError
from bot.tables.entries import (
    Acted,
    Closed,
    Entry,
    Occupant,
    Opened,
    Person,
    Place,
    Started,
    TableSetup,
    TableSetup as Setup,
)
from bot.tables.history import MatchStep, find_step, step_begins
from bot.tables.sight import look
from bot.tables.state import TableState
from cogs.core.page import Button, Menu, Page, Picture, Text
from cogs.play.kai import text_rows
from cogs.replay import LONGEST, NO_SUCH_STEP, check_replayable, replay_page
from lab.arena.known import RandomPlayer
from tests.cogs import forge
from tests.cogs.forge import forger
from tests.cogs.guest import Guest, words
from tests.cogs.shown import Shown, shown, text
from tests.cogs.stored import finish, people
from tests.cogs.world import PLAYED, World
from tests.helpers import not_none
from tests.short import kapow_first, short
from tests.toy_game import TOY

HEADING = re.compile(r"^Step (\d+) of (\d+) · round (\d+) of (\d+)$", re.MULTILINE)


async def ask(guest: Guest, **options: str) -> InteractionResult:
    return await guest.slash("match replay", **options)


async def press(guest: Guest, table: str, step: str) -> InteractionResult:
    """Press a button of a replay, wherever it comes from."""
    return await forger(guest).send(*forge.button(f"k1:{table}:replay:{step}"))


def answer(result: InteractionResult) -> Shown:
    """The private message that a click or a command was answered with, as it is now."""
    assert result.ephemeral
    return shown(result)


def where(shown: Shown) -> Sequence[int]:
    """Return what the heading says: the step, of how many; the round, of how many."""
    found = HEADING.search(shown.text)
    assert found is not None, shown.text
    return tuple(map(int, found.groups()))


async def step_of(world: World, table: str, number: int) -> MatchStep:
    entries = await world.bot.services.storage.store.load(table)
    return find_step(table, entries, PLAYED, step_begins(number))


@pytest.mark.parametrize("game", kapow_first(), ids=lambda game: game.name)
async def test_every_game_can_be_stepped_through(world: World, game: AnyGame) -> None:
    seated = people("Ann", "Bob *", "Cem", "Dee")[: game.seats[0]]
    setup = TableSetup(game=game.name, options=dict(short(game)))
    table = await finish(world, seated, setup, RandomPlayer(3))
    eve = world.guest("Eve")
    asked = await ask(eve, match=table)
    face, (at, steps, number, rounds) = face_of(game), where(answer(asked))
    assert (at, number) == (1, 1)
    assert rounds == len(game.outcome((await world.state(table)).position).rounds)  # type: ignore[union-attr]
    assert answer(asked).dead == ["First", "Back"]
    for label, there in (
        ("Next", 2),
        ("Next", 3),
        ("Back", 2),
        ("Last", steps),
        ("Back", steps - 1),
    ):
        await eve.actor.click(answer(asked).message, label=label)
        shown, step = answer(asked), await step_of(world, table, there)
        scene = look(step.table).scene
        assert where(shown)[:2] == (there, steps)
        assert shown.alt == face.alt(scene)
        assert shown.files == ["table.png"]
        (sent,) = [await file.read() for file in shown.message.attachments]
        assert sent == face.picture(scene)
        said = [line for each in step.news if (line := face.say(each.event, scene.seats))]
        assert [line[2:] for line in shown.text.splitlines() if line.startswith("> ")] == said
    await eve.actor.click(answer(asked).message, label="First")
    assert where(answer(asked)) == (1, steps, 1, rounds)
    await eve.actor.click(answer(asked).message, label="Show all cards")
    await eve.actor.click(answer(asked).message, label="Next")
    assert where(answer(asked))[0] == 2
    opened, step = answer(asked), await step_of(world, table, 2)
    revealed = replace(step.table, position=game.revealed(step.table.position))
    assert (opened.alt, opened.files) == (face.alt(look(revealed).scene), ["table.png"])
    await eve.actor.click(answer(asked).message, label="Hide cards")
    assert (where(answer(asked))[0], answer(asked).files) == (2, ["table.png"])


async def test_a_round_is_chosen_from_a_menu(world: World) -> None:
    await finish(world, people("Ann", "Bob"))
    eve = world.guest("Eve")
    asked = await ask(eve)
    ((menu, rounds),) = answer(asked).menus.items()
    assert rounds == ["1", "2"]
    await eve.choose(answer(asked), "2", menu)
    (at, _, number, of), second = where(answer(asked)), answer(asked)
    assert (number, of) == (2, 2)
    await eve.actor.click(second.message, label="Back")
    assert where(answer(asked))[0::2] == (at - 1, 1)
    assert "round 1" in answer(asked).text
    (menu,) = answer(asked).menus
    await eve.choose(answer(asked), "1", menu)
    assert where(answer(asked))[0] == 1


async def test_the_same_round_can_be_chosen_again(world: World) -> None:
    """A menu that keeps its custom id shows what was chosen, and that cannot be chosen again."""
    await finish(world, people("Ann", "Bob"))
    eve = world.guest("Eve")
    asked, menus, places = await ask(eve), [], []
    for _ in range(2):
        (menu,) = answer(asked).menus
        await eve.choose(answer(asked), "2", menu)
        places.append(where(answer(asked)))
        await eve.actor.click(answer(asked).message, label="Next")
        menus.append(menu)
    assert places[0] == places[1]
    assert menus[0] != menus[1]


async def test_a_match_of_one_round_has_no_menu(world: World) -> None:
    await finish(world, people("Ann", "Bob"), TableSetup(game="toy", options={"rounds": 1}))
    assert not answer(await ask(world.guest("Eve"))).menus


async def test_the_button_opens_it_in_private_and_leaves_the_message_alone(world: World) -> None:
    guests = await world.sit("Mina", "Sam", game="toy", rounds=1)
    await world.play(guests)
    board, before = world.board, world.board.text
    asked = await guests[0].click("Replay")
    other = await world.guest("Eve").click("Replay")
    await guests[0].actor.click(answer(asked).message, label="Next")
    assert where(answer(asked))[0] == 2
    assert where(answer(other))[0] == 1
    assert world.board.text == before
    assert world.board.files == board.files


async def test_a_step_out_of_range_is_the_nearest(world: World) -> None:
    table = await finish(world, people("Ann", "Bob"))
    mina = world.guest("Mina")
    steps = where(answer(await press(mina, table, "last")))[1]
    for words_of, there in (("0", 1), (str(steps + 1), steps), ("999999", steps), ("first", 1)):
        assert where(answer(await press(mina, table, words_of)))[0] == there
    who = forger(mina)
    for number, there in (("0", 1), ("99", steps)):
        sent = await who.send(*forge.menu(f"k1:{table}:replay:round:1", [number]))
        assert where(answer(sent))[0] == there


FORGED = (
    *("x", "-1", "01", "1.5", "1:2", "1000000", "first ", "1\n", "\N{ARABIC-INDIC DIGIT ONE}"),
    *("round", "round:", "round:x", "round:1:2", "=", "1==", "=1"),
)


async def test_what_is_forged_is_refused(world: World) -> None:
    table = await finish(world, people("Ann", "Bob"))
    mina = world.guest("Mina")
    for step in FORGED:
        assert words(await press(mina, table, step)) == NO_SUCH_STEP, step
    assert words(await press(mina, table, "round:1")) == "Please choose one line from the menu."
    who = forger(mina)
    for values, told in (
        (["x"], NO_SUCH_STEP),
        (["1", "2"], "Please choose one line from the menu."),
        (["1" * 101], "That text can't be used. Please type up to 100 ordinary characters."),
    ):
        sent = await who.send(*forge.menu(f"k1:{table}:replay:round:1", values))
        assert words(sent) == told


async def test_a_match_that_goes_on_or_has_no_end_is_not_replayed(world: World) -> None:
    first, second = await world.sit("Mina", "Sam", rounds=1)
    table = world.table_id()
    host = first if (await world.state()).host.id == first.id else second
    for step in ("1", "1=", "last="):
        assert words(await press(first, table, step)) == "You can replay a match once it's over."
    assert "no such match" in words(await ask(first, match=table))
    await host.slash("table end")
    assert "Replay" not in world.board.buttons
    told = words(await press(first, table, "1"))
    assert told == "You can replay only matches that were played to the end."


@pytest.mark.house(keep_logs_days=0.02)
async def test_a_match_whose_log_is_deleted_says_so(world: World) -> None:
    old, mina = await finish(world, people("Ann", "Bob")), world.guest("Mina")
    await world.pass_hours(2)
    told = "The record of this match is gone. Its result stays. Records are kept for 29 minutes."
    assert words(await ask(mina, match=old)) == told
    assert words(await press(mina, old, "2")) == told


@pytest.mark.house(costly_per_person=3)
async def test_each_step_counts_as_something_costly(world: World) -> None:
    await finish(world, people("Ann", "Bob"))
    eve = world.guest("Eve")
    asked = await ask(eve)
    for _ in range(2):
        await eve.actor.click(answer(asked).message, label="Next")
    told = words(await eve.actor.click(answer(asked).message, label="Next"))
    assert "That's a lot at once." in told
    assert where(answer(asked))[0] == 3


async def test_a_match_of_very_many_entries_is_refused(world: World) -> None:
    state = await world.state(await finish(world, people("Ann", "Bob")))
    check_replayable(replace(state, seq=LONGEST))
    with pytest.raises(RefusedError, match="too long to replay"):
        check_replayable(replace(state, seq=LONGEST + 1))


TABLE = "0123456789"


def play(rounds: int, name: str = "Ann") -> tuple[list[Entry], TableState]:
    """Play a match of the toy game: its log, and the table at its end."""
    people = [Person(id=1, name=name), Person(id=2, name="Bob")]
    setup = Setup(game=TOY.name, options={"rounds": rounds})
    seats = tuple(Occupant(person=person) for person in people)
    entries: list[Entry] = [
        Opened(
            at=0, place=Place(guild=1, channel=2), host=people[0], setup=setup, secret="00" * 32
        ),
        Started(at=0, seats=seats, cuts=("", "")),
    ]
    table = evolve(open_state(TABLE, entries[0], PLAYED), entries[1])
    while table.to_act:
        seat = min(table.to_act)
        action = str(TOY.legal(table.position, seat)[0])
        entries.append(Acted(at=0, seat=seat, action=action))
        table = evolve(table, entries[-1])
    entries.append(Closed(at=0, because="finished"))
    return entries, evolve(table, entries[-1])


def pages(rounds: int) -> Iterator[tuple[MatchStep, Page]]:
    """Yield all steps of a match with their pages."""
    entries, now = play(rounds)
    for number in range(1, not_none(now.stage).turn + 1):
        step = find_step(TABLE, entries, PLAYED, step_begins(number))
        yield step, replay_page(now, step)


def buttons(page: Page) -> list[Button]:
    rows = [part for part in page.parts if isinstance(part, tuple)]
    return [button for row in rows for button in row if isinstance(button, Button)]


def menu(page: Page) -> Menu:
    (found,) = [part for part in page.parts if isinstance(part, Menu)]
    return found


async def test_what_kai_played_for_someone_is_told_as_kais(world: World) -> None:
    guests = await world.sit("Ann", "Bob", rounds=1, cards=9)
    await guests[0].take_turn()
    step = await step_of(world, world.table_id(), 2)
    now = replace(step.table, closed=Closed(at=0, because="finished"))
    instead = replace(step, news=tuple(each._replace(by_kai=True) for each in step.news))
    assert f"> **{guests[0].actor.name}** " in text(replay_page(now, step))
    assert f"> **Kai (for {guests[0].actor.name})** " in text(replay_page(now, instead))


def test_no_two_controls_of_a_page_are_alike() -> None:
    for _, page in pages(2):
        ids = [menu(page).id, *(button.id for button in buttons(page))]
        assert len(set(ids)) == len(ids) == 6


def test_the_buttons_lead_there_and_the_ends_are_dead() -> None:
    shown = list(pages(2))
    for at, (_, page) in enumerate(shown, 1):
        assert f"Step {at} of {len(shown)} · round " in text(page)
        found = {button.label: button for button in buttons(page)}
        words = {
            label: button.id.removeprefix(f"k1:{TABLE}:replay:") for label, button in found.items()
        }
        shut = {"First": "first", "Back": str(at - 1), "Next": str(at + 1), "Last": "last"}
        assert words == {**shut, "Show all cards": f"{at}="}
        dead = {label for label, button in found.items() if button.disabled}
        assert dead == {1: {"First", "Back"}, len(shown): {"Next", "Last"}}.get(at, set())


@pytest.mark.parametrize(
    ("at", "first", "last"), [(1, 1, 25), (13, 1, 25), (14, 2, 26), (20, 6, 30), (30, 6, 30)]
)
def test_the_menu_has_the_rounds_around_this_one(at: int, first: int, last: int) -> None:
    entries, now = play(2)
    assert now.stage is not None
    step = find_step(TABLE, entries, PLAYED, step_begins(1))
    long = replace(now, stage=replace(now.stage, round=30, turn=60))
    here = MatchStep(step.table, replace(step.stage, round=at, turn=2 * at), step.news)
    found = menu(replay_page(long, here))
    assert [choice.value for choice in found.choices] == list(map(str, range(first, last + 1)))
    assert not any(choice.chosen for choice in found.choices)


def test_the_rounds_are_those_that_were_played() -> None:
    """A match that could have had ten rounds, and had two, has two."""
    entries, now = play(2)
    early = replace(now, stage=replace(not_none(now.stage), rounds=10))
    page = replay_page(early, find_step(TABLE, entries, PLAYED, step_begins(1)))
    assert "round 1 of 2" in text(page)
    assert len(menu(page).choices) == 2


def test_the_picture_is_described_and_only_scored_rounds_have_results() -> None:
    shown, rows = list(pages(2)), set()
    for step, page in shown:
        texts = [part for part in page.parts if isinstance(part, Text)]
        rows.add(text_rows(next(part.text for part in texts if part.elastic)))
        (drawn,) = [part for part in page.parts if isinstance(part, Picture)]
        assert drawn.alt
        results = face_of(TOY).results(look(step.table).scene)
        scored = step.stage.paused or step.stage.turn == len(shown)
        assert (results in [part.text for part in texts]) == scored
    assert any(step.stage.paused for step, _ in shown)
    assert len(rows) == 1, "the buttons stay at their height"


def test_all_cards_are_shown_of_a_match_that_is_over_alone() -> None:
    entries, now = play(2)
    step = find_step(TABLE, entries, PLAYED, step_begins(2))
    page = replay_page(now, step, opened=True)
    assert all(each.id.endswith("=") for each in buttons(page) if each.label != "Hide cards")
    with pytest.raises(RefusedError):
        replay_page(replace(now, closed=None), step, opened=True)


def test_names_are_escaped() -> None:
    entries, now = play(1, "**Ann**")
    page = replay_page(now, find_step(TABLE, entries, PLAYED, step_begins(2)))
    assert "\\*\\*Ann\\*\\*" in text(page)
    assert "**Ann" not in text(page)
