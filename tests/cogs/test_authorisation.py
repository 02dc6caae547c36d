"""Every cell of the tables in ``docs/authorisation.md``, tried on the real bot."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import discord
import pytest

from cogs.core.answers import NOT_SHOWN, NOT_TAKEN, OLD_COMMAND, UNAVAILABLE, UNREADABLE, WENT_WRONG
from tests.cogs import forge
from tests.cogs.authorisation import ATTEMPTS, CHANGING, SCENES, Cast, Sent
from tests.cogs.guest import words
from tests.cogs.world import World

PAGE: Final = Path(__file__).parents[2] / "docs" / "authorisation.md"

ROOMY: Final = {"tables_per_channel": 50, "tables_per_server": 1000, "tables_per_person": 50}

NEVER: Final = (WENT_WRONG, NOT_SHOWN, NOT_TAKEN, OLD_COMMAND, UNAVAILABLE, UNREADABLE)
"""What nobody is told, whatever they try."""

WITHOUT_OPTIONS: Final = (
    *("table list", "daily play", "daily board", "puzzle", "night", "rules", "help", "settings"),
    *("league profile", "league chips", "match list", "match record", "match verify"),
    *("match replay", "match review", "me privacy", "manage fairplay", "manage night end"),
)

ON_SERVER: Final[Mapping[str, Sent]] = {
    **{f"`/{name}`": forge.slash(name) for name in WITHOUT_OPTIONS},
    "`/play`": forge.slash("play", game="toy"),
    "`/league standings`": forge.slash("league standings", game="toy"),
    "a page of the standings": forge.button("standings:page:toy:1:"),
    "`/league champions`": forge.slash("league champions", game="toy"),
    "a page of the champions": forge.button("champions:n:toy:month:1"),
    "a profile as text": forge.button("profile:text:7"),
    "`/league best`": forge.slash("league best", game="toy"),
    "**Profile** of a person": forge.on_person("Profile", 77, "Pat"),
    "**Head to head** with a person": forge.on_person("Head to head", 77, "Pat"),
    "**Invite to my table**": forge.on_person("Invite to my table", 77, "Pat"),
    "`/league versus`": forge.about("league versus", 77, "Pat"),
    "a page of the matches": forge.button("matches:older:0::9999999999999:0123456789"),
    "a match of the list": forge.menu("matches:show", ["0123456789"]),
    "`/learn`": forge.slash("learn", game="kapow"),
    "a lesson": forge.button("learn:kapow"),
    "a step of a lesson": forge.button("learn:kapow:step:2"),
    "the first step of a lesson": forge.button("learn:kapow:again"),
    "a choice in a lesson": forge.button("learn:kapow:h:0:1:0:a:take discard"),
    "**Play a round with Kai**": forge.button("learn:kapow:play"),
    "**Play** in the daily deal": forge.button("daily:1:play"),
    "a choice in a daily deal": forge.button("daily:1:h:0:9:0:a:take draw"),
    "**Practise**": forge.button("daily:1:practise"),
    "the board of a day": forge.button("daily:1:board"),
    "**Post it here**": forge.button("daily:1:share"),
    "the proof of a daily deal": forge.button("daily:1:proof"),
    "a puzzle of another day": forge.button("puzzle:1"),
    "a choice in a puzzle": forge.button("puzzle:1:0"),
    "a puzzle from the server's matches": forge.button("puzzle:ours:0123456789"),
    "a choice in such a puzzle": forge.button("puzzle:ours:0123456789:0"),
    "**Let puzzles be made from my matches**, below a puzzle": forge.button("puzzle:agree"),
    "`/manage night plan`": forge.slash("manage night plan", game="toy", at="8pm", rounds=2),
    "**Plan it**": forge.button("night:plan:0123456789:toy:1:4:swiss"),
    "**End the league night**": forge.button("night:0123456789:end"),
    "**Stop the series** of a weekly night": forge.button("night:0123456789:stop"),
    "**Go on in this channel** of a league night": forge.button("night:0123456789:here"),
    "**I'm in** at a league night": forge.button("night:0123456789:in"),
    "**Fairness** at a league night": forge.button("night:0123456789:fair"),
    "**Cut the deck** of a league night": forge.button("night:0123456789:cut"),
    "**Tell me** at a league night": forge.button("night:0123456789:tell"),
    "`/me pings`": forge.slash("me pings", when="Every night"),
    "**More** in the help": forge.button("games:more"),
    "**Play** in the help": forge.button("games:play:toy"),
    "**Play with Kai** in the welcome": forge.button("games:kai:toy"),
    "**Rules** in the help": forge.button("games:rules:kapow"),
    "a topic of these rules": forge.menu("games:topic:kapow", ["goal"]),
    "the panel of the settings": forge.button("settings:show"),
    "a switch of the settings": forge.button("settings:switch:threads:1"),
    "a menu of the settings": forge.menu("settings:choose:season", ["=quarter"]),
    "a menu of channels": forge.channels("settings:recap", []),
    "a form of the settings": forge.form("settings:number:daily_chips", {"number": "5"}),
    "the usual options of a game": forge.menu("settings:game", ["toy"]),
    "a usual option": forge.menu("settings:option:toy:rounds", ["2"]),
    "**Matches as a table**": forge.button("fairplay:matches"),
    "the menu of what's stored about me": forge.menu("privacy:about", ["How long"]),
    "the menu of who can see my results": forge.menu("privacy:see", ["hidden"]),
    "**Let puzzles be made from my matches**": forge.button("privacy:let"),
    "**No puzzles from my matches**": forge.button("privacy:stop"),
    "**Export my data**": forge.button("privacy:export"),
    "**Delete my data**": forge.button("privacy:delete"),
    "**Delete everything**": forge.button("privacy:sure"),
    "`/me quiet-hours`": forge.slash("me quiet-hours", zone="Europe/Berlin"),
    "**Switch off** my quiet hours": forge.button("quiet:off"),
}


@cache
def document() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """The tables of the page: section, row, column, what the cell says."""
    found = {}
    _, *sections = re.split(r"^## ", PAGE.read_text("utf-8"), flags=re.MULTILINE)
    for section in sections:
        title, _, text = section.partition("\n")
        lines = [line for line in text.splitlines() if line.startswith("|")]
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
        if rows:
            head, _, *body = rows
            found[title] = {
                name: dict(zip(head[1:], row[1:], strict=True))
                for row in body
                for name in row[0].split("; ")
            }
    return found


def sentences() -> Mapping[str, str]:
    """What each word for a refusal stands for: the beginning of the answer."""
    return {word: row["what is said"] for word, row in document()["The words"].items()}


def says(cell: str, told: str) -> bool:
    """Whether an answer is what the cell promises."""
    if any(sentence in told for sentence in NEVER):
        return False
    if cell == "yes":
        return not any(sentence in told for sentence in sentences().values())
    return sentences()[cell] in told


def cells(section: str) -> list[tuple[str, str]]:
    return [(section, row) for row in document()[section]]


def some_first(rows: Sequence[tuple[str, ...]]) -> Sequence[Any]:
    """Return the rows for parameters: every thirteenth one, and the others in the thorough run."""
    marks = [() if at % 13 == 0 else (pytest.mark.thorough,) for at in range(len(rows))]
    return [pytest.param(*row, marks=own) for row, own in zip(rows, marks, strict=True)]


@pytest.mark.house(**ROOMY)
@pytest.mark.parametrize(
    ("section", "row"), some_first([cell for name in SCENES for cell in cells(name)])
)
async def test_at_a_table(world: World, section: str, row: str) -> None:
    cast, wrong, table, changed = Cast(world), [], None, False
    for role, cell in document()[section][row].items():
        who = await cast.get(role)
        # A table at which nothing has happened serves for the next one too.
        if table is None or changed or row == "**I'm back**":
            table = await SCENES[section](cast, row, role)
        before = table.state
        seats = [seat for seat, found in enumerate(before.seats) if found.user == who.user]
        told = words(await who.send(*ATTEMPTS[row](before, seats[0] if seats else None)))
        changed = table.state.seq > before.seq
        if not says(cell, told) or changed != (cell == "yes" and (section, row) in CHANGING):
            wrong.append(f"{role}: {cell}, but: {told or 'nothing'} (changed: {changed})")
    assert wrong == []


@pytest.mark.house(**ROOMY)
@pytest.mark.parametrize("row", some_first([(row,) for row in document()["On a server"]]))
async def test_on_a_server(world: World, row: str) -> None:
    cast, wrong = Cast(world), []
    await SCENES["After a match"](cast, row, "")
    for role, cell in document()["On a server"][row].items():
        who = await cast.get(role)
        told = words(await who.send(*ON_SERVER[row]))
        if not says(cell, told) or not told:
            wrong.append(f"{role}: {cell}, but: {told}")
    assert wrong == []


async def test_a_moderator_of_another_channel_is_none_here(world: World) -> None:
    guests = await world.sit("Mina", "Sam", game="toy", hints=True)
    table = world.table_id()
    zoe = world.guest("Zoe")
    theirs = discord.PermissionOverwrite(manage_messages=True)
    elsewhere = world.guild.create_text_channel("theirs", overwrites={zoe.actor: theirs})
    for command, options in (("end", {}), ("pause", {}), ("kick", {"player": "1"})):
        result = await zoe.actor.slash(elsewhere, f"table {command}", table=table, **options)
        assert "Only the host or a moderator" in words(result)
    moe = world.guest("Moe", manage_messages=True)
    assert "paused" in words(await moe.actor.slash(elsewhere, "table pause", table=table))
    assert guests


def test_the_page_has_a_row_for_everything(world: World) -> None:
    commands = {f"`/{command.qualified_name}`" for command in world.commands}
    rows = {row for section in document().values() for row in section}
    assert commands <= rows
    assert set(ATTEMPTS) <= rows
    assert set(ON_SERVER) == set(document()["On a server"])


async def test_every_button_is_tried(world: World) -> None:
    table = await SCENES["In a match"](Cast(world), "", "")
    tried = {
        data["custom_id"].split(":")[2]
        for _, data in (attempt(table.state, 0) for attempt in ATTEMPTS.values())
        if data.get("custom_id", "").startswith("k1:")
    }
    assert tried == set(world.registry.tables)


@pytest.mark.parametrize(
    "custom_id",
    ["k1:0000000000:start", "k9:0123456789:join", "k1:x", "k1:0123456789:nosuch", "k0::"],
)
async def test_custom_ids_of_nothing(world: World, custom_id: str) -> None:
    who = await Cast(world).get("stranger")
    for sent in (forge.button(custom_id), forge.menu(custom_id, ["x"]), forge.form(custom_id, {})):
        told = words(await who.send(*sent))
        assert "This table is gone" in told or "too old to work" in told
