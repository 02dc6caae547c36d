"""The people of one match, who play at random at full speed."""

import asyncio
import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from bot.game.contract import AnyGame
from tests.helpers import not_none
from tests.short import few_rounds, with_kai
from tests.wire.evening import gather
from tests.wire.person import Person
from tests.wire.screen import Screen
from tests.wire.stand_in import Interaction

LOOK: Final = 0.01
"""Seconds between two looks at hands in which there is nothing to do."""

IMPATIENT: Final = 50
"""After this many looks someone opens their hand again."""

STAKED: Final = 1 / 2
"""How often a match is about chips, where it can be."""

ANTE: Final = 10
PUT_IN: Final = f"Put in {ANTE} chips"

OUTDATED: Final = "The options have just changed"

NOTICED: Final = 5
"""Seconds until a message shows what someone wants."""

TRIES: Final = 5
"""How often someone tries the same before giving up, as on a busy machine."""


@dataclass(slots=True)
class Party:
    """Those who sit at one table and click; the first of them is its host."""

    people: list[Person]
    game: AnyGame
    source: random.Random
    counts: bool = False
    """Whether others have something to lose, so that nobody decides alone."""
    idle: int = field(default=0, repr=False)

    @property
    def host(self) -> Person:
        return self.people[0]

    @property
    def playing(self) -> bool:
        """Whether the table shows a match that is under way."""
        return self.host.sees("My hand")

    def anybody(self) -> Person:
        return self.source.choice(self.people)

    async def gather(self, kai: int = 0, **options: str | int | bool) -> None:
        for person in self.people:
            person.tries = TRIES
        await gather(self.people, self.game.name, kai, **options)

    async def sit_down(self, kai: int, rounds: int, **options: str | int | bool) -> None:
        """Open a table, join it, cut the deck, and begin."""
        kai = with_kai(self.game, len(self.people), kai)
        ante = {"ante": ANTE} if self.game.divide and self.source.random() < STAKED else {}
        self.counts = bool(ante or options.get("ranked"))
        await self.gather(kai, **ante, **few_rounds(self.game, rounds), **options)
        for person in self.people if ante else ():
            await self._put_in(person)
        cutter = self.anybody()
        fairness = await cutter.click("Fairness")
        form = await cutter.click("Cut the deck", Screen(not_none(fairness.original)))
        await cutter.submit(form, word=f"word {self.source.random()}")
        await self.host.click("Start")
        await self.host.discord.until(lambda: self.playing)

    async def _put_in(self, person: Person, seen: str = "") -> None:
        """Put in the ante; once more where the message did not show yet what was chosen last.

        ``seen`` is the button that showed other options.
        """
        await person.discord.until(
            lambda: person.sees(PUT_IN) and person.board.buttons[PUT_IN] != seen
        )
        screen = person.board
        button = screen.buttons[PUT_IN]
        answer = await person.press(screen.message, button)
        if OUTDATED in Screen(not_none(answer.original)).text:
            await self._put_in(person, button)

    async def play_on(self) -> None:
        """Let someone who can do something do it, or open their hand; else look again later."""
        for person in self.people:
            if person.hand is None:
                await self.open_hand(person)
        able = [person for person in self.people if person.choices()]
        if able:
            person = self.source.choice(able)
            choice = not_none(person.pick(self.source))
            await person.take(choice)
            self.idle = 0
            return
        await asyncio.sleep(LOOK)
        self.idle += 1
        if self.idle % IMPATIENT == 0:
            await self.open_hand(self.anybody())

    async def open_hand(self, person: Person) -> None:
        """Let a person open their hand again, if it can be."""
        shown = await self.press(person, "My hand")
        if shown is not None:
            person.hand = shown.original

    async def leave(self, person: Person) -> Interaction | None:
        """Let a person leave the match, and say that they are sure."""
        asked = await self.press(person, "Leave")
        if asked is None or asked.original is None:
            return None
        return await self.press(person, "Leave the match", Screen(asked.original))

    async def press(
        self, person: Person, label: str, on: Screen | None = None
    ) -> Interaction | None:
        """Let a person click a button; None if it is not there any more, as when a match ends."""
        if on is None and not person.sees(label):
            if not person.sees_more(label):
                return None
            on = await person.more()
        screen = on or person.board
        if label not in screen.buttons:
            return None
        return await person.press(screen.message, screen.buttons[label])

    async def manage(self, what: str, **options: str) -> None:
        """Let the host end, pause or resume this table, or kick someone, and the others agree."""
        await self.host.slash(f"table {what}", table=self.host.table, **options)
        if self.counts and len(self.people) > 1 and what != "resume":
            with suppress(TimeoutError):  # It may be refused, or over.
                await self.host.discord.until(lambda: bool(self.asked()), NOTICED)
            for person in self.people[1:]:
                for label in self.asked():
                    await self.press(person, label)

    def asked(self) -> Sequence[str]:
        """Return the buttons by which people agree to what someone wants."""
        shown = [label for board in self.host.boards[-1:] for label in board.buttons]
        return [label for label in shown if label.startswith("Agree to ")]
