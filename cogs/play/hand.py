"""The private hand: the screen of the game's face, and what a click in it does."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any, Final

from bot.face.face import AnyFace, Focus, Row as ScreenRow, Scene, Style, with_lasting
from bot.face.hint_path import marked, next_control
from bot.face.markdown import ordinal
from bot.face.phrases import by_rank
from bot.game.contract import AnyGame, GameError, Seat
from bot.game.moves import UNDO
from bot.games.faces import Drawer, face_of
from bot.tables import lobby, match
from bot.tables.clock import deadline, resting
from bot.tables.command import Command, NotYoursError, OutdatedError, RefusedError, must_seat_itself
from bot.tables.entries import HandedOverBecause
from bot.tables.sight import Sight, look, seat_name, undoable
from bot.tables.state import TableState, human_seats
from bot.tables.store import Phase
from cogs.core.answers import acknowledge, answer, sentence
from cogs.core.buttons import Press, TableButton
from cogs.core.click import Address, HandAddress, chosen, controls, person, read_hand_address
from cogs.core.page import Button, Kept, Line, Page, Part, Picture, Row, Text, Upload, fitted
from cogs.play.coaching import NOTHING, Coaching, Hint
from cogs.play.finish import next_row
from cogs.play.table import MORE, RESTING, moves_since


def own_seat(table: TableState, user: int) -> Seat:
    """Return a person's seat; ``RefusedError`` for a stranger or without a match."""
    match.must_be_playing(table)
    seat = table.seat_of(user)
    if seat is None:
        raise NotYoursError("You don't have a seat at this table. **More** shows it as text.")
    return seat


async def _my_hand(press: Press) -> None:
    await _show(press, own_seat(press.state, press.user))


async def _press_hand(press: Press) -> None:
    line = chosen(press.click) if "values" in (press.click.data or {}) else None
    pressed = read_hand_address(press.words, line)
    after = None
    notice, outdated = "", False
    try:
        if pressed.kind == "a":
            after = await _act(press, pressed)
        else:
            match.check_hand(press.state, press.user, pressed.seat, pressed.revision)
    except NotYoursError:
        raise
    except (RefusedError, GameError) as error:
        notice, outdated = sentence(error) or "", isinstance(error, OutdatedError)
    focus = with_lasting(pressed.lasting, "") if outdated else pressed.focus
    stays = pressed.hinted and pressed.kind != "a" and not notice
    hint = await _hint(press, pressed.seat) if stays else None
    await press.services.surface.show_hand(
        press.click, press.table, pressed.seat, focus, notice=notice, hint=hint
    )
    if after is not None:
        press.services.surface.lessons.look(press.table, after, press.user)


async def _act(press: Press, pressed: HandAddress) -> TableState:
    action = match.act(press.user, pressed.seat, pressed.revision, pressed.words)
    after = await press.table.do(action)
    press.services.surface.lessons.forget(press.table.id, press.user)
    return after


async def _hint(press: Press, seat: Seat) -> Hint | None:
    """Return the hint of a half-made choice, if any; to think again counts as asking for it."""
    state, hints = press.state, press.services.surface.hints
    if not state.setup.gives_hints or not look(state, seat).legal:
        return None
    if hints.known(state, seat) is None:
        try:
            press.services.limits.take(press.click)
        except RefusedError:
            return None
    return await hints.ask(state, seat)


async def _back(press: Press) -> None:
    seat = own_seat(press.state, press.user)
    me = person(press.click)
    elsewhere = press.services.nights.elsewhere
    await elsewhere.must_be_free([me], press.user, press.state)
    later = await elsewhere.later(press.user, press.state)
    notice = await _do(press, match.back(press.user))
    welcome = " ".join(filter(None, ("Welcome back!", later)))
    await _show(press, seat, notice=notice or welcome)


async def _next_round(press: Press) -> None:
    seat = own_seat(press.state, press.user)
    sight = look(press.state, seat)
    notice = "The next round has started."
    if sight.stage.paused:
        notice = ""
        if sight.legal:
            action = str(sight.legal[0])
            notice = await _do(press, match.act(press.user, seat, sight.revision, action))
    await _show(press, seat, notice=notice)


async def _do(press: Press, command: Command) -> str:
    """Carry out a command; return why it was refused, or nothing."""
    try:
        await press.table.do(command)
    except (RefusedError, GameError) as error:
        return sentence(error) or ""
    return ""


async def _show(press: Press, seat: Seat, focus: str = "", notice: str = "") -> None:
    await press.services.surface.show_hand(press.click, press.table, seat, focus, notice=notice)


COLOUR: Final = 0x7A5CC0
WHY: Final = "Why?"
BETTER: Final = "Better?"

_HELD: Final[dict[HandedOverBecause, str]] = {
    "left": "You've left: **Kai plays for you**.",
    "away": "You were away: **Kai plays for you**.",
    "kicked": "You were removed: **Kai plays your seat**.",
    "gone": "Your data was deleted: **Kai plays this seat** to the end.",
}


@dataclass(frozen=True, slots=True)
class Hand:
    """What one person sees and can do at one moment; compared to tell whether it has changed."""

    parts: tuple[Part, ...]
    footer: str = ""
    turn: int = 0
    """The turn that the picture shows; 0 without one."""
    scene: Scene[Any] | None = field(default=None, compare=False, repr=False)
    """What is drawn above the parts; None for a hand in words.

    It is not compared: a picture is drawn anew for its owner's moves and for each turn, but a hand
    stays as it is while others act in the same turn.
    """
    in_words: "Hand | None" = field(default=None, compare=False, repr=False)


def hand(  # noqa: PLR0913 - whose hand, and how it is shown
    table: TableState,
    face: AnyFace,
    seat: Seat,
    focus: str = "",
    coaching: Coaching = NOTHING,
    *,
    words: bool = True,
) -> Hand:
    """Return the hand of a seat; in ``words`` if wanted. An outdated ``focus`` is ignored."""
    sight = look(table, seat)
    state, turn = table.seats[seat], sight.stage.turn
    note = Text(_note(table, seat, turn))
    if state.held in ("kicked", "gone"):
        return Hand((note,))  # Who has no seat any more may know no card of it.
    screen = face.screen(sight.scene, sight.legal, focus)
    moves = moves_since(table, seat) if sight.legal and not sight.stage.paused else ""
    if table.closed or state.played_by_kai(turn):
        coaching = NOTHING  # There are no buttons that could explain it.
    hint = coaching.hint if sight.legal else None
    lead = screen.lead or screen.text
    if hint is not None:  # It says what to do, and takes the room of what has happened.
        lead = "\n".join(line for line in lead.splitlines() if not line.startswith("-# "))
    said = Text(hint.sentence if hint else "")
    text = Text(screen.text, elastic=True)
    shown = Text("" if table.closed else lead, elastic=True)
    time = Text(_time(table, seat))

    def written(*below: Part, footer: str = "") -> Hand:
        spelt = Hand((said, note, Text(moves), text, time, *below), footer)
        if words:
            return spelt
        return Hand((said, note, shown, time, *below), "", turn, sight.scene, spelt)

    if table.closed:
        finished = table.closed.because == "finished"
        return written(*([next_row(table)] if finished else ()))
    if state.played_by_kai(turn):
        return written((back_button(table),))
    rows = screen.rows
    if hint is not None:
        _, _, chosen = focus.rpartition("|")
        rows = marked(rows, next_control(hint.way, hint.action, screen, chosen))

    def address(words: HandAddress) -> str:
        return str(Address(table.id, "h", str(words._replace(hinted=hint is not None))))

    own = controls(rows, screen.lasting, address, seat, sight.revision)
    asks = _teaching(table, seat, sight, screen.lasting, replace(coaching, hint=hint))
    back = HandAddress(seat, sight.revision, 0, "a", UNDO)
    undo = (Button("Undo", address(back)),) if sight.legal and undoable(table, seat) else ()
    more, aside = Button(MORE, str(Address(table.id, "more"))), own[-1] if _is_aside(rows) else ()
    row = (*asks, *undo, *(aside if isinstance(aside, tuple) else ()), more)
    return written(*(own[:-1] if aside else own), row, footer=screen.footer)


def _is_aside(rows: Sequence[ScreenRow]) -> bool:
    """Whether the last row is one button that only shows something: it needs no line of its own."""
    row = rows[-1] if rows and isinstance(rows[-1], tuple) else ()
    return len(row) == 1 and isinstance(row[0].does, Focus)


def _teaching(table: TableState, seat: Seat, sight: Sight, lasting: str, coaching: Coaching) -> Row:
    if not table.setup.gives_hints:
        return ()
    kept = f"={lasting}" if lasting else ""
    now = f"{seat}:{sight.revision}{kept}"
    if coaching.hint is not None:
        return (Button(WHY, str(Address(table.id, "reasons", now))),)
    row = []
    if sight.legal and not sight.stage.paused:
        row.append(Button("Hint", str(Address(table.id, "hint", now))))
    if coaching.lesson is not None:
        row.append(Button(BETTER, str(Address(table.id, "better", f"{seat}:{coaching.lesson}"))))
    return tuple(row)


def hand_page(hand: Hand, link: str, notice: str = "", shown: Picture | Kept | None = None) -> Page:
    """Return the private message; without a picture, it has a link to the table."""
    above = (Text(notice), *((Line(),) if notice else ()), *((shown,) if shown else ()))
    footer = " · ".join(text for text in (hand.footer, link) if text)
    below = () if shown else (Text(f"-# {footer}"),)
    return Page(fitted((*above, *hand.parts, *below)), colour=COLOUR)


def painted(drawer: Drawer, game: AnyGame, scene: Scene[Any], *, soon: bool) -> Picture:
    """Draw the table as its seat sees it; the name is that of the content alone."""
    content = drawer.picture(game, scene, soon=soon)
    name = f"hand-{blake2b(content, digest_size=6).hexdigest()}.png"
    return Picture(Upload(name, content), face_of(game).alt(scene))


def back_button(table: TableState) -> Button:
    """Return the button with which a person takes their seat back from Kai."""
    return Button("I'm back", str(Address(table.id, "back")), Style.GOOD)


def _note(table: TableState, own: Seat, turn: int) -> str:
    if table.closed:
        return _own_end(table, own)
    seat = table.seats[own]
    if table.paused and seat.held in (None, "away") and not seat.hurried:
        return "**The match is paused.**"
    if seat.held is not None:
        return _HELD[seat.held]
    if seat.hurried:
        return "**Time's up for this round**: Kai is finishing the match."
    if seat.covered == turn:
        return "**Your time ran out**: Kai plays this turn."
    return ""


def _own_end(table: TableState, seat: Seat) -> str:
    outcome = table.game.outcome(table.position)
    if outcome is None or table.closed is None or table.closed.because != "finished":
        return "This match is closed."
    figures = face_of(table.game).ending(look(table).scene, outcome).figures
    rank, order = outcome.ranks[seat], by_rank(outcome.ranks)
    other = next(each for each in order if each != seat)
    theirs = f"{seat_name(table, other)} has {figures[other]}"
    if rank > 1:
        return f"**You finished {ordinal(rank)}** with {figures[seat]}. {theirs}."
    won = "You share the win!" if outcome.ranks.count(1) > 1 else "You won!"
    return f"**{won}** You have {figures[seat]}, {theirs}."


def _time(table: TableState, seat: Seat) -> str:
    up = deadline(table)
    if resting(table) and not table.paused and seat in human_seats(table):
        return f"{RESTING} You can still play."
    return f"Your time is up <t:{up // 1000}:R>." if up and seat in human_seats(table) else ""


_LEAVING: Final = "**Leave this match?** Kai will play for you, and you can come back at any time."
_ENDING: Final = "**Leave this match?** You're the only player: leaving ends it."


def _ends_without(table: TableState, seat: Seat) -> bool:
    """Whether the match closes when this person leaves, because nobody else is left."""
    others = [each for at, each in enumerate(table.seats) if at != seat and each.occupant.person]
    gone = all(each.held not in (None, "away") for each in others)
    return gone and not (others and table.counts)


async def _leave(press: Press) -> None:
    """Leave a lobby at once; from a match only after a question."""
    if press.state.phase is Phase.LOBBY:
        must_seat_itself(press.state)
        await press.table.do(lobby.leave(press.user))
        await acknowledge(press.click)
        return
    seat = own_seat(press.state, press.user)
    if press.state.seats[seat].held == "left":
        parts = (Text("You've left. Kai is playing for you."), (back_button(press.state),))
        await answer(press.click, Page(parts), in_place=True)
        return
    text = _ENDING if _ends_without(press.state, seat) else _LEAVING
    sure = Button("Leave the match", str(Address(press.table.id, "quit")), Style.DANGER)
    stay = Button("Stay", str(Address(press.table.id, "hand")))
    await answer(press.click, Page((Text(text), (sure, stay))), in_place=True)


async def _quit(press: Press) -> None:
    state = await press.table.do(match.leave(press.user))
    if state.closed:
        page = Page((Text("You've left, and the match has ended."),))
    else:
        page = Page((Text("You've left. Kai is playing for you."), (back_button(state),)))
    await answer(press.click, page, in_place=True)


BUTTONS: Final = (
    TableButton("hand", _my_hand),
    TableButton("h", _press_hand),
    TableButton("back", _back),
    TableButton("next", _next_round),
    TableButton("leave", _leave),
    TableButton("quit", _quit),
)
