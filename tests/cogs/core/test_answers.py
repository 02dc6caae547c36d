"""Faults become private sentences, and what is logged of them holds nothing private."""

import re

import pytest
from discord import app_commands
from simcord import InteractionResult

from bot.game.contract import IllegalActionError, UnreadableActionError
from bot.tables.command import ClosedTableError, DamagedTableError
from bot.tables.store import StoreUnavailableError
from cogs.core.answers import NOT_TAKEN, WENT_WRONG, answer, sentence
from cogs.core.buttons import PageButton
from cogs.core.click import Click
from cogs.core.page import TEXT_LIMIT, Page, PageView, Text
from tests.cogs import forge
from tests.cogs.forge import forger
from tests.cogs.guest import Guest, words
from tests.cogs.shown import Shown, shown
from tests.cogs.world import World

CALLBACK = "/interactions/*/callback"


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ClosedTableError(), "This table is closed. Open a new one with `/play`."),
        (IllegalActionError("K3.1", "Turn up two."), "Turn up two. (K3.1)"),
        (UnreadableActionError("fly: no action"), "doesn't belong to this game"),
        (StoreUnavailableError("disk I/O error"), "can't reach the saved tables"),
        (app_commands.MissingPermissions(["manage_guild"]), "Manage Server"),
        (app_commands.CommandNotFound("old", []), "This command has changed"),
        (ValueError("the hidden card is 7"), None),
    ],
)
def test_each_fault_has_its_sentence_or_none(error: Exception, told: str | None) -> None:
    said = sentence(error)
    assert (said is None) if told is None else (said is not None and told in said)


@pytest.mark.faulty
async def test_a_fault_of_ours_is_told_without_words_and_logged_without_secrets(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    guests = await world.sit("Mina", "Sam", game="toy", rounds=1)
    state = await world.play(guests)
    world.bot.services.executor.shutdown()
    assert await guests[0].told("As text") == WENT_WRONG
    assert f"a click at table {state.id} failed" in caplog.text
    assert "RuntimeError" in caplog.text
    assert "RuntimeError: " not in caplog.text  # Its words may say anything.


@pytest.mark.faulty
async def test_a_damaged_log_is_told_and_logged_without_secrets(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    guests = await world.sit("Mina", "Sam", game="toy", rounds=1)
    state = await world.play(guests)
    world.sql("UPDATE log SET body = replace(body, 'at', 'broken') WHERE seq = 1")
    assert await guests[0].told("As text") == str(DamagedTableError())
    assert f"table {state.id} is closed to play" in caplog.text
    assert state.secret.hex() not in caplog.text
    assert "broken" not in caplog.text


async def test_an_unreachable_database_is_told_and_changes_nothing(world: World) -> None:
    guests = await world.sit("Mina", "Sam", game="toy", rounds=1)
    await world.play(guests)
    world.sql("ALTER TABLE log RENAME TO elsewhere")
    assert "can't reach the saved tables" in await guests[0].told("As text")
    world.sql("ALTER TABLE elsewhere RENAME TO log")
    assert "scored" in await guests[0].told("As text")


@pytest.mark.parametrize(
    ("status", "code"), [(404, 10062), (401, 50027), (404, 10015), (400, 40060), (500, 0)]
)
async def test_a_refused_answer_is_forgotten(world: World, status: int, code: int) -> None:
    first, _ = await world.sit("Mina", "Sam")
    world.env.inject_error("POST", CALLBACK, status=status, code=code, times=None)
    result = await first.click("My hand")
    assert not result.acknowledged
    world.env.backend.faults.clear()
    assert (await first.open_hand()).text


SUGGESTING = (
    *((f"match {name}", "match") for name in ("replay", "review", "record", "verify")),
    *(("league standings", "season"), ("me quiet-hours", "zone")),
    *(("hand", "table"), ("table pause", "table"), ("table kick", "player")),
)
"""Commands and their options that suggest something; the other commands for tables do alike."""


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (400, 40060), (500, 0)])
async def test_a_list_of_suggestions_that_comes_too_late_is_no_error(
    world: World, caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    mina = world.guest("Mina", manage_messages=True)
    world.env.inject_error("POST", CALLBACK, status=status, code=code, times=None)
    with caplog.at_level("INFO"):
        for command, option in SUGGESTING:
            await mina.actor.autocomplete(world.channel, command, option, "a")
    told = [each for each in caplog.records if "a list of suggestions was not taken" in each.msg]
    assert len(told) == len(SUGGESTING)
    assert [each.message for each in caplog.records if each.levelname != "INFO"] == []
    world.env.backend.faults.clear()
    assert await mina.actor.autocomplete(world.channel, "league standings", "season", "")


@pytest.mark.faulty
async def test_suggestions_that_discord_refuses_for_their_form_are_an_error(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    """Then the fault is ours, and to be mended."""
    world.env.inject_error("POST", CALLBACK, status=400, code=50035)
    await world.guest("Mina").actor.autocomplete(world.channel, "league standings", "season", "")
    assert "Ignoring exception in autocomplete" in caplog.text


async def test_a_move_counts_even_if_its_answer_comes_too_late(world: World, first: Guest) -> None:
    await first.act("reveal 1t 1m")
    ply = (await world.state()).ply
    world.env.inject_error("POST", CALLBACK, status=404, code=10062)
    await first.press_id(next(i for i in first.hand.ids if i.endswith("take draw")))
    assert (await world.state()).ply == ply + 1
    assert "Place the" in (await first.open_hand()).text


async def test_a_refusal_reaches_people_after_an_announced_answer_too(mina: Guest) -> None:
    for _ in range(2):
        await mina.play()
    refused = await mina.play()
    assert refused.deferred or refused.acknowledged
    assert "that's the limit" in words(refused)


@pytest.mark.faulty
@pytest.mark.parametrize("command", ["league chips", "league best"])
async def test_an_answer_that_discord_refuses_for_its_form_is_told_and_logged(
    world: World, caplog: pytest.LogCaptureFixture, command: str
) -> None:
    """It is our fault, so it is never silent: not to the person, and not in the log."""
    world.env.inject_error("POST", CALLBACK, status=400, code=50035)
    told = await world.guest("Mina").slash(command)
    assert words(told) == NOT_TAKEN
    assert told.ephemeral
    lost = [each for each in caplog.records if "an answer was lost" in each.getMessage()]
    assert [each.levelname for each in lost] == ["ERROR"]
    assert lost[0].name.startswith("cogs.answers")


@pytest.mark.faulty
async def test_a_message_that_discord_refuses_for_its_form_is_an_error(
    world: World, mina: Guest, caplog: pytest.LogCaptureFixture
) -> None:
    world.env.inject_error("POST", "/channels/*/messages", status=400, code=50035)
    await mina.play()
    assert "an answer was lost" in caplog.text


@pytest.mark.parametrize(
    ("fault", "logged"),
    [
        (RuntimeError("Session is closed"), []),
        (KeyError(7), ["a click at table None failed: KeyError"]),
    ],
)
@pytest.mark.faulty
async def test_a_click_that_a_stop_cuts_off_is_told_nothing(
    world: World, caplog: pytest.LogCaptureFixture, fault: Exception, logged: list[str]
) -> None:
    """Its session is closed then; what is a fault of ours is logged all the same."""

    async def stops(_click: Click, _words: re.Match[str]) -> None:
        await world.bot.close()
        raise fault

    world.registry.pages["stop"] = [PageButton("stop", "x", stops)]
    found = await forger(world.guest("Mina")).send(*forge.button("stop:x"))
    assert not found.acknowledged
    errors = [each.getMessage() for each in caplog.records if each.levelname == "ERROR"]
    assert [text.partition("\n")[0] for text in errors] == logged


async def _said(world: World, text: str) -> InteractionResult:
    """Let a button's answer be this text."""
    button = PageButton("said", "x", lambda click, _: answer(click, text))
    world.registry.pages["said"] = [button]
    return await forger(world.guest("Mina")).send(*forge.button("said:x"))


@pytest.mark.parametrize(
    ("lines", "length", "messages"),
    [(20, 99, 1), (21, 99, 2), (60, 99, 3), (80, 99, 4), (3, 1990, 3)],
)
async def test_a_long_answer_goes_on_in_other_messages_between_two_lines(
    world: World, lines: int, length: int, messages: int
) -> None:
    every = [f"{number:04} ".ljust(length, "x") for number in range(lines)]
    found = await _said(world, "\n".join(every))
    assert len(found.followups) == messages - 1
    assert words(found).split("\n") == every
    assert found.ephemeral
    assert all(Shown(each.message).message.flags.ephemeral for each in found.followups)


async def test_an_answer_of_many_messages_is_a_file(world: World) -> None:
    text = "\n".join(f"line {number} {'x' * 90}" for number in range(100))
    found = await _said(world, text)
    assert found.followups == []
    assert words(found).startswith("line 0 xx")
    assert words(found).endswith("The file has all of it.")
    (file,) = shown(found).message.attachments
    assert (await file.read()).decode() == text


def test_a_page_with_too_much_text_says_what_is_missing(caplog: pytest.LogCaptureFixture) -> None:
    parts = (Text("a\n" * 1500), Text("b" * 200), Text("c\n" * 800), Text("d" * 100))
    (container,) = PageView(Page(parts)).to_components()
    texts = [part["content"] for part in container["components"]]
    assert sum(map(len, texts)) <= TEXT_LIMIT
    assert texts[0].endswith("a\n… The rest doesn't fit in a message.")
    assert texts[1:] == [part.text for part in parts[1:]]
    assert [each.levelname for each in caplog.records] == ["ERROR"]
