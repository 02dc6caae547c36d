"""What the faces of all games in rounds have in common; the rest comes from the game's folder."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from bot.face.face import Scene, SeatSign
from bot.face.markdown import escape, one_line, shorten
from bot.face.palette import png
from bot.face.rounds import V, is_over, is_scored
from bot.face.screen import Screen
from bot.face.table import Table
from bot.face.twin import twin
from bot.game.contract import Seat

__all__ = ["ALT_LIMIT", "RESULTS_LIMIT", "GameFace"]

ALT_LIMIT: Final = 1_000
"""The longest description of a picture, in characters."""

RESULTS_LIMIT: Final = 2_000
"""The longest result, in characters."""

A = TypeVar("A")


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFace(Generic[V, A]):
    """Meets :class:`bot.face.face.Face` with the pieces in which a game differs from others."""

    title: str
    rounds: Callable[[V], int]
    """How many rounds the match has at most."""
    table: Callable[[Scene[V]], Table[V]]
    """The picture, yet to be drawn."""
    described: Callable[[Scene[V]], Iterable[str]]
    """The sentences of the picture's description, after the one that names the round."""
    told: Callable[[Scene[V]], Iterable[Iterable[str]]]
    """The lines of the text twin beneath its heading: the wordiest first, then shorter ones."""
    event: Callable[[object, Sequence[SeatSign]], str]
    """A public event in one line, or nothing."""
    asked: Callable[[Scene[V]], str]
    """What the seat to act has to do, while a round is played."""
    proposal: Callable[[Scene[V], A], str]
    """An action as an order."""
    scores: Callable[[Scene[V]], Iterable[str]]
    """The lines of the last scored round and of the totals."""
    hand: Callable[[Scene[V], Seat, Sequence[A], str], Screen]
    """The private hand of a seat, with what is legal and the half-made choice."""
    deed: Callable[[A], str] = str
    """What an action does, in a few words; else its notation."""

    def picture(self, scene: Scene[V]) -> bytes:
        """Draw the table: what is played, or the scores after a round."""
        table, view = self.table(scene), scene.view
        if is_scored(view):
            table.header(self._round(view), "match over" if is_over(view) else "round scored")
            table.scored()
        else:
            table.header(self._round(view), f"turn {view.turn}")
            table.playing()
        return png(table.canvas)

    def alt(self, scene: Scene[V]) -> str:
        """Describe the picture in plain text of at most 1,000 characters."""
        about = f"{self.title}, round {scene.view.round} of {self.rounds(scene.view)}."
        return shorten(" ".join((about, *self.described(scene))), ALT_LIMIT)

    def text(self, scene: Scene[V]) -> str:
        """Tell everything that the picture shows, and the last moves."""
        note = f" · {escape(scene.note)}" if one_line(scene.note, 1) else ""
        heading = f"**{self._round(scene.view)}** · turn {scene.view.turn}{note}"
        tables = ("\n".join((heading, *lines)) for lines in self.told(scene))
        return twin(scene, tables, self.event)

    def say(self, event: object, seats: Sequence[SeatSign]) -> str:
        """Tell an event in one line of Markdown; the empty text for what needs no telling."""
        return self.event(event, seats)

    def status(self, scene: Scene[V]) -> str:
        """Say what the seats to act have to do."""
        if is_over(scene.view):
            return "the match is over."
        if is_scored(scene.view):
            return "the round is scored; anybody can begin the next one."
        return self.asked(scene)

    def results(self, scene: Scene[V]) -> str:
        """Tell the last scored round, then the totals: at most 2,000 characters."""
        if not scene.view.results:
            return "No round has been scored yet."
        return "\n".join(self.scores(scene))[:RESULTS_LIMIT]

    def screen(self, scene: Scene[V], legal: Sequence[A], focus: str = "") -> Screen:
        """Lay out the viewer's hand; ``legal`` is empty when the viewer has nothing to do."""
        if scene.view.viewer is None:
            return Screen("You are watching: no hand here is yours.")
        return self.hand(scene, scene.view.viewer, legal, focus)

    def _round(self, view: V) -> str:
        return f"{self.title} · round {view.round} of {self.rounds(view)}"
