"""What a match has meant for those who played it: told at its end, and in private."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bot.face.names import listed
from bot.face.numbers import counted, number, ordinal, signed
from bot.game.contract import Outcome, Seat
from bot.league.bands import Band
from bot.league.book import BEST, Match, Met
from bot.league.caps import FEWEST_MET, PER_WEEK, pair_weight
from bot.league.counting import FULL_POINTS, Player, pairs
from bot.league.ratings import is_provisional, matches_to_settle
from bot.tables.core.state import TableState
from bot.tables.league.aftermath import Aftermath, SeatAfter
from cogs.layouts.names import seat_name
from cogs.layouts.page import Page, Text

__all__ = ["COLOUR", "league_lines", "rating_page"]

COLOUR: Final = 0xD9A441

_TABLES: Final[Mapping[Band, str]] = {
    "2": "tables of two",
    "3-4": "tables of three or four",
    "5+": "tables of five or more",
}


def league_lines(table: TableState, outcome: Outcome, aftermath: Aftermath) -> str:
    """Tell the best round, who leads whom, and the places of the season, a line each."""
    lines = (
        _best_round(table, outcome),
        _head_to_head(table, aftermath),
        _places(table, aftermath),
    )
    return "\n".join(filter(None, lines))


def _best_round(table: TableState, outcome: Outcome) -> str:
    """Name the best round of a match of several: the first one if there are equals."""
    if len(outcome.rounds) < 2:
        return ""
    sign = -1 if table.game.scoring.best == "lowest" else 1
    score, at, seat = max(
        (sign * points, -at, -seat)
        for at, all_points in enumerate(outcome.rounds, start=1)
        for seat, points in enumerate(all_points)
    )
    return f"Best round: {seat_name(table, -seat)}, **{number(sign * score)}** in round {-at}."


def _head_to_head(table: TableState, aftermath: Aftermath) -> str:
    """Tell how two people stand to each other; nothing where more have played, or one hides."""
    if len(aftermath.seats) != 2 or any(after.hidden for after in aftermath.seats.values()):
        return ""
    (first, one), (second, two) = aftermath.seats.items()
    met = aftermath.met.get((one.user, two.user))
    if met is None:
        return ""
    names = [seat_name(table, first), seat_name(table, second)]
    if met.won == met.lost:
        return f"{listed(names)} are level, {met.won} : {met.lost}{_ties(met)}."
    leader, other = names if met.won > met.lost else names[::-1]
    most, least = max(met.won, met.lost), min(met.won, met.lost)
    return f"{leader} leads {other} {most} : {least}{_ties(met)}."


def _ties(met: Met) -> str:
    return f", with {counted(met.tied, 'tie')}" if met.tied else ""


def _places(table: TableState, aftermath: Aftermath) -> str:
    ordered = sorted(aftermath.seats.items(), key=lambda item: item[1].place)
    told = [
        f"{seat_name(table, seat)} is {ordinal(after.place)}"
        for seat, after in ordered
        if not after.hidden
    ]
    return f"This season {listed(told)}." if told else ""


def rating_page(table: TableState, match: Match, seat: Seat, aftermath: Aftermath) -> Page:
    """Return what a match was worth to the person in a seat, and why."""
    after = aftermath.seats[seat]
    player = match.players[seat]
    lines = (
        _change(table, match.band, after),
        _points(table, match.players, player, after),
        *_limits(table, match, player, aftermath),
        _shared_turns(player),
    )
    return Page((Text("\n".join(filter(None, lines))),), colour=COLOUR)


def _change(table: TableState, band: Band, after: SeatAfter) -> str:
    before, now = round(after.before.mean), round(after.after.mean)
    text = (
        f"**Your rating at {table.game.title}, {_TABLES[band]}: "
        f"{before} → {now}** ({signed(now - before)})"
    )
    if is_provisional(after.after):
        more = counted(matches_to_settle(after.after), "more match").replace("matchs", "matches")
        text += f"\nIt is provisional: about {more} will settle it."
    return text


def _points(table: TableState, players: Sequence[Player], player: Player, after: SeatAfter) -> str:
    """Tell the points for the season, and whom the person was ahead of."""
    by_score: dict[float, list[str]] = {1: [], 0.5: [], 0: []}
    for pair in pairs(players):
        if pair.player is player:
            by_score[pair.score].append(seat_name(table, pair.other.seat))
    words = {1: "ahead of", 0.5: "level with", 0: "behind"}
    told = [f"{words[score]} {listed(names)}" for score, names in by_score.items() if names]
    why = f": you finished {listed(told)}" if told else ""
    return (
        f"For the season it is worth **{after.points}** of {FULL_POINTS} points{why}. "
        f"Your best {BEST} matches count."
    )


def _limits(table: TableState, match: Match, player: Player, aftermath: Aftermath) -> Iterator[str]:
    """Tell against whom a rating does not move, and what Kai counts as."""
    own = aftermath.seats[player.seat]
    for other in match.players:
        theirs = aftermath.seats.get(other.seat)
        name = seat_name(table, other.seat)
        if other.kai is not None and other.kai in match.anchors:
            rating = round(match.anchors[other.kai].mean)
            yield f"{name} counts as a player rated {rating}."
        elif theirs is not None and other is not player:
            yield _limit(name, own, theirs, aftermath.met.get((own.user, theirs.user)))


def _limit(name: str, own: SeatAfter, theirs: SeatAfter, met: Met | None) -> str:
    """Say why a pair does not count for ratings, or that it counts less; nothing if it counts."""
    if met is None or pair_weight(met.this_week, (own.opponents, theirs.opponents)) == 1:
        return ""
    if own.opponents < FEWEST_MET:
        return (
            f"Your rating moves once you have met {FEWEST_MET} people in ranked matches here; "
            f"so far you have met {own.opponents}."
        )
    if theirs.opponents < FEWEST_MET:
        return f"{name} has met too few people here yet to move your rating."
    return (
        f"You and {name} have played {met.this_week} ranked matches this week; "
        f"only {PER_WEEK} of them move your ratings."
    )


def _shared_turns(player: Player) -> str:
    if player.share == 1:
        return ""
    return f"Kai played {1 - player.share:.0%} of your turns, so the match weighs less."
