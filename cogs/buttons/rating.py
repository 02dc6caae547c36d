"""My rating: what a match was worth to whoever asks, and why."""

from collections.abc import Mapping
from typing import Final

from bot.game.contract import Seat
from bot.tables.core.errors import NotYoursError, RefusedError
from bot.tables.core.state import TableState
from bot.tables.league.counts import absent_seats
from bot.tables.league.results import league_match, match_result
from cogs.answers import sending
from cogs.buttons.verb import Press, Verb
from cogs.layouts.aftermath import rating_page

__all__ = ["ABSENT", "NOT_COUNTED", "NOT_OVER", "NOT_PLAYED", "VERBS"]

NOT_OVER: Final = "Your rating changes when the match is over."
NOT_PLAYED: Final = "You didn't play in this match."
NOT_COUNTED: Final = "This match doesn't count for your rating."
ABSENT: Final = "This match doesn't count for you: Kai played more than half of your turns."


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
        raise RefusedError(ABSENT if seat in absent_seats(state) else NOT_COUNTED)
    page = rating_page(state, league_match(result), seat, aftermath)
    await sending.answer(press.click, page)


def _seat_of(table: TableState, user: int) -> Seat | None:
    """Return a person's seat, also if they were removed: the match may count for them."""
    return next((number for number, seat in enumerate(table.seats) if seat.user == user), None)


VERBS: Final[Mapping[str, Verb]] = {
    "rating": Verb(_rating, looks_back=True, tells_cards=True),
}
