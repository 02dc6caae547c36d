"""The private message of a daily deal, before the round, in it and after it; and its words."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.daily.days import DailyCareer, Field, Score, date_of, span_of
from bot.daily.deal import GAME, LEVEL, PLAYER, Deal, Round, Turn, turns
from bot.daily.service import OwnRound
from bot.face.face import Style
from bot.face.markdown import called, counted, escape, number, ordinal, percent
from bot.games.faces import face_of
from cogs.core.click import LONGEST, HandAddress, controls
from cogs.core.page import Attached, Button, Line, Page, Part, Row, Text, Upload, fitted
from cogs.play.fairness import WITHOUT_ME
from cogs.play.table import picture

COLOUR: Final = 0x2E6F9E

COLUMN: Final = "\N{WHITE MEDIUM STAR}"
OUT: Final = "\N{CHEQUERED FLAG}"
PLAIN: Final = "\N{WHITE SMALL SQUARE}"
"""The signs of a turn: one that completed a column, one that went out, and any other."""

PAGE: Final = "daily"
"""What the custom ids begin with; the number of the day follows."""

PLAY: Final = "play"
PRACTISE: Final = "practise"
HAND: Final = "h"
PRACTICE_HAND: Final = "p"
BOARD: Final = "board"
SHARE: Final = "share"
PROOF: Final = "proof"
"""What comes after the day: begin the round that counts, one for practice; a control of either
hand; the board; post the result; the proof of the deal."""

DAY: Final = "([1-9][0-9]{0,5})"

_FIRST_DIGITS: Final = 16


class Compared(NamedTuple):
    """What a result is compared with."""

    field: Field
    career: DailyCareer
    """The person's, up to the day of the result, on all servers: only they see it."""
    posted: str = ""
    """Their streak as others see it, as far as they may know of it."""


def daily_control(day: int, verb: str, words: str = "") -> str:
    """Return a custom id; ``ValueError`` if it would be too long for Discord."""
    text = f"{PAGE}:{day}:{verb}" + (f":{words}" if words else "")
    if len(text) > LONGEST:
        raise ValueError(f"a custom id of {len(text)} characters is too long")
    return text


def before_page(deal: Deal, tomorrow: Deal | None, compared: Compared, now: int) -> Page:
    """Return what a person sees who has not begun a day's deal."""
    over, day = deal.is_over(now), deal.day
    about = "Everyone gets the same cards today."
    play = Button("Play", daily_control(day, PLAY), Style.MAIN)
    if over:
        about = "This day is over, so it's for practice."
        play = Button("Practise", daily_control(day, PRACTISE), Style.MAIN)
    ends = ends_words(day, deal.put_off)
    today = (
        Text(f"**Your first round counts.** The day ends {ends}."),
        Text(put_off_words(deal)),
        Text(streak_words(compared.career)),
    )
    parts = (
        Text(_heading(day)),
        Text(f"{about} {field_words(compared.field)}"),
        Text(
            f"One round of {GAME.title} with nine cards against Kai ({LEVEL}): about five minutes. "
            "Fewest points win."
        ),
        *(() if over else today),
        _ways(day, (play,), over=over),
        Text(_sealed(deal, tomorrow, over=over)),
    )
    return Page(fitted(parts), colour=COLOUR)


def round_page(own: OwnRound, focus: str = "", notice: str = "") -> Page:
    """Return a round that goes on; it draws: not on the loop."""
    key, played = own.stored.key, own.round
    face, scene = face_of(GAME), played.scene(own.stored.name)
    screen = face.screen(scene, played.legal, focus)
    half_made = focus.rpartition("|")[2]
    verb = PRACTICE_HAND if key.practice else HAND

    def written(choice: HandAddress) -> str:
        return daily_control(key.day, verb, str(choice))

    shown = () if half_made else (picture(face, scene, face.picture(scene)),)
    parts = (
        Text(_heading(key.day, practice=key.practice)),
        Text(notice),
        Text("" if key.practice else put_off_words(played.deal)),
        Text("" if half_made else _happened(played, own.stored.name)),
        *shown,
        Text(screen.text, elastic=True),
        *controls(screen.rows, screen.lasting, written, PLAYER, played.revision),
        Text(f"-# {screen.footer}" if screen.footer else ""),
    )
    return Page(fitted(parts), colour=COLOUR)


def result_page(own: OwnRound, compared: Compared | None, now: int, notice: str = "") -> Page:
    """Return a round that is over; ``compared`` is None for practice. It draws: not on the loop."""
    stored, played = own.stored, own.round
    ended = stored.ended
    if ended is None:
        raise ValueError("the round goes on")
    day, over = stored.key.day, played.deal.is_over(now)
    ends = ends_words(day, played.deal.put_off)
    parts = (
        Text(f"{_heading(day, practice=stored.key.practice)}\n{score_words(ended.score)}"),
        Text(notice),
        Text("\n".join(_told(ended.score, compared, by_kai=ended.by_kai))),
        *_ended(own),
        *_to_share(own, compared),
        _after(own, over=over),
        Text("" if over else f"-# The deck stays secret until the day ends {ends}."),
    )
    return Page(fitted(parts), colour=COLOUR)


def _ended(own: OwnRound) -> tuple[Part, ...]:
    """Return how a round has ended; nothing once its moves were deleted, which happens in time."""
    if not own.stored.moves:
        return ()
    face, scene = face_of(GAME), own.round.scene(own.stored.name)
    return picture(face, scene, face.picture(scene)), Text(face.results(scene), elastic=True)


def shared_page(own: OwnRound, compared: Compared) -> Page:
    """Return what everyone sees of a result that someone posts."""
    stored = own.stored
    if stored.ended is None:
        raise ValueError("the round goes on")
    lines = _shared(own, stored.ended.score, compared)
    return Page((Text(f"**{escape(called(stored.name))}**\n{lines}"),), colour=COLOUR)


def _heading(day: int, *, practice: bool = False) -> str:
    kind = "practice" if practice else date_words(day)
    return f"## {daily_title(day)} · {kind}"


def _happened(played: Round, name: str) -> str:
    scene = played.scene(name)
    said = face_of(GAME).turn(played.events, scene.seats)
    return f"> {said}" if said else ""


def _told(score: Score, compared: Compared | None, *, by_kai: bool) -> Sequence[str]:
    lines = [result_words(score, by_kai=by_kai)]
    if compared is not None:
        lines.append(place_words(compared.field, score))
        lines.append(streak_words(compared.career))
    return [line for line in lines if line]


def _to_share(own: OwnRound, compared: Compared | None) -> tuple[Part, ...]:
    ended = own.stored.ended
    if compared is None or ended is None or not own.stored.can_be_posted:
        return ()
    return Line(), Text(_shared(own, ended.score, compared))


def _shared(own: OwnRound, score: Score, compared: Compared) -> str:
    found = turns(own.round.deal, own.stored.moves)
    first, signs, spoken = share_words(
        own.stored.key.day, score, compared.field, compared.posted, found
    )
    return f"{first}\n{signs}\n-# {spoken}"


def _after(own: OwnRound, *, over: bool) -> Row:
    stored, day = own.stored, own.stored.key.day
    first: Row = ()
    if stored.can_be_posted:
        first = (Button("Post it here", daily_control(day, SHARE), Style.MAIN),)
    again = (Button("Practise again", daily_control(day, PRACTISE)),) if stored.key.practice else ()
    if over and not stored.key.practice:
        again = (Button("Practise", daily_control(day, PRACTISE)),)
    return _ways(day, (*first, *again), over=over)


def _ways(day: int, first: Row, *, over: bool) -> Row:
    proof = (Button("Proof", daily_control(day, PROOF)),) if over else ()
    return (*first, Button("Board", daily_control(day, BOARD)), *proof)


def _sealed(deal: Deal, tomorrow: Deal | None, *, over: bool) -> str:
    if over:
        return ""
    since = f"<t:{deal.drawn_at // 1000}:f>"
    when = f"Sealed {since}"
    if deal.drawn_late:
        when = f"I wasn't here the day before, so it was sealed late: {since}"
    lines = [f"-# {when}. The secret's fingerprint (SHA-256):\n`{deal.fingerprint}`"]
    if tomorrow is not None:
        lines.append(f"-# Tomorrow's begins with `{tomorrow.fingerprint[:_FIRST_DIGITS]}`.")
    lines.append("-# Nobody can cut a daily deal.")
    return "\n".join(lines)


def daily_proof_page(deal: Deal, record: bytes) -> Page:
    """Return the secret of a day that is over, and a record of its deal."""
    late = "\nI wasn't here the day before, so it was drawn then." if deal.drawn_late else ""
    told = (
        f"## {daily_title(deal.day)} · proof\nThe secret:\n`{deal.secret.hex()}`\nIts fingerprint "
        f"(SHA-256), public since <t:{deal.drawn_at // 1000}:f>:\n`{deal.fingerprint}`{late}"
    )
    checked = f"`/match verify` checks every card of this record. {WITHOUT_ME}"
    file = Attached(Upload(f"daily-{deal.day}.record", record))
    return Page((Text(told), Text(checked), file), colour=COLOUR)


def daily_title(day: int) -> str:
    """Return what a day's deal is called."""
    return f"Daily {day}"


def date_words(day: int) -> str:
    """Return a day's date: ``25 November``."""
    date = date_of(day)
    return f"{date.day} {date:%B}"


def ends_words(day: int, put_off: int = 0) -> str:
    """Return when a day ends; ``put_off`` is :attr:`bot.daily.deal.Deal.put_off`."""
    return f"<t:{(span_of(day).ends + put_off) // 1000}:R>"


def put_off_words(deal: Deal) -> str:
    """Say that a day goes on because its end was in an outage; empty otherwise."""
    if not deal.put_off:
        return ""
    until = deal.ends_at // 1000
    return f"-# Nobody could play when this day ended, so it goes on until <t:{until}:t>."


def score_words(score: Score) -> str:
    """Return a result: one's own points and Kai's."""
    return f"{number(score.points)} : {number(score.kai)} Kai"


def result_words(score: Score, *, by_kai: bool) -> str:
    """Tell how a round has ended."""
    ahead = score.kai - score.points
    if by_kai:
        return "The day ended, so Kai played your round to the end."
    if ahead > 0:
        return f"You beat Kai by {counted(ahead, 'point')}."
    return f"Kai beat you by {counted(-ahead, 'point')}." if ahead else "You tied with Kai."


def place_words(field: Field, score: Score) -> str:
    """Compare a result with those of everyone; empty if nobody else has finished."""
    better = field.better_than(score)
    if better is None:
        return ""
    others = counted(field.people - 1, "other player")
    place = f"{ordinal(field.place(score))} of {field.people}"
    return f"Better than {percent(better)} of {others}: {place}."


def streak_words(career: DailyCareer) -> str:
    """Tell of a streak; empty if there is none."""
    if not career.streak:
        return ""
    best = f", your longest {career.longest}" if career.longest > career.streak else ""
    return f"Streak: {counted(career.streak, 'day')}{best}. You can miss one day a week."


def posted_streak(career: DailyCareer, *, here: bool) -> str:
    """Tell others of a streak, if any; ``here``: of this server's deals alone."""
    if not career.streak:
        return ""
    return f"streak of {counted(career.streak, 'day')}{' here' * here}"


def field_words(field: Field) -> str:
    """Tell how everyone does."""
    if field.best is None or field.median is None:
        return "Nobody has finished this deal yet."
    best, median = counted(field.best.points, "point"), number(field.median.points)
    beat = f"{field.ahead_of_kai} of {counted(field.people, 'player')} everywhere beat Kai"
    return f"{beat}. Best: {best}. Median: {median}."


def share_words(
    day: int, score: Score, field: Field, streak: str, turns: Sequence[Turn]
) -> tuple[str, str, str]:
    """Return what is posted of a result: the result, a sign for each turn, and these in words."""
    better = field.better_than(score)
    parts = [daily_title(day), score_words(score)]
    if better is not None:
        parts.append(f"better than {percent(better)} of {field.people - 1}")
    if streak:
        parts.append(streak)
    return " · ".join(parts), "".join(map(_sign, turns)), _turn_words(turns)


def _sign(turn: Turn) -> str:
    if turn.went_out:
        return OUT
    return COLUMN if turn.columns else PLAIN


def _turn_words(turns: Sequence[Turn]) -> str:
    columns = sum(turn.columns for turn in turns)
    first = ", went out first" if any(turn.went_out for turn in turns) else ""
    return f"{counted(len(turns), 'turn')}, {counted(columns, 'column')} completed{first}"
