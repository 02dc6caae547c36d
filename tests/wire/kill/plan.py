"""How each game is played here, and what was done at which clicks."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from bot.game.contract import AnyGame
from bot.tables.state import TableState
from tests.games.own import own, rarely
from tests.wire.kill.moments import Moment

LOBBY: Final = "lobby"
HAND: Final = "hand"
ROUND_END: Final = "round end"
MATCH_END: Final = "match end"
"""Where in a match a click is made, or what it brings about; else the first word of its action.

By a click on the hand a hand is opened, and nothing is done yet.
"""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a game is played here."""

    game: AnyGame
    first: int
    """The seed of the first drawn match."""
    kinds: frozenset[str]
    """Actions that come in it, whatever else does."""
    deliberate: tuple[type, ...]
    """Actions that nobody draws at random, as they would end a round too soon."""


def plan_of(game: AnyGame) -> Plan:
    """Return the plan of a game: it may have ``FIRST`` and ``KINDS`` among its positions."""
    first, kinds = own(game.name, "positions", "FIRST", 1), own(game.name, "positions", "KINDS", "")
    return Plan(game, first, frozenset(kinds.split()), rarely(game.name))


def phase_of(before: TableState | None, after: TableState, action: str) -> str:
    """Return what a click was about that led from one state to the other."""
    if before is None or before.stage is None:
        return LOBBY
    if after.closed:
        return MATCH_END
    if before.stage.paused or (after.stage and after.stage.paused):
        return ROUND_END
    return action.partition(" ")[0] or HAND


@dataclass
class Tally:
    """Counts that a run goes on with, match by match."""

    phases: list[str] = field(default_factory=list)
    """Those that have come, in their order."""
    points: Counter[tuple[str, Moment]] = field(default_factory=Counter)
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
        return self.points.total()

    def phase(self, phase: str) -> int:
        return sum(count for (found, _), count in self.points.items() if found == phase)

    def table(self) -> str:
        """Return the counts as a table in Markdown."""
        head = ["moment", *self.phases, "in all"]
        rows = [[moment, *map(str, self._row(moment))] for moment in Moment]
        rows.append(["in all", *(str(self.phase(phase)) for phase in self.phases), str(self.total)])
        lines = [head, ["---", *("---:" for _ in head[1:])], *rows]
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)

    def summary(self) -> str:
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
