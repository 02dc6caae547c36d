"""My rating: what a match was worth to whoever asks, and why."""

from collections.abc import Mapping
from typing import Final

from bot.tables.core.errors import NotYoursError, RefusedError
from bot.tables.league.results import league_match, match_result
from cogs.answers import sending
from cogs.buttons.verb import Press, Verb
from cogs.layouts.aftermath import rating_page

__all__ = ["NOT_COUNTED", "VERBS"]

NOT_COUNTED: Final = "This match doesn't count for your rating."


async def _rating(press: Press) -> None:
    state, services = press.state, press.services
    seat = state.seat_of(press.user)
    if seat is None:
        raise NotYoursError("You didn't play in this match.")
    result = match_result(state)
    settings = await services.league.settings(state.place.guild)
    aftermath = await services.aftermaths.aftermath(state.id, settings.season)
    if result is None or seat not in aftermath.seats:
        raise RefusedError(NOT_COUNTED)
    page = rating_page(state, league_match(result), seat, aftermath)
    await sending.answer(press.click, page)


VERBS: Final[Mapping[str, Verb]] = {
    "rating": Verb(_rating, looks_back=True),
}
