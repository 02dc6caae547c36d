"""My rating: what a match was worth to whoever asks, and why."""

from collections.abc import Mapping
from typing import Final

from bot.game.contract import Seat
from bot.league.counting import Attendance
from bot.tables.core.errors import NotYoursError, RefusedError
from bot.tables.core.state import TableState
from bot.tables.league.counts import seats_by, why_uncounted
from bot.tables.league.results import league_match, match_result
from cogs.answers import sending
from cogs.buttons.verb import Press, Verb
from cogs.layouts.aftermath import rating_page

__all__ = ["ABSENT", "NOBODY_MET", "NOT_COUNTED", "NOT_OVER", "NOT_PLAYED", "VERBS"]

NOT_OVER: Final = "Your rating changes when the match is over."
NOT_PLAYED: Final = "You didn't play in this match."
NOT_COUNTED: Final = "This match doesn't count for your rating."
ABSENT: Final = "This match doesn't count for you: you were removed early."
NOBODY_MET: Final = (
    "This match doesn't count for you: everyone else left, and Kai finished ahead of you for them."
)


async def _rating(press: Press) -> None:
    state, services = press.state, press.services
    if state.closed is None:
        raise RefusedError(NOT_OVER)
    seat = _seat_of(state, press.user)
    if seat is None:
        raise NotYoursError(NOT_PLAYED)
    result = match_result(state)
    settings = await services.league.settings(state.place.guild)
    aftermath = await services.aftermaths.aftermath(state.id, settings.season)
    if result is None or seat not in aftermath.seats:
        raise RefusedError(_why_not(state, seat))
    page = rating_page(state, league_match(result), seat, aftermath)
    await sending.answer(press.click, page)


def _why_not(table: TableState, seat: Seat) -> str:
    """Say why a match that is over has changed nothing for a person."""
    if why_uncounted(table) is not None:
        return NOT_COUNTED
    if seat in seats_by(table, Attendance.ABSENT):
        return ABSENT
    return NOBODY_MET if seat in seats_by(table, Attendance.PLAYED) else NOT_COUNTED


def _seat_of(table: TableState, user: int) -> Seat | None:
    """Return a person's seat, also if they were removed: the match may count for them."""
    return next((number for number, seat in enumerate(table.seats) if seat.user == user), None)


VERBS: Final[Mapping[str, Verb]] = {
    "rating": Verb(_rating, looks_back=True, tells_cards=True),
}
