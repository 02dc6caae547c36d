"""A person on the stand-in: slash commands, clicks, forms, and a private hand to play from."""

import random
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from cogs.core.click import Address, read_address, read_hand_address
from cogs.play.table import MORE
from tests.helpers import not_none
from tests.wire.screen import Screen, choices
from tests.wire.stand_in import Channel, Interaction, Message, StandIn, User
from tests.wire.stand_in.events import component_data
from tests.wire.stand_in.interactions import Deed, Waiting
from tests.wire.stand_in.world import Attached, Json

WHY: Final = "Ask Kai why"
SELDOM: Final = ("As text", "Rules", "Leave", "Fairness", WHY)
"""What is behind More, except in a lobby."""

OURS: Final = re.compile(r"k[0-9]+:.*", re.DOTALL)
"""What the custom ids of tables look like, of whatever version."""

OPTION_TYPES: Final = {bool: 5, int: 4, str: 3, bytes: 11, Attached: 11}
"""Discord's numbers for the types of options."""


@dataclass(slots=True, eq=False)
class Person:
    """Someone who sees a channel and at most one private hand."""

    discord: StandIn
    user: User
    channel: Channel
    hand: Message | None = None
    """The private hand that is open."""
    table: str = ""
    """The table whose public messages are looked at, by its id; empty: those of all tables."""
    tries: int = 1
    """How often they try the same before they give up."""
    unanswered: int = 0
    """Tries to which no answer came in time."""

    @property
    def board(self) -> Screen:
        """The newest public message of the channel that has a table's buttons."""
        return self.boards[-1]

    # Slash commands and forms.

    async def slash(self, name: str, **options: str | int | bool | bytes | Attached) -> Interaction:
        """Use a slash command, such as ``table end``, and wait for all of its answer."""
        return await self._insist(lambda: self.ask(name, **options))

    async def ask(self, name: str, **options: str | int | bool | bytes | Attached) -> Interaction:
        """Use a slash command, once the bot has registered it; return before there is an answer."""
        await self.discord.until(lambda: self._registered(name) is not None)
        made = self.discord.begin(
            self.user, self.channel, Deed.COMMAND, self._command(name, options)
        )
        return await self.discord.send(made)

    async def play(self, game: str, kai: int = 0, **options: str | int | bool) -> None:
        """Open a table and choose its options; look at no older table's messages any more."""
        self.table = ""
        known = {board.message.id for board in self.boards}
        await self.slash("play", game=game, kai=kai)
        await self.discord.until(lambda: self._new_lobby(known) is not None)
        lobby = not_none(self._new_lobby(known))
        self.table = read_address(lobby.ids[0]).table
        for choice in choices(options):
            menu = str(Address(self.table, choice.verb, choice.words))
            await self.choose(lobby.message, menu, choice.value)

    def _new_lobby(self, known: set[int]) -> Screen | None:
        """Return the newest lobby, if it isn't known yet."""
        lobbies = [board for board in self.boards if "Options" in board.buttons]
        return next((each for each in lobbies[::-1] if each.message.id not in known), None)

    async def submit(self, form: Interaction, **fields: str) -> Interaction:
        """Send a form back, filled in by the custom ids of its fields; wait for the answer."""
        return await self._insist(lambda: self.fill_in(form.modal["custom_id"], form.on, **fields))

    async def fill_in(self, custom_id: str, on: Message | None, **fields: str) -> Interaction:
        """Send a form back, filled in; return before there is an answer."""
        labels = [
            {
                "type": 18,
                "id": 1,
                "component": {"type": 4, "id": 2, "custom_id": name, "value": value},
            }
            for name, value in fields.items()
        ]
        data = {"custom_id": custom_id, "components": labels}
        made = self.discord.begin(self.user, self.channel, Deed.MODAL, data, on)
        return await self.discord.send(made)

    # Clicks.

    async def click(self, label: str, on: Screen | None = None) -> Interaction:
        """Click a button of a message, or of the newest public one; it may be behind More."""
        if on is None:
            try:
                await self.discord.until(lambda: self.sees(label) or self.sees_more(label))
            except TimeoutError:
                seen = "\n\n".join(f"{s.text}\n{[*s.buttons]}" for s in self.boards[-1:])
                raise TimeoutError(f"{label} does not come; seen: {seen or 'no table'}") from None
        screen = on or (self.board if self.sees(label) else await self.more())
        return await self.press(screen.message, screen.buttons[label])

    async def more(self) -> Screen:
        """Look behind More of the newest public message."""
        shown = await self.press(self.board.message, self.board.buttons[MORE])
        return Screen(not_none(shown.original))

    def sees_more(self, label: str) -> bool:
        """Whether this can be behind More of the newest public message."""
        return label in SELDOM and self.sees(MORE)

    def sees(self, label: str) -> bool:
        """Whether the newest public message with something to click has this button."""
        return any(label in screen.buttons for screen in self.boards[-1:])

    async def press(self, on: Message, custom_id: str) -> Interaction:
        return await self._insist(lambda: self.begin(on, custom_id))

    async def choose(self, on: Message, menu: str, value: str) -> Interaction:
        return await self._insist(lambda: self.begin(on, menu, value))

    async def begin(self, on: Message, custom_id: str, value: str | None = None) -> Interaction:
        """Click a button, or choose a line of a menu; return before there is an answer."""
        data = component_data(on, custom_id, None if value is None else [value])
        made = self.discord.begin(self.user, on.channel, Deed.COMPONENT, data, on)
        return await self.discord.send(made)

    async def _insist(self, begin: Callable[[], Awaitable[Interaction]]) -> Interaction:
        """Do something, again where no answer comes in time and there are tries left."""
        for _ in range(self.tries - 1):
            with suppress(Waiting):
                return await (await begin()).settled()
            self.unanswered += 1
        return await (await begin()).settled()

    # The private hand.

    async def open_hand(self) -> Screen:
        """Open the private hand again: by the button, or by the command where there is none."""
        found = self.sees("My hand")
        shown = await (self.click("My hand") if found else self.slash("hand"))
        self.hand = shown.original
        return self.screen

    @property
    def screen(self) -> Screen:
        """The open hand as it is on the screen now."""
        assert self.hand is not None
        return Screen(self.hand)

    def choices(self) -> list[tuple[str | None, str]]:
        """Return what can be chosen in the open hand: menu or None, and custom id or value."""
        buttons: list[tuple[str | None, str]] = [
            (None, custom_id) for custom_id in self.screen.ids if _kind(custom_id) in ("a", "f")
        ]
        lines = [(menu, value) for menu, values in self.screen.menus.items() for value in values]
        return [*buttons, *lines]

    async def take(self, choice: tuple[str | None, str]) -> Interaction:
        """Make a choice of the open hand."""
        menu, what = choice
        assert self.hand is not None
        if menu is None:
            return await self.press(self.hand, what)
        return await self.choose(self.hand, menu, what)

    def pick(self, source: random.Random) -> tuple[str | None, str] | None:
        """Pick a choice at random, actions rather than looking around; None if there is none."""
        choices = self.choices()
        moves = [choice for choice in choices if acts(choice)]
        liked = moves if moves and source.random() < 0.7 else choices
        return source.choice(liked) if liked else None

    @property
    def boards(self) -> list[Screen]:
        """The public messages of the channel that have a table's buttons, the newest at the end."""
        shown = [Screen(message) for message in self.discord.messages(self.channel)]
        return [screen for screen in shown if any(map(self._looked_at, screen.ids))]

    def _looked_at(self, custom_id: str) -> bool:
        return bool(OURS.fullmatch(custom_id)) and (
            not self.table or read_address(custom_id).table == self.table
        )

    def _registered(self, name: str) -> Json | None:
        first = name.split(" ", maxsplit=1)[0]
        known = [each for commands in self.discord.state.commands.values() for each in commands]
        return next((command for command in known if command["name"] == first), None)

    def _command(self, name: str, options: dict[str, str | int | bool | bytes | Attached]) -> Json:
        """Return what Discord sends for a command; a group's has two words or three."""
        known = not_none(self._registered(name))
        name, *inner = name.split()
        files = {
            option: self.discord.attach(f"{option}.txt", _file(value))
            for option, value in options.items()
            if isinstance(value, bytes | Attached)
        }
        given: list[Json] = [
            {
                "name": option,
                "type": OPTION_TYPES[type(value)],
                "value": files[option]["id"] if option in files else value,
            }
            for option, value in options.items()
        ]
        for depth, word in enumerate(reversed(inner)):
            given = [{"name": word, "type": 2 if depth else 1, "options": given}]
        resolved = {"attachments": {file["id"]: file for file in files.values()}}
        about = {"id": known["id"], "name": name, "type": 1, "options": given}
        return {**about, "resolved": resolved} if files else about


def _file(file: bytes | Attached) -> Attached:
    return Attached(file) if isinstance(file, bytes) else file


def _kind(custom_id: str) -> str:
    address = read_address(custom_id)
    return read_hand_address(address.words).kind if address.verb == "h" else ""


def acts(choice: tuple[str | None, str]) -> bool:
    """Whether a choice is an action of the game, and not just a look at something."""
    menu, what = choice
    return what.startswith("a:") if menu else _kind(what) == "a"
