"""The message of a league night: who is in, the tables that play, the standings, and its words."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import Final

from bot.face.face import Style
from bot.face.league.evening import MOST_SHOWN, Evening, EveningLine, evening_alt, evening_picture
from bot.face.markdown import counted, escape, names_of_seats, span_words
from bot.face.phrases import listed
from bot.games.registry import TITLES
from bot.league.counting import half_up
from bot.night.night import FEWEST, Night
from bot.night.plan import StoredNight, room, sitting_out
from bot.night.rounds import BREAK, Hitch
from bot.night.standings import (
    Line,
    board_percents,
    finished_boards,
    share_of_luck,
    spread,
    standard_error,
    standings,
    winners,
    without,
)
from bot.tables.cutting import Word
from cogs.core.page import Button, Page, Part, Picture, Row, Text, Upload, fitted
from cogs.play.fairness import BUTTON, NIGHT_COLOUR, night_seal

PAGE: Final = "night"
"""What the custom ids begin with; the night follows, and what to do."""

_FEW: Final = 5
_MOST_NAMES: Final = 64
_MOST_LINES: Final = 16
_PICTURE: Final = "night.png"


class Verb(StrEnum):
    """What the buttons of a night do."""

    IN = "in"
    OUT = "out"
    TELL = "tell"
    RULES = "rules"
    FAIR = "fair"
    CUT = "cut"
    CUTTING = "cutting"
    END = "end"
    HERE = "here"
    STOP = "stop"
    SHOW = "show"
    """What the menu of nights says, instead of a night: the value is one."""


@dataclass(frozen=True)
class ShownNight:
    """A night, with what its message needs to know beside it."""

    stored: StoredNight
    hidden: Collection[int] = ()
    rooms: Mapping[int, int] = field(default_factory=dict)
    """The channel of each table that plays, by its number in the round."""
    boards: Collection[int] = ()
    """The boards that are still played, also at tables that the night doesn't wait for."""
    held: Hitch | None = None
    nameless: bool = False
    """Whether people are called by numbers, because the server's AutoMod blocks a word."""

    @cached_property
    def told(self) -> Night:
        """The night as far as it may be told."""
        return without(self.stored.night, self.boards)

    @cached_property
    def names(self) -> Sequence[str]:
        """What its people are called here, by number; still not escaped."""
        people = self.stored.people
        if self.nameless:
            return [f"Player {number}" for number in range(1, len(people) + 1)]
        return names_of_seats([p.user for p in people], [p.name for p in people], self.hidden)

    @property
    def words(self) -> Sequence[Word]:
        """The words of the night, with the names under which people are shown."""
        return [Word(self.names[one.person], one.word) for one in self.stored.night.words]

    @cached_property
    def lines(self) -> Sequence[Line]:
        """The standings, the best first; nothing as long as there is no result."""
        night = self.told
        boards = night.form == "duplicate"
        told = finished_boards(night) if boards else not all(one.running for one in night.tables())
        return standings(night) if told else ()

    def called(self, *numbers: int) -> Sequence[str]:
        """Return what people are called, escaped."""
        return [escape(self.names[number]) for number in numbers]

    def result(self, points: Fraction | None, unit: str = "") -> str:
        """Return points of the night or a round, or a percentage, in digits."""
        return "-" if points is None else f"{half_up(points)}{unit}"

    def total(self, line: Line) -> str:
        """Return what someone has in all rounds."""
        return self.result(line.points, "%" if self.told.form == "duplicate" else "")


def night_control(night: str, verb: str) -> str:
    """Return the custom id of a button."""
    return f"{PAGE}:{night}:{verb}"


def game_title(game: str) -> str:
    """Return the title of a night's game; its name if it isn't played any more."""
    return TITLES[game].rules.title if game in TITLES else game


def night_title(stored: StoredNight) -> str:
    """Return what a night is called: its form and its game."""
    return f"{stored.noun.capitalize()} · {game_title(stored.plan.setup.game)}"


def night_page(shown: ShownNight) -> Page:
    """Return the message of a night; not on the loop: it works the standings out, and draws."""
    stored = shown.stored
    night = stored.night
    body = _playing(shown) if night.rounds else _signing_up(shown)
    seal = "" if night.closed else night_seal(night, () if shown.nameless else shown.words)
    parts = (
        Text(f"## {night_title(stored)}\n{_state(stored)}"),
        Text("\n".join(filter(None, (_held(shown), _off_calendar(stored))))),
        *body,
        Text(seal),
        _buttons(stored),
    )
    return Page(fitted(parts), colour=NIGHT_COLOUR)


def own_night_page(shown: ShownNight, unshown: str, *, may_move: bool) -> Page:
    """Return a night for one person alone; ``may_move``: into their channel, and end a series.

    ``unshown``: why it has no message that everyone sees.
    """
    page, stored = night_page(shown), shown.stored
    stuck = bool(unshown or shown.held) and not stored.night.closed
    move = Button("Go on in this channel", night_control(stored.plan.id, Verb.HERE), Style.GOOD)
    row = (*([move] if stuck else ()), *_stopping(stored)) if may_move else ()
    parts = (Text(unshown), *page.parts, *([row] if row else ()))
    return Page(fitted(parts), colour=NIGHT_COLOUR)


def ending_page(shown: ShownNight) -> Page:
    """Return the question before a night is ended: who is in, or how it stands."""
    stored, stop = shown.stored, _stopping(shown.stored)
    if stored.night.rounds:
        label, body = f"End the {stored.noun}", _standing(shown)
        head = f"**{label}?** {_state(stored)} You can't undo this. Its matches go on."
    else:
        label, body = "Call it off", _signing_up(shown)
        head = f"**Call the {stored.noun} off?** {_state(stored)}"
    sure = Button(label, night_control(stored.plan.id, Verb.END), Style.DANGER)
    again = "It comes again next week, unless you press **Stop the series**." if stop else ""
    return Page(fitted((Text(head), *body, Text(again), (sure, *stop))), colour=NIGHT_COLOUR)


def ended_page(stored: StoredNight) -> Page:
    """Return what takes the place of the question."""
    over = "over. Its message shows the result." if stored.night.rounds else "called off."
    return Page((Text(f"The {stored.noun} is {over}{_again(stored)}"),), colour=NIGHT_COLOUR)


def _again(stored: StoredNight) -> str:
    return " It comes again next week." if stored.comes_again else ""


def _word(night: Night) -> str:
    return "board" if night.form == "duplicate" else "round"


def _state(stored: StoredNight) -> str:
    plan, night = stored.plan, stored.night
    if night.closed and not night.rounds:
        return _why_never(stored) + _again(stored)
    if night.closed:
        longest = span_words(stored.pace.longest_round / 1000)
        cut = f" Then nobody could play for more than {longest}, so it ended."
        played = f"{counted(len(night.rounds), _word(night))} played."
        return played + (cut if night.because == "outage" else "") + _again(stored)
    if night.rounds:
        return f"{_word(night).capitalize()} {len(night.rounds)} of {stored.rounds}."
    at, weekly = plan.starts_at // 1000, ", and then every week" if stored.comes_again else ""
    starts = f"Starts <t:{at}:F>, <t:{at}:R>{weekly}."
    if night.form == "round robin":
        return f"{starts} Everyone meets everyone in short matches, with hours for each turn."
    boards = night.form == "duplicate"
    each = "the same cards at every table" if boards else "each a short match"
    least = FEWEST[night.form] if boards else min(night.sizes)
    people = f"-# For {least} to {room(night.form, night.sizes)} people."
    rounds = counted(plan.rounds, _word(night))
    return f"{starts} {rounds}, {each}.\n{people}{'' if boards else _byes(night)}"


def _byes(night: Night) -> str:
    numbers = sitting_out(night.sizes, room(night.form, night.sizes))
    if not numbers:
        return ""
    few = " or".join(", ".join(map(str, numbers)).rsplit(",", 1))
    told = few if len(numbers) <= _FEW else "an odd number of"
    return f" With {told} people, someone sits out each round and gets their average."


def _why_never(stored: StoredNight) -> str:
    night = stored.night
    if night.because == "late":
        most = span_words(stored.pace.latest / 1000)
        return (
            f"This {stored.noun} was called off: nobody could play in the {most} after its start."
        )
    if night.because == "moderator":
        return f"This {stored.noun} was called off."
    few = ": too few people were in" if len(night.here) < FEWEST[night.form] else ""
    last = " So the series has ended." if stored.plan.weekly else ""
    return f"This {stored.noun} didn't take place{few}.{last}"


def _held(shown: ShownNight) -> str:
    held = shown.held
    if held is None:
        return ""
    night = shown.stored.night
    goes_on = night.running and len(night.rounds) < shown.stored.rounds
    ends = f"this {_word(night)} ends" if goes_on else "ends"
    until = f"It goes on by itself once that changes, or {ends} at <t:{held.until // 1000}:t>."
    return f"**The {shown.stored.noun} is waiting.** {held.why} {until}"


def _off_calendar(stored: StoredNight) -> str:
    night = stored.night
    away = not (stored.event or night.rounds or night.closed or night.form == "round robin")
    return "-# This isn't in the server's calendar." if away else ""


def _signing_up(shown: ShownNight) -> Iterator[Part]:
    here = shown.stored.night.here
    if shown.stored.night.closed:
        return
    more = f" and {len(here) - _MOST_NAMES} more" if len(here) > _MOST_NAMES else ""
    names = f"{listed(shown.called(*here[:_MOST_NAMES]))}{more}"
    told = f"**{len(here)} {'is' if len(here) == 1 else 'are'} in**: {names}."
    yield Text(told if here else "Nobody is in yet.", elastic=True)


def _playing(shown: ShownNight) -> Iterator[Part]:
    if shown.told.closed:
        yield from _result(shown)
        yield Text(_still_played(shown))
    else:
        yield Text(_now(shown), elastic=True)
        yield Text(_after_outage(shown.stored))
        yield from _standing(shown)
    yield Text(_luck(shown.told))


def _standing(shown: ShownNight) -> Iterator[Part]:
    here = shown.stored.night.here
    lines = [
        f"**{line.place}** {escape(shown.names[line.person])}: {shown.total(line)}"
        f"{'' if line.person in here else ' (left)'}"
        for line in shown.lines[:_MOST_LINES]
    ]
    yield Text("\n".join([*lines, *_more(shown, _MOST_LINES)]), elastic=True)


def _more(shown: ShownNight, told: int) -> Sequence[str]:
    return [f"-# and {len(shown.lines) - told} more"] if len(shown.lines) > told else []


def _result(shown: ShownNight) -> Iterator[Part]:
    if not shown.lines:
        return
    first, night = shown.called(*winners(shown.told)), shown.stored.night
    verb, noun = "wins" if len(first) == 1 else "win", shown.stored.noun.removeprefix("league ")
    won = f"\N{TROPHY} {listed(first)} {verb} the {noun}!"
    yield Text(won if first else f"Nobody played, so nobody wins the {noun}.", elastic=True)
    rounds, players = counted(len(night.rounds), _word(night)), counted(len(night.people), "player")
    evening = Evening(
        game_title(shown.stored.plan.setup.game),
        f"{shown.stored.noun.capitalize()} · {rounds} · {players}",
        tuple(
            EveningLine(
                line.place,
                shown.names[line.person],
                shown.total(line),
                tuple(map(shown.result, line.scores)),
            )
            for line in shown.lines[:MOST_SHOWN]
        ),
    )
    yield Picture(Upload(_PICTURE, evening_picture(evening)), evening_alt(evening))
    yield Text("".join(_more(shown, MOST_SHOWN)))


def _still_played(shown: ShownNight) -> str:
    if not shown.boards:
        return ""
    boards = listed([str(board) for board in sorted(shown.boards)])
    noun = "board" if len(shown.boards) == 1 else "boards"
    return f"-# Results of {noun} {boards} come once all tables have played them."


def _now(shown: ShownNight) -> str:
    stored = shown.stored
    newest = stored.night.rounds[-1]
    if not stored.night.running:
        at = stored.ends(stored.over_at, BREAK) // 1000
        soon = f"<t:{at}:R>" if stored.pace.looks < BREAK / 1000 else "in a few minutes"
        goes_on = len(stored.night.rounds) < stored.rounds and shown.held is None
        return "All tables are done." + f" The next round begins {soon}." * goes_on
    groups = [
        (f"Table {at + 1}", table.seats, f" · {_where(shown, at)}")
        for at, table in enumerate(newest.tables)
        if table.running
    ]
    groups += [
        ("Sitting out", newest.byes, ""),
        ("Still in another match", newest.busy, ""),
    ]
    lines = [
        f"-# {what}: {', '.join(shown.called(*who))}{where}" for what, who, where in groups if who
    ]
    return "\n".join(lines)


def _where(shown: ShownNight, at: int) -> str:
    if at not in shown.rooms:
        return "opening"
    channel = shown.rooms[at]
    return "in this channel" if channel == shown.stored.plan.channel else f"<#{channel}>"


def _after_outage(stored: StoredNight) -> str:
    late = stored.late if len(stored.night.rounds) == 1 else 0
    missed = stored.missed_since(stored.seated_at)
    began = f"-# It began {span_words(late / 1000)} late: nobody could play at its start."
    stood = f"-# Nobody could play for {span_words(missed / 1000)}. That time doesn't count."
    return "\n".join([began] * bool(late) + [stood] * bool(missed))


def _luck(night: Night) -> str:
    if night.form != "duplicate":
        return ""
    boards = {who: [*found.values()] for who, found in board_percents(night).items()}
    share, varies, count = share_of_luck(boards), spread(boards), len(finished_boards(night))
    if share is None or varies is None:
        return "-# Too few boards so far to tell luck from skill." if boards else ""
    return (
        f"-# After {counted(count, 'board')}, luck moves a result by about "
        f"{half_up(standard_error(varies, count))}% either way: about {half_up(100 * share)}% of "
        "the differences."
    )


def _stopping(stored: StoredNight) -> Row:
    control = night_control(stored.plan.id, Verb.STOP)
    weekly = stored.plan.weekly is not None and not stored.night.closed
    return (Button("Stop the series", control),) if weekly else ()


def _buttons(stored: StoredNight) -> Row:
    def button(label: str, verb: str, style: Style = Style.PLAIN) -> Button:
        return Button(label, night_control(stored.plan.id, verb), style)

    fair = button(BUTTON, Verb.FAIR)
    if stored.night.closed:
        return (fair,) if stored.night.rounds else ()
    return (
        button("I'm in", Verb.IN, Style.GOOD),
        button("I'm out", Verb.OUT),
        *(() if stored.night.rounds else (button("Tell me", Verb.TELL),)),
        button("How it works", Verb.RULES),
        fair,
    )
