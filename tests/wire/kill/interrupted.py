"""A match whose bot is killed again and again, compared step by step with the reference."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from tests.wire.kill.moments import STARTS, Assassin, Moment
from tests.wire.kill.plan import LOBBY, MATCH_END, ROUND_END, Tally
from tests.wire.kill.reference import Outcome, Passage, Reference, outcome_of
from tests.wire.kill.script import Step
from tests.wire.kill.table import KillTable
from tests.wire.stand_in import Interaction, Message
from tests.wire.stand_in.interactions import Answer

TWICE: Final = 0.2
"""The share of restarts that are killed, too."""

LISTED: Final = {"play", "join", "start"}
"""What changes the list of tables."""

SEEN_FIRST: Final = {"play", "kai", "cutting"}
"""What people do only if the table does not show that it is done: it would be done once more."""


@dataclass
class Interrupted:
    """A match that is compared, step by step, with the one that nobody interrupted."""

    table: KillTable
    reference: Reference
    tally: Tally
    source: random.Random
    frozen: set[int] = field(default_factory=set)
    """Whose hand is as it was when the bot was last killed."""

    async def play(self, kills: int) -> Outcome:
        """Play it to its end, killing the bot at this many usual clicks; return how it ended."""
        self.tally.matches += 1
        await self.table.bot.start()
        chosen, killed = self._choose(kills), False
        for index, passage in enumerate(self.reference.passages):
            killed = await self._pass(passage, chosen[index])
        if not killed:  # Otherwise it has been looked at since, and may never note the end.
            await self.table.shows_truth()
        await self.table.bot.crash()
        return outcome_of(self.table)

    @cached_property
    def _assassin(self) -> Assassin:
        return Assassin(self.table.bot, self.table.trap, self.source)

    def _choose(self, kills: int) -> list[int]:
        """Return how often to kill at each passage.

        At some of each usual phase, once; where there are but few, and around the rounds, at all of
        them, in a long run up to three times.
        """
        passages = self.reference.passages
        phases = list(dict.fromkeys(passage.phase for passage in passages))
        self.tally.phases += [phase for phase in phases if phase not in self.tally.phases]
        many = {*phases} - {LOBBY, ROUND_END, MATCH_END}
        often, each = 1 + min(2, kills // 20), max(1, kills // len(many))
        chosen = [0] * len(passages)
        for phase in phases:
            own = [index for index, passage in enumerate(passages) if passage.phase == phase]
            some = phase in many and len(own) > each
            for index in self.source.sample(own, each) if some else own:
                chosen[index] = 1 if some else often
        return chosen

    async def _pass(self, passage: Passage, kills: int) -> bool:
        """Carry out a step; return whether the bot was killed at the click that counted."""
        killed = False
        for more in reversed(range(kills)):
            killed = await self._kill_at(passage, self._moment(passage, early=more > 0))
            if killed:
                break
        if not killed:
            await self._be_ready(passage.step)
            await self._click(passage.step)
        await self.table.reached(passage.after)
        return killed

    async def _click(self, step: Step) -> None:
        await self.table.click(step)
        self.frozen.discard(step.who)

    async def _be_ready(self, step: Step) -> None:
        """Wait until a step is offered; open a hand again that was not kept up to date for it."""
        if step.verb == "h" and step.who in self.frozen and self.table.offers(step) is None:
            await self._click(Step(step.who, "hand"))
        await self.table.offered(step)

    async def _kill_at(self, passage: Passage, moment: Moment) -> bool:
        """Kill the bot at a click, and start it again; return whether the click is through."""
        table = self.table
        await self._be_ready(passage.step)
        try:
            async with self._assassin.waiting(moment):
                if moment is Moment.IDLE:
                    table.bot.kill()
                else:
                    click = await table.send(passage.step)
        except TimeoutError:
            self.tally.missed += 1
            moment = Moment.IDLE
        await table.bot.crash()
        self.tally.points[passage.phase, moment] += 1
        told = moment is not Moment.IDLE and is_acknowledged(passage.step, click)
        return await self._go_on(passage, moment, told=told)

    async def _go_on(self, passage: Passage, moment: Moment, *, told: bool) -> bool:
        """See that all is there that was acknowledged, start, and click again if need be."""
        table, length = self.table, self.table.ledger.length
        self._check(passage, told=told)
        done = length > passage.before
        if passage.after > passage.before:
            self.tally.committed[moment, done] += 1
        self.tally.acknowledged += told
        unnoted = table.unnoted
        await self._restart(passage.phase)
        await table.reached(passage.after if done else passage.before)
        await self._look()
        if unnoted is not None:
            await self._find_again(unnoted)
        if done and not told and passage.step.verb not in SEEN_FIRST and table.offers(passage.step):
            self.tally.repeated += 1
            await self._click(passage.step)
        return done or told

    def _check(self, passage: Passage, *, told: bool) -> None:
        """Compare the log with the one that nobody interrupted."""
        facts = self.table.ledger.facts
        assert facts == self.reference.outcome.facts[: len(facts)]
        assert passage.before <= len(facts) <= passage.after
        writes = passage.after > passage.before
        assert len(facts) > passage.before or not (told and writes), "an acknowledged move is lost"

    async def _restart(self, phase: str) -> None:
        if self.source.random() < TWICE:
            moment = self._least(phase, STARTS)
            try:
                async with self._assassin.waiting(moment):
                    await self.table.bot.start(ready=False)
                self.tally.points[phase, moment] += 1
            except TimeoutError:
                self.tally.missed += 1
            await self.table.bot.crash()
        await self.table.bot.start()
        self.frozen.update(range(len(self.table.people)))

    async def _look(self) -> None:
        """See that the table's message says what the table is."""
        table = self.table
        if not table.ledger.length:
            return
        state = table.ledger.state
        if state.closed and table.offers(Step(0, "hand")):
            # Nothing reads a closed table again but a click, which makes its message say so.
            await self._click(Step(0, "hand"))
        # A bot that was killed before it noted that it shows the end never does: see above.
        if not table.says_the_end:
            await table.shows_truth()

    async def _find_again(self, unnoted: Message) -> None:
        """See that a message that was not noted is found again, at the latest by a click on it."""
        table = self.table
        self.tally.unnoted += 1
        if unnoted.id != table.ledger.message:
            self.tally.strays += 1
            assert table.newest is unnoted, "people look at another message than this"
            await self._glance()
            await table.noted(unnoted)
            await table.shows_truth()

    async def _glance(self) -> None:
        """Let someone open their hand once more, and go on in the one that was open.

        It may be in the middle of a move, which the one that is opened would begin again.
        """
        await (await self.table.send(Step(0, "hand"))).settled()

    def _moment(self, passage: Passage, *, early: bool) -> Moment:
        """Choose a moment; an ``early`` one is over before the click is in the log."""
        found = tuple(_early(passage) if early else (*_early(passage), *_late(passage)))
        return self._least(passage.phase, found)

    def _least(self, phase: str, moments: tuple[Moment, ...]) -> Moment:
        """Return one of the moments that have come least often."""
        often = {moment: self.tally.points[phase, moment] for moment in moments}
        return self.source.choice([m for m in moments if often[m] == min(often.values())])


def is_acknowledged(step: Step, click: Interaction) -> bool:
    """Whether a person has been shown what came of a click."""
    if step.verb == "h" and click.answer is Answer.DEFERRED_UPDATE:
        return click.changes > 0  # It was put off before the move was taken.
    return click.shown.is_set()


def _early(passage: Passage) -> Iterator[Moment]:
    """Yield the moments at a click before it is in the log."""
    yield Moment.IDLE
    if passage.after > passage.before:
        yield from (Moment.BEGIN, Moment.LOG, Moment.COMMIT)
    if passage.phase == MATCH_END or passage.step.verb in LISTED:
        yield Moment.OTHERS
    if passage.books:
        yield Moment.CHIPS


def _late(passage: Passage) -> Iterator[Moment]:
    """Yield the moments at a click, as far as they are known to come, at or after its commit."""
    yield from (Moment.SENT, Moment.ANSWER, Moment.ANSWERED)
    if passage.after > passage.before:
        yield Moment.COMMITTING
    if passage.shows:
        yield from (Moment.SHOW, Moment.SHOWN)
    if passage.posts:
        yield Moment.MARK
