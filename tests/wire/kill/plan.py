"""Plans for each game: phases of a round, and how matches are drawn."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from bot.game.contract import AnyGame
from bot.games.capit.rules.game import CAPIT
from bot.games.capit.rules.state import State as CapitState
from bot.games.capit.rules.view import Phase as Capit
from bot.games.chowpow.rules.game import CHOWPOW
from bot.games.chowpow.rules.state import State as ChowpowState
from bot.games.chowpow.rules.view import Phase as Chowpow
from bot.games.kabobo.rules.cards import Suit
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kabobo.rules.state import State as KaboboState
from bot.games.kabobo.rules.view import Phase as Kabobo
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.state import State as KapowState
from bot.games.kapow.rules.view import Phase as Kapow
from bot.tables.state import TableState
from tests.playthroughs.files import record_file
from tests.wire.kill.moments import Moment


class Phase(StrEnum):
    """Where in a match a click is made, or what it brings about."""

    LOBBY = "lobby"
    PEEK = "peek"
    TAKE = "take"
    DRAW = "draw"
    KEEP = "keep"
    SEASON = "season"
    CHECK = "check"
    LOOK = "look"
    TRADE = "trade"
    LOCK = "lock"
    CALL = "call"
    LAST = "last turn"
    PLAY = "play"
    KAPOW = "KAPOW! step"
    PUSH = "push"
    LAY = "lay"
    DISCARD = "discard"
    FLIP = "flip"
    BATTLE = "battle"
    ROUND_END = "round end"
    MATCH_END = "match end"


@dataclass(frozen=True, slots=True)
class Plan:
    """How a game is played here."""

    game: AnyGame
    usual: tuple[Phase, ...]
    """Where in a round a click may be made; each has many clicks in a match, or some."""
    within: Callable[[Any, str], Phase]
    """Given a position, and the action that a click is for, if any: where in a round it is made."""
    first: int = 1
    """The seed of the first drawn match: all phases come in it."""
    deliberate: frozenset[str] = frozenset()
    """Actions that nobody draws at random, as they would end a round too soon."""

    @property
    def phases(self) -> tuple[Phase, ...]:
        """All phases of a match."""
        return (Phase.LOBBY, *self.usual, Phase.ROUND_END, Phase.MATCH_END)

    @property
    def record(self) -> Path:
        """A whole match of the fewest people."""
        return record_file(self.game.name, f"{self.game.seats[0]}-seats")

    def phase(self, before: TableState | None, after: TableState, action: str) -> Phase:
        """Return what a click was about that led from one state to the other."""
        if before is None or before.stage is None:
            return Phase.LOBBY
        if after.closed:
            return Phase.MATCH_END
        if before.stage.paused or (after.stage and after.stage.paused):
            return Phase.ROUND_END
        return self.within(before.position, action)


def plan_of(game: AnyGame) -> Plan:
    """Return a game's own plan, or one that fits all games."""
    return _PLANS.get(game.name) or Plan(game, (Phase.PLAY,), lambda *_: Phase.PLAY)


def _in_kapow(position: KapowState, _: str) -> Phase:
    """Return the phase of Kapow!; the opening of a round counts as a draw."""
    return {Kapow.PLAY: Phase.PLAY, Kapow.KAPOW: Phase.KAPOW}.get(position.phase, Phase.DRAW)


_POWERS: Final[Mapping[Suit | None, Phase]] = {
    Suit.SPADES: Phase.CHECK,
    Suit.CLUBS: Phase.LOOK,
    Suit.HEARTS: Phase.TRADE,
    Suit.DIAMONDS: Phase.LOCK,
}


def _in_kabobo(position: KaboboState, action: str) -> Phase:
    """Return the phase of Kabobo!; a power counts also where it is declined."""
    if position.phase is Kabobo.PEEK:
        return Phase.PEEK
    if position.caller is not None:
        return Phase.LAST
    if position.phase is Kabobo.POWER:
        return _POWERS[position.discard_pile[0].suit]
    return Phase(action.split(maxsplit=1)[0])


def _in_capit(position: CapitState, action: str) -> Phase:
    """Return the phase of CAP-IT; a draw where no push is possible counts as a push."""
    if position.phase is Capit.DRAW:
        return Phase.TAKE if action == "take" else Phase.PUSH
    return Phase.DISCARD if action.startswith("discard") else Phase.LAY


def _in_chowpow(position: ChowpowState, _: str) -> Phase:
    """Return the phase of Chow Pow!; attack, defence, counters and passing are battle."""
    chow = {Chowpow.FLIP: Phase.FLIP, Chowpow.PAIR: Phase.TAKE, Chowpow.TAKE: Phase.TAKE}
    return chow.get(position.phase, Phase.BATTLE)


_PLANS: Final[Mapping[str, Plan]] = {
    KAPOW.name: Plan(KAPOW, (Phase.DRAW, Phase.PLAY, Phase.KAPOW), _in_kapow),
    KABOBO.name: Plan(
        KABOBO,
        (
            *(Phase.PEEK, Phase.TAKE, Phase.DRAW, Phase.KEEP, Phase.SEASON),
            *(Phase.CHECK, Phase.LOOK, Phase.TRADE, Phase.LOCK, Phase.CALL, Phase.LAST),
        ),
        _in_kabobo,
        first=5,
        deliberate=frozenset({"call"}),
    ),
    CAPIT.name: Plan(CAPIT, (Phase.TAKE, Phase.PUSH, Phase.LAY, Phase.DISCARD), _in_capit),
    CHOWPOW.name: Plan(CHOWPOW, (Phase.FLIP, Phase.TAKE, Phase.BATTLE), _in_chowpow),
}


@dataclass
class Tally:
    """Counts that a run goes on with, match by match."""

    phases: Sequence[Phase]
    """Those that a match has."""
    points: Counter[tuple[Phase, Moment]] = field(default_factory=Counter)
    committed: Counter[tuple[Moment, bool]] = field(default_factory=Counter)
    """Kills at a click that writes, by whether the click was then found in the log."""
    acknowledged: int = 0
    """Clicks whose answer was there when the bot died."""
    repeated: int = 0
    """Clicks that were in the log although nobody was told, and were clicked again."""
    missed: int = 0
    """Moments that did not come."""
    unnoted: int = 0
    """Messages posted but not noted when the bot died."""
    strays: int = 0
    """Those that the bot did not find again by itself."""
    matches: int = 0

    @property
    def total(self) -> int:
        """How often the bot was killed."""
        return self.points.total()

    def phase(self, phase: Phase) -> int:
        """Return how often it was killed in a phase."""
        return sum(count for (found, _), count in self.points.items() if found is phase)

    def table(self) -> str:
        """Return the counts as a table in Markdown."""
        head = ["moment", *self.phases, "in all"]
        rows = [[moment, *map(str, self._row(moment))] for moment in Moment]
        rows.append(["in all", *(str(self.phase(phase)) for phase in self.phases), str(self.total)])
        lines = [head, ["---", *("---:" for _ in head[1:])], *rows]
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)

    def summary(self) -> str:
        """Return what came of it in a few lines."""
        inside = [self.committed[Moment.COMMITTING, there] for there in (False, True)]
        return (
            f"{self.total} kill points in {self.matches} matches; killed during COMMIT: "
            f"{inside[0]} times nothing was written, {inside[1]} times all of it.\n"
            f"{self.acknowledged} clicks had been answered, all are in the log; {self.repeated} "
            f"were in the log unanswered, and clicking again changed nothing.\n"
            f"{self.unnoted} messages were posted and not noted, {self.strays} of them were found "
            f"again only by a click on them; {self.missed} moments did not come."
        )

    def _row(self, moment: Moment) -> list[int]:
        row = [self.points[phase, moment] for phase in self.phases]
        return [*row, sum(row)]
