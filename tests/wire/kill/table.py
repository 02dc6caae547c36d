"""A table whose bot may be killed: people, clicks, and checks."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from bot.compose import house_rules
from bot.games.faces import face_of
from bot.league.chips import terms
from bot.settings import HouseSettings
from bot.tables.state import TableState, kai_seat
from bot.tables.store import Phase
from cogs.core.click import Address
from cogs.core.page import Page, Text
from cogs.play.finish import finish_page
from cogs.play.lobby import lobby_page
from cogs.play.message import needs_showing
from cogs.play.table import table_page
from tests.helpers import PATIENCE, not_none, until
from tests.wire.kill.ledger import Ledger
from tests.wire.kill.script import Script, Step
from tests.wire.person import Person
from tests.wire.process import QUICK, BotProcess
from tests.wire.screen import Screen
from tests.wire.stand_in import Interaction, Message, StandIn
from tests.wire.stand_in.interactions import Answer
from tests.wire.trapped import SECRET, TRAP

RULES: Final = house_rules(
    HouseSettings.model_validate({k.removeprefix("CARDS_").lower(): v for k, v in QUICK.items()})
)

TRAP_FILE: Final = "trap.json"

LEAGUE: Final = re.compile(r"\n(?:.+ leads .+ \d+ : \d+.*|.+ are level, .+|This season .+)\.")
"""What the end of a match that counts says besides: ``tests/cogs/play/test_finish.py`` reads it."""

CHOSEN: Final = {"option", "clock", "ranked", "hints", "setante"}
"""What people choose in the private form of a lobby's options."""


def settings_of(script: Script, folder: Path) -> Mapping[str, str]:
    """Return the settings of a bot that has the script's deal, and a trap in its folder."""
    return {SECRET: script.secret.hex(), TRAP: str(folder / TRAP_FILE)}


@dataclass
class KillTable:
    """One match of a script, with a bot and a database of its own."""

    bot: BotProcess
    script: Script
    people: tuple[Person, ...]

    @property
    def discord(self) -> StandIn:
        return self.bot.discord

    @cached_property
    def ledger(self) -> Ledger:
        return Ledger(self.bot.folder / "cards.db")

    @property
    def trap(self) -> Path:
        """The file that makes the bot kill itself."""
        return self.bot.folder / TRAP_FILE

    async def send(self, step: Step) -> Interaction:
        """Do a step as soon as it can be done, not waiting for an answer; or ``AssertionError``."""
        person = self.people[step.who]
        if step.verb == "play":
            return await person.ask("play", game=self.script.plan.game.name)
        if step.verb == "cutting":
            custom_id = str(Address(self.ledger.table, "cutting"))
            return await person.fill_in(custom_id, self.newest, word=step.words)
        await self.offered(step)
        on = not_none(self.newest if step.verb in CHOSEN else self.offers(step))
        return await person.begin(on, self._id(step), step.value)

    async def offered(self, step: Step) -> None:
        """Wait until there is something to click for a step; raises ``AssertionError``."""
        if step.verb in ("play", "cutting", *CHOSEN):
            return
        try:
            await until(lambda: self.offers(step) is not None, PATIENCE)
        except TimeoutError:
            hand, shown = self.people[step.who].hand, self.messages[-1:]
            screens = [Screen(message) for message in (hand, *shown) if message is not None]
            there = "\n\n".join(f"{screen.text}\n{screen.ids}" for screen in screens)
            raise AssertionError(f"{step} is not offered, but:\n{there}") from None

    def offers(self, step: Step) -> Message | None:
        """Return the newest message on which a step can be done: the open hand, or a public one."""
        person, custom_id = self.people[step.who], self._id(step)
        messages = [person.hand] if step.verb == "h" else self.messages
        found = [message for message in messages if message and custom_id in _ids(message)]
        return found[-1] if found else None

    def _id(self, step: Step) -> str:
        words = terms(self.ledger.state.setup) if step.verb == "ante" else step.words
        return str(Address(self.ledger.table, step.verb, words))

    async def click(self, step: Step) -> None:
        """Do a step, wait for its whole answer, and let the person keep a hand that it brings."""
        click = await (await self.send(step)).settled()
        if step.verb in ("hand", "next") and click.answer is Answer.MESSAGE:
            self.people[step.who].hand = click.original

    @property
    def messages(self) -> list[Message]:
        """The table's public messages with something to click, oldest first."""
        shown = self.discord.messages(self.people[0].channel)
        own = f"k1:{self.ledger.table}:"
        return [m for m in shown if any(i.startswith(own) for i in _ids(m))]

    @property
    def newest(self) -> Message:
        """The newest of them: where people click."""
        return self.messages[-1]

    @property
    def unnoted(self) -> Message | None:
        """The newest message, if the bot has not noted that it posted it."""
        if not self.ledger.length or not self.messages:
            return None
        return None if self.newest.id == self.ledger.message else self.newest

    async def reached(self, length: int, seconds: float = PATIENCE) -> None:
        """Wait until the log has this many facts; raises ``TimeoutError``."""
        await until(lambda: self.ledger.length >= length, seconds)

    async def settled(self) -> TableState:
        """Wait until Kai has done all that it does before a person is to act; return the table."""
        length, state = self.ledger.length, self.ledger.state
        while _is_kais_turn(state):
            await self.reached(length + 1)
            length, state = self.ledger.length, self.ledger.state
        return state

    async def shows_truth(self, seconds: float = PATIENCE) -> None:
        """See that the noted message soon says what the table is, but for steps within a turn."""
        try:
            await until(lambda: self._is_noted() and self._shown() == self._truth(), seconds)
        except TimeoutError:
            both = f"the message says:\n{self._shown()}\n\nthe table is:\n{self._truth()}"
            raise AssertionError(both) from None

    @property
    def says_the_end(self) -> bool:
        """Whether the message shows the end of the match, noted or not."""
        state = self.ledger.state
        return state.closed is not None and self._shown() == _words(_page(state))

    async def noted(self, message: Message, seconds: float = PATIENCE) -> None:
        """Wait until the bot has noted that a message is the table's; raises ``TimeoutError``."""
        await until(lambda: self.ledger.message == message.id, seconds)

    def _shown(self) -> str:
        message = self.discord.state.messages.get(self.ledger.message or 0)
        return LEAGUE.sub("", Screen(message).text) if message is not None else ""

    def _is_noted(self) -> bool:
        """Whether the bot has noted that the message shows all that it has to show."""
        length = self.ledger.noted[1] if self.ledger.noted else 0
        return length > 0 and not needs_showing(self.ledger.as_of(length), self.ledger.state)

    def _truth(self) -> str:
        """Return what the message has to say: as of the moment that it was last changed for."""
        length = self.ledger.noted[1] if self.ledger.noted else 0
        shown = self.ledger.as_of(length) if length else self.ledger.state
        return _words(_page(shown))


def _is_kais_turn(state: TableState) -> bool:
    playing = state.stage is not None and not state.stage.paused and not state.closed
    return playing and kai_seat(state) is not None


def _ids(message: Message) -> set[str]:
    screen = Screen(message)
    return {*screen.ids, *screen.menus}


def _page(state: TableState) -> Page:
    if state.phase is Phase.LOBBY:
        return lobby_page(state, RULES)
    face = face_of(state.game)
    if state.closed:
        return finish_page(state, face, b"")
    return table_page(state, face, b"", RULES, mention=True)


def _words(page: Page) -> str:
    return "\n".join(part.text for part in page.parts if isinstance(part, Text)).strip()
