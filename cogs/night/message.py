"""The public message of a league night: who is in, the tables that play, the standings."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.face.face import Style
from bot.face.league.evening import MOST_SHOWN, Evening, EveningLine, evening_alt, evening_picture
from bot.face.markdown import counted, escape, span_words
from bot.face.names import listed
from bot.night.night import FEWEST, Night
from bot.night.plan import StoredNight, ends, room, sitting_out
from bot.night.rounds import BREAK
from bot.night.standings import winners
from cogs.core.page import (
    Button,
    Page,
    Part,
    Picture,
    Row,
    Text,
    Upload,
    fitted,
)
from cogs.night.texts import (
    NOUNS,
    NightLine,
    ShownNight,
    Verb,
    after_outage,
    game_title,
    held_text,
    luck_told,
    night_control,
    night_lines,
    night_title,
    off_calendar,
    shown_words,
    why_never,
)
from cogs.play.fairness import BUTTON, NIGHT_COLOUR, night_seal

_FEW: Final = 5
_MOST_NAMES: Final = 64
_MOST_LINES: Final = 16
_PICTURE: Final = "night.png"


def night_page(shown: ShownNight) -> Page:
    """Return the message of a night; not on the loop: it works the standings out, and draws."""
    stored = shown.stored
    night = stored.night
    body = _signing_up(shown) if not night.rounds else _playing(shown)
    seal = "" if night.closed else night_seal(night, () if shown.nameless else shown_words(shown))
    notes = Text("\n".join(filter(None, (held_text(stored, shown.held), off_calendar(stored)))))
    heading = Text(f"## {night_title(stored)}\n{_state(stored)}")
    parts = (heading, notes, *body, Text(seal), _buttons(stored))
    return Page(fitted(parts), colour=NIGHT_COLOUR)


def own_night_page(shown: ShownNight, unshown: str, *, may_move: bool) -> Page:
    """Return a night for one person alone, to whom ``/night`` has led.

    ``unshown``: why it has no message that everyone sees; ``may_move``: whether they may let it go
    on in their channel, and stop a weekly one.
    """
    page, stored = night_page(shown), shown.stored
    stuck = bool(unshown or shown.held) and not stored.night.closed
    move = Button("Go on in this channel", night_control(stored.plan.id, Verb.HERE), Style.GOOD)
    row = (*([move] if stuck else ()), *_stopping(stored)) if may_move else ()
    parts = (Text(unshown), *page.parts, *([row] if row else ()))
    return Page(fitted(parts), colour=NIGHT_COLOUR)


def ending_page(shown: ShownNight) -> Page:
    """Return the question before a night is ended: who is in, or how it stands."""
    stored = shown.stored
    noun, begun = NOUNS[stored.night.form], bool(stored.night.rounds)
    head = f"**End the {noun}?**" if begun else f"**Call the {noun} off?**"
    head += f" {_state(stored)}"
    if begun:
        head += " It can't go on afterwards. Tables that still play go on by themselves."
    body = _standing(shown) if begun else _signing_up(shown)
    label = f"End the {noun}" if begun else "Call it off"
    sure = Button(label, night_control(stored.plan.id, Verb.END), Style.DANGER)
    stop = _stopping(stored)
    again = "It's planned again for next week, until you press **Stop the series**." if stop else ""
    return Page(fitted((Text(head), *body, Text(again), (sure, *stop))), colour=NIGHT_COLOUR)


def _stopping(stored: StoredNight) -> Row:
    """Return the button that lets no other night follow a weekly one."""
    control = night_control(stored.plan.id, Verb.STOP)
    weekly = stored.plan.weekly is not None and not stored.night.closed
    return (Button("Stop the series", control),) if weekly else ()


def ended_page(stored: StoredNight) -> Page:
    """Return what takes the place of the question."""
    noun, again = NOUNS[stored.night.form], _again(stored)
    text = f"The {noun} is over. Its message shows the result."
    if not stored.night.rounds:
        text = f"The {noun} is called off."
    return Page((Text(text + again),), colour=NIGHT_COLOUR)


def _again(stored: StoredNight) -> str:
    return " It comes again next week." if stored.comes_again else ""


def _word(night: Night) -> str:
    """Return what a round is called."""
    return "board" if night.form == "duplicate" else "round"


def _state(stored: StoredNight) -> str:
    """Say how far it is."""
    plan, night = stored.plan, stored.night
    if night.closed and not night.rounds:
        return why_never(stored) + _again(stored)
    if night.closed:
        longest = span_words(stored.pace.longest_round / 1000)
        cut = f" It ended then: nobody could play for more than {longest}."
        played = f"{counted(len(night.rounds), _word(night))} played."
        return played + (cut if night.because == "outage" else "") + _again(stored)
    if night.rounds:
        return f"{_word(night).capitalize()} {len(night.rounds)} of {stored.rounds}."
    at = plan.starts_at // 1000
    starts = (
        f"Starts <t:{at}:F>, <t:{at}:R>{', and then every week' if stored.comes_again else ''}."
    )
    least, most = min(night.sizes), room(night.form, night.sizes)
    if night.form == "swiss":
        rounds = f"{starts} {counted(plan.rounds, 'round')} of a short match."
        return f"{rounds}\n-# For {least} to {most} people.{_byes(night)}"
    if night.form == "duplicate":
        boards = f"{starts} {counted(plan.rounds, 'board')}: the same cards at every table."
        return f"{boards}\n-# For {FEWEST[night.form]} to {most} people."
    return f"{starts} Everyone meets everyone in short matches, a turn within hours."


def _byes(night: Night) -> str:
    """Say with how many people someone sits out, where the game has no table for them."""
    numbers = sitting_out(night.sizes, room(night.form, night.sizes))
    if not numbers:
        return ""
    few = len(numbers) <= _FEW
    told = _either(numbers) if few else "an odd number of"
    seats = _either(sorted(night.sizes))
    return (
        f" Its tables have {seats} seats. With {told} people, someone sits out each round and gets "
        "their average."
    )


def _either(numbers: Sequence[int]) -> str:
    """Join numbers as in a sentence: ``6, 7 or 11``."""
    *most, last = map(str, numbers)
    return f"{', '.join(most)} or {last}" if most else last


def _signing_up(shown: ShownNight) -> Iterator[Part]:
    stored = shown.stored
    if stored.night.closed:
        return
    here = stored.night.here
    names = [_name(shown, number) for number in here[:_MOST_NAMES]]
    more = f" and {len(here) - _MOST_NAMES} more" if len(here) > _MOST_NAMES else ""
    if names:
        told = f"**{len(here)} {'is' if len(here) == 1 else 'are'} in**: {listed(names)}{more}."
    else:
        told = "Nobody is in yet."
    yield Text(told, elastic=True)


def _playing(shown: ShownNight) -> Iterator[Part]:
    night = shown.told
    if night.closed:
        yield from _result(shown, night_lines(night))
        yield Text(_still_played(shown))
    else:
        yield Text(_now(shown), elastic=True)
        yield Text(after_outage(shown.stored))
        yield from _standing(shown)
    yield Text(luck_told(night))


def _standing(shown: ShownNight) -> Iterator[Part]:
    """Yield the standings so far, if there are any."""
    lines = night_lines(shown.told)
    told = [_line(shown, line) for line in lines[:_MOST_LINES]]
    yield Text("\n".join([*told, *_more(lines, _MOST_LINES)]), elastic=True)


def _still_played(shown: ShownNight) -> str:
    """Say which boards of a night that is over are still played."""
    boards = listed([str(board) for board in sorted(shown.boards)])
    if not boards:
        return ""
    noun = "board" if len(shown.boards) == 1 else "boards"
    return f"-# Results of {noun} {boards} come once all tables have played them."


def _result(shown: ShownNight, lines: Sequence[NightLine]) -> Iterator[Part]:
    """Yield who won, and the result as a picture."""
    if not lines:
        return
    first = [_name(shown, person) for person in winners(shown.told)]
    verb = "wins" if len(first) == 1 else "win"
    noun = NOUNS[shown.stored.night.form].removeprefix("league ")
    won = f"\N{TROPHY} {listed(first)} {verb} the {noun}!"
    yield Text(won if first else f"Nobody played a match, so nobody wins the {noun}.", elastic=True)
    evening = _evening(shown, lines)
    yield Picture(Upload(_PICTURE, evening_picture(evening)), evening_alt(evening))
    yield Text("".join(_more(lines, MOST_SHOWN)))


def _evening(shown: ShownNight, lines: Sequence[NightLine]) -> Evening:
    night = shown.stored.night
    told = (
        EveningLine(line.place, shown.names[line.person], line.result, line.rounds)
        for line in lines[:MOST_SHOWN]
    )
    parts = (
        NOUNS[night.form].capitalize(),
        counted(len(night.rounds), _word(night)),
        counted(len(night.people), "player"),
    )
    return Evening(game_title(shown.stored), " · ".join(parts), tuple(told))


def _more(lines: Sequence[NightLine], told: int) -> Sequence[str]:
    return [f"-# and {len(lines) - told} more"] if len(lines) > told else []


def _now(shown: ShownNight) -> str:
    """Say which tables play, or when the next round begins."""
    stored = shown.stored
    newest = stored.night.rounds[-1]
    if not stored.night.running:
        if len(stored.night.rounds) >= stored.rounds:
            return "All tables are done."
        at = ends(stored, stored.over_at, BREAK) // 1000
        return f"All tables are done. The next round begins <t:{at}:R>."
    tables = [
        f"-# Table {at + 1}: {_people(shown, table.seats)} · {_where(shown, at)}"
        for at, table in enumerate(newest.tables)
        if table.running
    ]
    byes = f"-# Bye: {_people(shown, newest.byes)}" if newest.byes else ""
    late = f"-# Still in another match, so late: {_people(shown, newest.busy)}"
    return "\n".join(filter(None, (*tables, byes, late if newest.busy else "")))


def _where(shown: ShownNight, at: int) -> str:
    if at not in shown.rooms:
        return "opening"
    room = shown.rooms[at]
    return "in this channel" if room == shown.stored.plan.channel else f"<#{room}>"


def _people(shown: ShownNight, numbers: Sequence[int]) -> str:
    return ", ".join(_name(shown, number) for number in numbers)


def _line(shown: ShownNight, line: NightLine) -> str:
    here = "" if line.person in shown.stored.night.here else " (left)"
    return f"**{line.place}** {_name(shown, line.person)}: {line.result}{here}"


def _name(shown: ShownNight, number: int) -> str:
    return escape(shown.names[number])


def _buttons(stored: StoredNight) -> Row:
    def button(label: str, verb: str, style: Style = Style.PLAIN) -> Button:
        return Button(label, night_control(stored.plan.id, verb), style)

    fair = button(BUTTON, Verb.FAIR)
    if stored.night.closed:
        return (fair,) if stored.night.rounds else ()
    tell = () if stored.night.rounds else (button("Tell me", Verb.TELL),)
    return (
        button("I'm in", Verb.IN, Style.GOOD),
        button("I'm out", Verb.OUT),
        *tell,
        button("How it works", Verb.RULES),
        fair,
    )
