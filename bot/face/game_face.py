"""The ``Face`` of games in rounds: shared behaviour, with the game's own parts as functions.

A :class:`Step` of a choice says which cards can be clicked in a private hand. Its buttons form even
columns. Discord makes a button as wide as its label, so labels get spaces on both sides until they
are about as wide as the widest one of their column.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, islice
from typing import Any, Final, Generic, NamedTuple, TypeVar

from bot.face.canvas import Art, Canvas, MakeCanvas
from bot.face.face import (
    Act,
    Button,
    Emoji,
    Ending,
    Focus,
    RoundView,
    Row,
    Scene,
    Screen,
    SeatSign,
    Style,
    V,
    is_over,
    is_scored,
)
from bot.face.markdown import IN_LINE, IN_RESULTS, MINUS, escape, number, one_line, shorten
from bot.face.phrases import Describe, TurnPhrase, bold, by_totals, listed, sentence
from bot.face.table import Table
from bot.game.contract import Outcome, Seat, which_round
from bot.game.moves import NextRound

A = TypeVar("A")

ALT_LIMIT: Final = 1_000

TEXT_LIMIT: Final = 3_800

RESULTS_LIMIT: Final = 2_000

_MOVES: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFace(Generic[V, A]):
    """Implements :class:`bot.face.face.Face`; each game passes its own parts."""

    title: str
    rounds: Callable[[V], int | None]
    """Of a match at most; None if nobody can say."""
    table: Callable[[Scene[V], MakeCanvas], Table[V]]
    alt_sentences: Callable[[Scene[V]], Iterable[str]]
    """The sentences after the one that names the round."""
    text_versions: Callable[[Scene[V]], Iterable[Iterable[str]]]
    """Versions of the text's lines, without the heading: the longest version first."""
    describe: Describe[Any, Any]
    phrases: Callable[[Sequence[object], Sequence[SeatSign]], Iterable[TurnPhrase]] | None = None
    """What happened in a turn; by default, the phrases of its events."""
    prompt: Callable[[Scene[V]], str]
    proposal: Callable[[Scene[V], A], str]
    scores: Callable[[Scene[V]], Iterable[str]]
    """How the last round ended, in one line, and what followed, with the totals at the end."""
    sum_of: Callable[[Any, Seat], str]
    """How a seat's points of a scored round add up; may be empty."""
    hand: Callable[[Scene[V], Seat, Sequence[A], str], Screen]
    """Lays out a private hand, given legal actions and the half-made choice."""
    ends_before: Callable[[V], Seat | None] = lambda _view: None
    """Before whose turn the round ends; None as long as nobody has ended it."""
    ended: Callable[[Scene[V], Outcome], Ending] = lambda scene, outcome: by_totals(
        scene.seats, outcome
    )
    """Says who has won a match; by default the totals tell."""
    emojis: Mapping[str, Art] = field(default_factory=dict)

    def picture(self, scene: Scene[V]) -> bytes:
        """Draw the table during a round, or the scores after it."""
        return self.drawn(scene).png()

    def drawn(self, scene: Scene[V], make: MakeCanvas = Canvas) -> Canvas:
        """Draw the picture on a new canvas of this kind."""
        table, view = self.table(scene, make), scene.view
        if is_scored(view):
            table.header(self._round(view), "")
            table.scored()
        else:
            table.header(self._round(view), f"turn {view.turn}")
            table.playing()
        return table.canvas

    def alt(self, scene: Scene[V]) -> str:
        """Return the alternative text of the picture: at most 1,000 characters of plain text."""
        about = f"{self.title}, {which_round(scene.view.round, self.rounds(scene.view))}."
        return shorten(" ".join((about, *self.alt_sentences(scene))), ALT_LIMIT)

    def text(self, scene: Scene[V]) -> str:
        """Return the content of the picture, and the last moves, as Markdown."""
        note = f" · {escape(scene.note)}" if one_line(scene.note, 1) else ""
        heading = f"**{self._round(scene.view)}** · turn {scene.view.turn}{note}"
        tables = ("\n".join((heading, *lines)) for lines in self.text_versions(scene))
        return text_version(scene, tables, self.say)

    def say(self, event: object, seats: Sequence[SeatSign]) -> str:
        """Describe an event in one line of Markdown; may be empty."""
        return self.describe(event, seats).line

    def turn(self, events: Sequence[object], seats: Sequence[SeatSign]) -> str:
        """Describe a turn in one line of Markdown; may be empty."""
        if self.phrases is not None:
            return sentence(self.phrases(events, seats), seats)
        told = (self.describe(event, seats).phrases for event in events)
        return sentence(chain.from_iterable(told), seats)

    def status(self, scene: Scene[V]) -> str:
        """Return what the seats to act have to do."""
        if is_over(scene.view):
            return "the match is over."
        if is_scored(scene.view):
            return "the round is over; anyone can start the next one."
        return self.prompt(scene)

    def last_turns(self, scene: Scene[V]) -> str:
        """Say who still has a last turn in this round, in order; may be empty."""
        view = scene.view
        before = None if is_scored(view) else self.ends_before(view)
        if before is None:
            return ""
        count = (before - view.to_move) % view.seats or view.seats
        seats = [(view.to_move + at) % view.seats for at in range(count)]
        names = ["**you**" if at == view.viewer else bold(scene.seats, at, IN_LINE) for at in seats]
        return f"Last turn{'s' * (count > 1)}: {listed(names)}."

    def results(self, scene: Scene[V], *, sums: bool = False) -> str:
        """Describe the last scored round, then the totals: at most 2,000 characters."""
        if not scene.view.results:
            return "No round has been scored yet."
        ended, *rest = self.scores(scene)
        # Without the empty line Markdown would attach the next line to the list.
        items = (*self._sums(scene), "") if sums else ()
        return "\n".join((ended, *items, *rest))[:RESULTS_LIMIT]

    def _sums(self, scene: Scene[V]) -> Iterator[str]:
        result = scene.view.results[-1]
        for seat, points in enumerate(result.points):
            how = self.sum_of(result, seat)
            name = bold(scene.seats, seat, IN_RESULTS)
            yield f"- {name} **{number(points)}**{how and f': {how}'}"

    def ending(self, scene: Scene[V], outcome: Outcome) -> Ending:
        """Say who has won, by what, and what decides each seat's rank."""
        return self.ended(scene, outcome)

    def screen(self, scene: Scene[V], legal: Sequence[A], focus: str = "") -> Screen:
        """Lay out the viewer's hand; ``legal`` is empty if the viewer has nothing to do."""
        if scene.view.viewer is None:
            return Screen("You're watching, so you don't have a hand.")
        screen, last = self.hand(scene, scene.view.viewer, legal, focus), self.last_turns(scene)
        if not last:
            return screen
        lead = screen.lead
        if lead:  # It has one dim line at most.
            above = lead.rpartition("\n")[2].startswith("-# ")
            lead = f"{lead} {last}" if above else f"{lead}\n-# {last}"
        return replace(screen, text=f"{screen.text}\n{last}", lead=lead)

    def _round(self, view: V) -> str:
        return f"{self.title} · {which_round(view.round, self.rounds(view))}"


def text_version(
    scene: Scene[Any], tables: Iterable[str], say: Callable[[object, Sequence[SeatSign]], str]
) -> str:
    """Return the first of ``tables`` (the longest first) that fits, with as many moves as fit."""
    told = filter(None, (say(event, scene.seats) for event in reversed(scene.events)))
    moves = [*islice(told, _MOVES)][::-1]
    table = ""
    for table in tables:
        for first in range(len(moves) + 1):
            last = "\n".join(("", "**Last moves**", *moves[first:])) if moves[first:] else ""
            if len(table) + len(last) <= TEXT_LIMIT:
                return f"{table}{last}"
    return table[:TEXT_LIMIT]


P = TypeVar("P")
"""The key of a place where a card can be."""


class Click(NamedTuple):
    """What a click on a card does, and how prominent its button is."""

    does: Act | Focus
    style: Style = Style.PLAIN


class Step(NamedTuple, Generic[P]):
    """A text, the clickable places, and further rows of controls."""

    text: str
    controls: Mapping[P, Click]
    rows: tuple[Row, ...] = ()


BACK: Final = Button("Back", Focus(""))

UNSELECT: Final = Click(Focus(""), Style.MAIN)
"""Two ways to cancel a half-made choice: a button, and the selected card."""

IDLE: Final = "You have nothing to do right now."
"""For a seat whose turn it is but which cannot act: a pause, or Kai plays for it."""

_DIGIT: Final = 7

_WIDTHS: Final = {"?": 5, "K": 7, "!": 3, "=": 7, "+": 7, MINUS: 7, "±": 7, "·": 3, "✓": 10, " ": 3}
"""In twelfths of the font size, as in common sans-serif fonts."""

_SPACES: Final = {
    4: "\N{THREE-PER-EM SPACE}",
    3: "\N{FOUR-PER-EM SPACE}",
    2: "\N{SIX-PER-EM SPACE}",
}
"""By their width, in the same unit."""

_LEAST: Final = 2 * _DIGIT
"""Of a column: most cards have one or two digits, and cards come and go."""

_MOST: Final = 5 * _DIGIT
"""That a label is padded to: four such columns fit on a phone."""


def rows_of(
    places: Sequence[Sequence[P]],
    label: Callable[[P], str],
    controls: Mapping[P, Click],
    stands_out: Callable[[P], bool] = lambda _place: False,
    emoji: Callable[[P], Emoji] = lambda _place: Emoji(),
) -> tuple[tuple[Button, ...], ...]:
    """Return rows of buttons, one for each place; without a click they are disabled.

    Disabled buttons for which ``stands_out`` is true are coloured. ``emoji`` is the card there.
    """

    def button(place: P, words: str) -> Button:
        if place in controls:
            return Button(words, *controls[place], *emoji(place))
        style = Style.MAIN if stands_out(place) else Style.PLAIN
        return Button(words, None, style, *emoji(place))

    labels = aligned([[label(place) for place in line] for line in places]) if places else []
    return tuple(
        tuple(button(place, words) for place, words in zip(line, row, strict=True))
        for line, row in zip(places, labels, strict=True)
    )


def two_clicks(
    pairs: Iterable[tuple[P, P, object]],
    focus: str,
    word: Callable[[P], str] = str,
    style: Style = Style.PLAIN,
) -> tuple[P | None, dict[P, Click]]:
    """Return the place selected so far, if any, and the clicks for a choice of two places.

    ``pairs`` are first place, second place and the action; ``word`` gives a place's name in the
    focus, ``style`` is that of the first places.
    """
    actions = [*pairs]
    firsts = {first: Click(Focus(word(first)), style) for first, _, _ in actions}
    chosen = next((place for place in firsts if word(place) == focus), None)
    if chosen is None:
        return None, firsts
    then = {second: Click(Act(str(act))) for first, second, act in actions if first == chosen}
    return chosen, {**firsts, chosen: UNSELECT, **then}


def both_ways(pairs: Iterable[tuple[P, P, object]]) -> Iterator[tuple[P, P, object]]:
    """Yield pairs in both orders, so that either place can be clicked first."""
    for first, second, action in pairs:
        yield first, second, action
        yield second, first, action


def to_move(scene: Scene[RoundView]) -> str:
    """Say whose turn it is, to a player who has to wait."""
    view = scene.view
    return (
        IDLE if view.viewer == view.to_move else f"It's {bold(scene.seats, view.to_move)}'s turn."
    )


def between_rounds(view: RoundView, legal: Sequence[object]) -> Step[Any] | None:
    """Return the button for the next round, None while a round is being played."""
    if not legal and is_scored(view):
        return Step(f"The {'match' if is_over(view) else 'round'} is over.", {})
    return _go_on(legal) if is_scored(view) else None


def aligned(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return rows of labels, each padded to the widest of its column (two to five digits)."""
    columns = zip(*rows, strict=True)
    widest = [min(_MOST, max(_LEAST, *map(_width, column))) for column in columns]
    return [[_padded(label, room) for label, room in zip(row, widest, strict=True)] for row in rows]


def _go_on(legal: Sequence[object]) -> Step[Any]:
    row = tuple(
        Button("Next round", Act(str(action)), Style.GOOD)
        for action in legal
        if isinstance(action, NextRound)
    )
    return Step("The round is over.", {}, (row,))


@lru_cache(1000)
def _width(label: str) -> int:
    return sum(_WIDTHS.get(sign, _DIGIT) for sign in label)


@lru_cache(1000)  # Each hand has a dozen labels, and most are the same ones again.
def _padded(label: str, room: int) -> str:
    missing = room - _width(label)
    return f"{_spaces(missing // 2)}{label}{_spaces(missing - missing // 2)}"


def _spaces(wide: int) -> str:
    """Return spaces of a width; a remainder of one twelfth is left out."""
    found = ""
    while wide >= 2:
        # A twelfth would be left over after a space of four: use three and two instead.
        step = wide if wide in _SPACES else 4 if wide > 5 else 3
        found += _SPACES[step]
        wide -= step
    return found
