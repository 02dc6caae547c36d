"""The registry of buttons: every custom id that was ever posted still finds its button."""

import re

import pytest

from bot.tables.command import RefusedError
from cogs.core.buttons import PageButton, Registry, TableButton
from cogs.core.click import Address, read_address, too_old
from tests.cogs import forge
from tests.cogs.forge import forger
from tests.cogs.guest import words
from tests.cogs.world import World

AT_TABLES = (
    *("again", "agree:3", "ante:0f3b", "back", "better:0:17", "better:0:17:more", "channel"),
    *("clock", "cut", "cutting", "cutting:0123456789ab", "fair", "h:0:12:3:a:take draw"),
    *("h:0:2:1:F:keep", "h:0:2:1:a=suit:draw", "h:0:2:1:n", "h:1:4:0:f:turn", "hand"),
    *("hint:0:12", "hint:0:12=suit", "hints", "join", "kai", "leave", "level", "more", "next"),
    *("noante", "nofile:deck", "nokai", "number:target", "option:rounds", "options", "player"),
    *("puzzle:0:1", "quit", "ranked", "rating", "reasons:0:12", "reasons:0:12=suit:more"),
    *("record", "remove", "removing", "replay", "replay:17", "replay:first", "replay:last"),
    *("replay:17=", "replay:round:2=", "replay:round:2", "review", "review:1", "rules"),
    *("setante", "solve:0:1:2", "solve:0:1:2:4711", "start", "takeback:3", "text", "thread"),
    *("topic", "typed:ante", "why", "why:17", "why:17:more", "why:17:more:2", "words:0"),
    "words:1",
)
"""Verbs and words of controls of tables, as they were posted by this version or an earlier one."""

ON_PAGES = (
    *("champions:l:kapow:month:1", "champions:n:kapow:month:2", "champions:p:kapow:quarter:1"),
    *("daily:12:board", "daily:12:h:0:3:1:a:take draw", "daily:12:play", "daily:12:practise"),
    *("daily:12:proof", "daily:12:share", "fairplay:matches", "games:kai:kapow", "games:more"),
    *("games:play:kapow", "games:rules:kapow", "games:topic:kapow", "learn:kapow"),
    *("learn:kapow:again", "learn:kapow:h:0:0:0:n", "learn:kapow:play", "learn:kapow:step:2"),
    *("matches:older:0::9999999999999:0123456789", "matches:show", "night:0123456789:cut"),
    *("night:0123456789:cutting:0123456789ab", "night:0123456789:end", "night:0123456789:fair"),
    *("night:0123456789:here", "night:0123456789:in", "night:0123456789:out"),
    *("night:0123456789:rules", "night:0123456789:show", "night:0123456789:stop"),
    *("night:0123456789:tell", "night:plan:0123456789:kapow:1800000000:4:swiss"),
    *("night:plan:0123456789:kapow:1800000000:4:swiss:weekly", "night:end:end"),
    *("night:show:show", "privacy:about", "privacy:delete", "privacy:export", "privacy:let"),
    *("privacy:see", "privacy:stop", "privacy:sure", "profile:text:7", "puzzle:1", "puzzle:1:0"),
    *("puzzle:1:0:more", "puzzle:agree", "puzzle:ours:0123456789", "puzzle:ours:0123456789:0"),
    *("quiet:off", "settings:ask:daily_chips", "settings:channels:0123abcd"),
    *("settings:choose:season", "settings:clear:kapow", "settings:game"),
    *("settings:number:daily_chips", "settings:option:kapow:rounds", "settings:recap"),
    *("settings:show", "settings:switch:count_short:1", "settings:usual"),
    *("standings:pagen:kapow:2:2026-11", "which:end", "which:hand", "which:invite:7"),
    "which:kick:<@7>",
)
"""Custom ids of pages that belong to no table."""


async def test_every_control_of_a_table_finds_its_button(world: World) -> None:
    """And back: the address is written as it was read. Every button has an id that is kept here."""
    for control in AT_TABLES:
        custom_id = f"k1:0123456789:{control}"
        address = read_address(custom_id)
        button = world.registry.at_table(address.verb)
        assert button.name == address.verb
        assert button.read(address.words).string == address.words
        assert custom_id == str(Address("0123456789", button.name, address.words))
    assert {control.partition(":")[0] for control in AT_TABLES} == set(world.registry.tables)


async def test_every_control_of_a_page_finds_its_button(world: World) -> None:
    """Every button has an id that is kept here."""
    registry, kept = world.registry, set[PageButton]()
    for custom_id in ON_PAGES:
        page, _, words = custom_id.partition(":")
        button, found = registry.on_page(page, words)
        assert (button.page, found.string) == (page, words)
        kept.add(button)
    assert kept == {button for page in registry.pages.values() for button in page}


async def test_what_no_pattern_matches_is_too_old() -> None:
    async def never(*_: object) -> None:
        raise AssertionError

    registry = Registry([TableButton("here", never, "[0-9]"), PageButton("said", "a|b", never)])
    assert registry.at_table("here").read("3")[0] == "3"
    assert registry.on_page("said", "b")[1][0] == "b"
    with pytest.raises(RefusedError, match="`/table list`"):
        registry.at_table("here").read("33")
    with pytest.raises(RefusedError, match="`/table list`"):
        registry.at_table("there")
    with pytest.raises(RefusedError, match="too old"):
        registry.on_page("said", "ab")


async def test_two_buttons_of_a_table_have_two_names() -> None:
    async def never(*_: object) -> None:
        raise AssertionError

    with pytest.raises(ValueError, match="here"):
        Registry([TableButton("here", never), TableButton("here", never)])


GONE = {
    "standings:kapow:1": "`/league standings`",
    "rules:topic:kapow": "`/rules`",
    "k1:0123456789:nosuch": "`/table list`",
    "k1:nothing": "`/table list`",
    "another:page": "`/help`",
}
"""Ids that were posted once, or are of a kind that could be, and what replaces them."""


@pytest.mark.parametrize("custom_id", GONE)
async def test_what_is_gone_names_what_replaces_it(world: World, custom_id: str) -> None:
    told = words(await forger(world.guest("Mina")).send(*forge.button(custom_id)))
    assert told == f"This button is too old to work. Please use {GONE[custom_id]} instead."


async def test_every_page_names_a_command_that_is_there(world: World) -> None:
    """Or, where a message has no command, the message."""
    commands = {f"/{command.qualified_name}" for command in world.bot.tree.walk_commands()}
    pages = {*world.registry.pages, "k1", "rules"}
    assert len(pages) > 10
    for page in pages:
        named = re.findall("`(.*?)`", str(too_old(page)))
        assert set(named) <= commands, page
        assert page == "night" or (named and (named != ["/help"] or page == "games")), page
