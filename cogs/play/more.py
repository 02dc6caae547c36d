"""**More**: what one seldom needs at a table, in a private message with a way back to the hand."""

from typing import Final

from bot.face.face import AnyFace, Style
from bot.games.faces import face_of
from bot.tables.command import RefusedError
from bot.tables.sight import look
from bot.tables.state import TableState
from bot.tables.store import Phase
from cogs.core.answers import answer
from cogs.core.buttons import Cost, Press, TableButton
from cogs.core.click import Address, chosen, on_private
from cogs.core.page import Button, Page, Text, fitted, pieces
from cogs.core.work import in_thread
from cogs.play import fairness
from cogs.play.coaching import way_back
from cogs.play.finish import ranking
from cogs.play.hand import own_seat
from cogs.play.table import why_row
from cogs.rules import rules_page

HANDS: Final = ("Play with pictures", "Play without pictures")


async def _more(press: Press) -> None:
    words = await press.services.surface.hands.as_text(press.user)
    page = more_page(press.state, press.user, words=words)
    if on_private(press.click):
        press.services.surface.hands.put_aside(press.table.id, press.user)
    await answer(press.click, page.plus(way_back(press.click, press.state)), in_place=True)


def more_page(table: TableState, user: int, *, words: bool) -> Page:
    """Return the menu; who plays can leave, or choose how hands are shown, now in ``words``."""

    def button(label: str, verb: str, style: Style = Style.PLAIN) -> Button:
        return Button(label, str(Address(table.id, verb)), style)

    plays = table.phase is Phase.PLAYING and table.seat_of(user) is not None
    other = Button(HANDS[not words], str(Address(table.id, "words", str(int(not words)))))
    parts = (
        Text(f"### {table.game.title}"),
        (button("Rules", "rules"), button("As text", "text")),
        (*why_row(table), button(fairness.BUTTON, "fair")),
        (other, button("Leave", "leave", Style.DANGER)) if plays else (),
    )
    return Page(fitted(parts))


def table_text(table: TableState, face: AnyFace) -> str:
    """Return the public picture in words; after a round with its arithmetic."""
    scene = look(table).scene
    parts, outcome = [face.text(scene)], table.game.outcome(table.position)
    finished = table.closed is not None and table.closed.because == "finished"
    if finished or (table.stage is not None and table.stage.paused):
        parts.append(face.results(scene, sums=True))
    if finished and outcome is not None:
        figures = face.ending(scene, outcome).figures
        parts.append(ranking(table, outcome, figures, len(figures)))
    return "\n\n".join(parts)


async def _as_text(press: Press) -> None:
    state = press.state
    if not state.seats:
        raise RefusedError("The match hasn't started yet.")
    text = await in_thread(press.services.executor, table_text, state, face_of(state.game))
    first, *others = pieces(text)
    page = Page((Text(first),)).plus(way_back(press.click, state))
    await answer(press.click, page, in_place=True)
    for piece in others:
        await answer(press.click, Page((Text(piece),)))


async def _words(press: Press) -> None:
    seat = own_seat(press.state, press.user)
    await press.services.storage.people.choose_text(press.user, press.words == "1")
    await press.services.surface.show_hand(press.click, press.table, seat)


async def _rules(press: Press, key: str | None = None) -> None:
    """Show a topic; the first time, it's read from its file, off the event loop."""
    menu = str(Address(press.table.id, "topic"))
    page = await in_thread(press.services.executor, rules_page, menu, press.state.game, key)
    await answer(press.click, page.plus(way_back(press.click, press.state)), in_place=True)


BUTTONS: Final = (
    TableButton("more", _more),
    TableButton("words", _words, words="[01]"),
    TableButton("text", _as_text, cost=Cost.COSTLY, thinking=True, in_place=True, tells_table=True),
    TableButton("rules", _rules),
    TableButton("topic", lambda press: _rules(press, chosen(press.click))),
)
