"""What happened, in words: a turn in a sentence, the last play, the end of rounds and matches.

All of it is made from public events, results and ranks. And how texts write the names of seats.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from bot.face import markdown
from bot.face.face import Ending, RoundView, Scene, SeatSign, is_over
from bot.game.contract import Outcome, Seat
from bot.game.moves import TookBack
from bot.game.rounds import MatchEnded, Reshuffled, RoundEnded, TurnStarted

NBSP: Final = "\N{NO-BREAK SPACE}"
"""Keeps the words on both sides in one line."""

YOU: Final = "You"

_VERB: Final = re.compile(r"(?:^|(?<= and )|(?<= or ))(has|is|\w+(?=s\b))s?\b")
"""A verb of the third person; what isn't its ending is a group."""

TURN_LIMIT: Final = 200
"""Of a line about a turn, in characters of Markdown."""

C = TypeVar("C")
P = TypeVar("P")


class Phrase(NamedTuple):
    """Something that a seat did, in words that follow its name: ``drew a 7``."""

    seat: Seat
    words: str
    loud: bool = False
    """Whether it is worth an exclamation mark at the end."""


TurnPhrase: TypeAlias = Phrase | str
"""What a seat did, or a whole sentence about what happened."""


def sentence(told: Iterable[TurnPhrase], seats: Sequence[SeatSign]) -> str:
    """Return a turn in one line of at most 200 characters; may be empty.

    Phrases of one seat in a row become one sentence: “Kai drew a 7, put it on top and went out!”.
    Of too many, quiet ones are left out, the first one first.
    """
    kept = [*told]
    line = _line(kept, seats)
    while len(line) > TURN_LIMIT and len(kept) > 1:
        quiet = (at for at, item in enumerate(kept) if isinstance(item, Phrase) and not item.loud)
        kept.pop(next(quiet, 0))
        line = _line(kept, seats)
    return line


@dataclass(frozen=True, slots=True)
class LastPlay(Generic[C]):
    """The last play: its seat, what it did, and the card, if everyone saw it."""

    seat: Seat
    done: str
    card: C | None = None


@dataclass(frozen=True, slots=True)
class Description(Generic[C, P]):
    """All that people are told of one public event; what is empty is not told."""

    line: str = ""
    """In a log: one line of Markdown."""
    phrases: tuple[TurnPhrase, ...] = ()
    """In the sentence about its turn."""
    play: LastPlay[C] | None = None
    """In the picture, as the last play."""
    changed: tuple[P, ...] = ()
    looked: tuple[P, ...] = ()
    """The places whose cards it has changed, and those that someone has looked at."""


def did(  # noqa: PLR0913 - all that is told of an event
    seats: Sequence[SeatSign],
    seat: Seat,
    words: str,
    line: str = "",
    *,
    brief: str = "",
    card: C | None = None,
    changed: tuple[P, ...] = (),
    looked: tuple[P, ...] = (),
    loud: bool = False,
) -> Description[C, P]:
    """Describe something that a seat did; ``words`` and ``line`` follow its name: ``drew a 7``.

    The line is the words with a full stop if it isn't given. The picture shows it as the last play
    if ``brief`` says what was done, with the ``card``.
    """
    told = f"{bold(seats, seat)} {line or words}{'' if line else '!' if loud else '.'}"
    play = LastPlay(seat, brief, card) if brief else None
    return Description(told, (Phrase(seat, words, loud),), play, changed, looked)


def of_round(event: object, seats: Sequence[SeatSign]) -> Description[Any, Any]:
    """Describe an event that every game can have; any other one is not told."""
    match event:
        case TookBack(seat):
            return did(seats, seat, "took a move back")
        case TurnStarted(seat, last=True):
            return Description(f"The last turn of {bold(seats, seat)}.")
        case Reshuffled(cards):
            return Description(f"{cards} discards were shuffled into a new draw pile.")
        case RoundEnded(result):
            points = ", ".join(scores(seats, result.points))
            return Description(f"**Round {result.round}** is over: {points}.")
        case MatchEnded(ranks, totals):
            best = totals[ranks.index(1)]
            return Description(f"{won(seats, ranks)} with {markdown.counted(best, 'point')}!")
    return Description()


Describe: TypeAlias = Callable[[object, Sequence[SeatSign]], Description[C, P]]
"""Says all that people are told of an event."""


def last_of(
    events: Sequence[object], describe: Describe[C, P], seats: Sequence[SeatSign]
) -> LastPlay[C] | None:
    """Return the last play among the events, if there is one."""
    plays = (describe(event, seats).play for event in reversed(events))
    return next((found for found in plays if found is not None), None)


def last_turn(events: Sequence[object], starts: type) -> Sequence[object]:
    """Return the events of the last turn in which a seat did something; ``starts`` begin turns."""
    done = False
    for at in range(len(events) - 1, -1, -1):
        if not isinstance(events[at], starts):
            done = done or hasattr(events[at], "seat")
        elif done:
            return events[at:]
    return events


def by_rank(ranks: Sequence[int]) -> list[Seat]:
    """Return the seats in order of rank."""
    return sorted(range(len(ranks)), key=lambda seat: (ranks[seat], seat))


def totals(
    scene: Scene[RoundView],
    ranks: Sequence[int],
    figures: Sequence[str],
    titles: tuple[str, str],
    between: str = " ",
) -> str:
    """List the seats by rank, each with its figure, and the winner once the match is over.

    ``titles`` are the headings during and after the match.
    """
    over = is_over(scene.view)
    table = " · ".join(
        between.join(
            (f"{ranks[seat]}.", bold(scene.seats, seat, markdown.IN_RESULTS), figures[seat])
        )
        for seat in by_rank(ranks)
    )
    line = f"{titles[over]}: {table}"
    return (
        f"{line}\n{won(scene.seats, ranks, markdown.IN_RESULTS, 'wins the match')}!"
        if over
        else line
    )


def won(
    seats: Sequence[SeatSign],
    ranks: Sequence[int],
    limit: int = markdown.IN_LINE,
    alone: str = "wins",
    shared: str = "share the win",
) -> str:
    """Name the winners: ``Mina wins``, ``Mina and Sam share the win``."""
    winners = [bold(seats, seat, limit) for seat, rank in enumerate(ranks) if rank == 1]
    return f"{listed(winners)} {alone if len(winners) == 1 else shared}"


def scores(seats: Sequence[SeatSign], points: Sequence[int]) -> list[str]:
    """Return each seat's name with its points, for a line that holds all of them."""
    return [
        f"{bold(seats, seat, markdown.IN_LINE)} {markdown.number(had)}"
        for seat, had in enumerate(points)
    ]


def by_totals(seats: Sequence[SeatSign], outcome: Outcome) -> Ending:
    """Return the end of a match that the totals decide."""
    return by_figures(seats, outcome, outcome.scores, tuple(map(markdown.number, outcome.scores)))


def by_figures(
    seats: Sequence[SeatSign], outcome: Outcome, values: Sequence[int], figures: tuple[str, ...]
) -> Ending:
    """Return the end of a match that ``values`` decide; ``figures`` are their words.

    Equal values with another rank mean that something else has broken a tie.
    """
    ranks = outcome.ranks
    winner = ranks.index(1)
    headline, best = won(seats, ranks), figures[winner]
    if ranks.count(1) > 1:
        return Ending(f"{headline} with {best} each!", figures)
    margin, others = _runners_up(ranks, values)
    names = listed([bold(seats, seat, markdown.IN_LINE) for seat in others])
    if not others:
        return Ending(f"{headline} with {best}!", figures)
    if margin:
        return Ending(f"{headline} with {best}, {margin} ahead of {names}!", figures)
    return Ending(f"{headline} with {best}, on a tie-break with {names}!", figures)


def _line(told: Sequence[TurnPhrase], seats: Sequence[SeatSign]) -> str:
    sentences: list[str] = []
    for seat, group in groupby(
        told, key=lambda item: item.seat if isinstance(item, Phrase) else -1
    ):
        if seat < 0:
            sentences += [item for item in group if isinstance(item, str)]
            continue
        phrases = [item for item in group if isinstance(item, Phrase)]
        end = "!" if phrases[-1].loud else "."
        words = listed([phrase.words for phrase in phrases])
        sentences.append(f"{bold(seats, seat, markdown.IN_LINE)} {words}{end}")
    return " ".join(sentences)


def _runners_up(ranks: Sequence[int], values: Sequence[int]) -> tuple[int, list[Seat]]:
    behind = sorted({rank for rank in ranks if rank > 1})
    if not behind:
        return 0, []
    others = [seat for seat, rank in enumerate(ranks) if rank == behind[0]]
    return abs(values[ranks.index(1)] - values[others[0]]), others


def bold(seats: Sequence[SeatSign], seat: Seat, limit: int = markdown.NAME_LIMIT) -> str:
    """Return a seat's name in bold Markdown, cut to ``limit`` characters."""
    return f"**{markdown.escape(seats[seat].name, limit)}**"


SMALL: Final = 90
"""The most characters of a small paragraph below a picture: two lines on a phone."""


def small(sentences: Iterable[str]) -> str:
    """Return a small paragraph of those sentences that fit, the first ones first; may be empty."""
    shown: list[str] = []
    for each in sentences:
        if len(" ".join((*shown, each)).replace("**", "").replace("\\", "")) <= SMALL:
            shown.append(each)
    return f"-# {' '.join(shown)}" if shown else ""


def briefly(seats: Sequence[SeatSign], seat: Seat, limit: int) -> str:
    """Return a seat's name, without Kai's level, in fewer characters than names usually have."""
    names = [sign.name.partition(" (")[0] if sign.kai else sign.name for sign in seats]
    return unlike(names, seat, lambda name: markdown.plain(name, limit))


def unlike(names: Sequence[str], seat: Seat, cut: Callable[[str], str]) -> str:
    """Return a seat's name as ``cut`` leaves it, with the seat's number if another looks so."""
    looks = [markdown.skeleton(cut(name)) for name in names]
    base, mark = markdown.halves(names[seat])
    if len({*looks}) == len(looks) or (looks.count(looks[seat]) == 1 and not mark):
        return cut(names[seat])
    return cut(markdown.marked(base, str(seat + 1)))


def listed(words: Sequence[str]) -> str:
    """Join words as in a sentence: ``a``, ``a and b``, ``a, b and c``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def heading(scene: Scene[Any], seat: Seat, about: Iterable[str]) -> str:
    """Return a seat's name for the text version, followed by remarks in brackets."""
    said = ", ".join(about)
    return f"{bold(scene.seats, seat, markdown.IN_TEXT)}{f' ({said})' if said else ''}"


def marks(scene: Scene[Any], seat: Seat, first: Seat, began: str = "started") -> Iterator[str]:
    """Yield the remarks that all games share: whether the seat went ``first`` or is away."""
    if seat == first:
        yield began
    if scene.seats[seat].away:
        yield "Kai plays on"


def in_alt(scene: Scene[Any], seat: Seat) -> str:
    """Return a seat's name for an alternative text: ``You`` for the seat that looks on."""
    return (
        YOU
        if seat == scene.view.viewer
        else markdown.plain(scene.seats[seat].name, markdown.IN_ALT)
    )


def does(scene: Scene[Any], seat: Seat, words: str) -> str:
    """Return what a seat does, for an alternative text: ``Mina draws.``, but ``You draw.``

    ``words`` are in the third person; verbs after the first one follow *and* or *or*.
    """
    name = in_alt(scene, seat)
    plural = {"has": "have", "is": "are"}
    own = _VERB.sub(lambda verb: plural.get(verb[1], verb[1]), words)
    return f"{name} {own if name == YOU else words}."
