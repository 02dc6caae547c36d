"""What goes on counting when a person comes back who had their data deleted.

It protects the others: whom they have met, how often, and what of the caps is used is the same as
if nobody had deleted anything. None of it is shown. Each time a person deletes their data one of
their *lives* ends: what the league counts goes on under an id below zero, and in their next life
they begin with what :class:`Earlier` says.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.league.lines import Before, Known, Match, Met, Rated, Totals
from bot.league.periods import ALL_TIME
from bot.league.ratings import START_MEAN, Rating

__all__ = ["known_from", "met_before", "restarted", "with_earlier"]


def with_earlier(match: Match, before: Before) -> Before:
    """Return what is stored about the people of a match, and where there is nothing what is known
    of their earlier lives.
    """
    if not match.earlier:
        return before
    totals, rated, met = dict(before.totals), dict(before.rated), dict(before.met)
    users = {player.seat: player.user for player in match.players}
    for seat, earlier in match.earlier.items():
        user = users[seat]
        if user is None:
            continue
        if earlier.met is not None:
            totals.setdefault((user, ALL_TIME), Totals(earlier=earlier.met))
        if earlier.rated is not None:
            rated.setdefault(user, earlier.rated)
        for other_seat, known in earlier.known.items():
            other = users[other_seat]
            if other is not None:
                met.setdefault((user, other), _begun(known))
    return replace(before, totals=totals, rated=rated, met=met)


def met_before(latest: Totals) -> int:
    """Return how many people somebody had met by the end of a life, and in those before it."""
    return latest.opponents + (latest.earlier or 0)


def restarted(lives: Iterable[Rated]) -> Rated | None:
    """Return the rating with which a new life begins; ``lives`` are the earlier ones, latest first.

    Nothing is known of a person who may have learned, so it is provisional. But nobody gets rid of
    a low rating by a deletion.
    """
    for last in lives:
        mean = min(last.rating.mean, START_MEAN)
        return Rated(Rating(mean), earlier=last.matches + last.earlier)
    return None


def known_from(of_own_life: Sequence[Met], of_others: Sequence[Met]) -> Known | None:
    """Return what two people begin with who sat together in earlier lives.

    ``of_own_life``: how the person did, in this life, against the other in earlier ones.
    ``of_others``: all that was before this life.
    """
    every = (*of_own_life, *of_others)
    if not every:
        return None
    known = 0
    if any(met.matches or met.known == 2 for met in of_own_life):
        known = 2
    elif any(met.matches or met.known for met in every):
        known = 1
    week, this_week = max((met.week, met.this_week) for met in every)
    month, this_month = max((met.month, met.this_month) for met in every)
    return Known(known, week, this_week, month, this_month)


def _begun(met: Known) -> Met:
    week, month = (met.week, met.this_week), (met.month, met.this_month)
    return Met(0, 0, 0, *week, *month, met.known)
