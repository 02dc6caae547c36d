"""What a match has meant for those who played it: told at its end, and in private."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bot.face.names import listed
from bot.face.numbers import counted, number, ordinal, percent, signed
from bot.game.contract import Outcome, Seat
from bot.league.bands import Band
from bot.league.book import BEST, Match, Met
from bot.league.caps import ALONE_PER_MONTH, FEWEST_MATCHES, PER_WEEK, Limit, Why
from bot.league.counting import FULL_POINTS, Player, half_up, pairs, took_part
from bot.league.ratings import is_provisional, matches_to_settle
from bot.tables.core.state import TableState
from bot.tables.league.aftermath import Aftermath, SeatAfter
from cogs.layouts.names import seat_name, short_name
from cogs.layouts.page import Page, Text

__all__ = ["COLOUR", "league_lines", "rating_page", "who_leads"]

COLOUR: Final = 0xD9A441

_TABLES: Final[Mapping[Band, str]] = {
    "2": "tables of two",
    "3-4": "tables of three or four",
    "5+": "tables of five or more",
}


def league_lines(table: TableState, outcome: Outcome, aftermath: Aftermath) -> str:
    """Tell the best round, who leads whom, and the places of the season, a line each.

    Everybody reads this: of hidden people it says no more than what happened at the table.
    """
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
    return f"Best round: {short_name(table, -seat)}, **{number(sign * score)}** in round {-at}."


def _head_to_head(table: TableState, aftermath: Aftermath) -> str:
    """Tell how two people stand to each other; nothing where more have played."""
    if len(aftermath.seats) != 2 or aftermath.hidden:
        return ""
    (first, one), (second, two) = aftermath.seats.items()
    met = aftermath.met.get((one.user, two.user))
    if met is None or not met.matches:
        return ""
    return who_leads((short_name(table, first), short_name(table, second)), met)


def who_leads(names: tuple[str, str], met: Met) -> str:
    """Tell who leads whom by how much; the first one's results are given."""
    if met.won == met.lost:
        return f"{listed(names)} are level, {met.won} : {met.lost}{_ties(met)}."
    leader, other = names if met.won > met.lost else reversed(names)
    most, least = max(met.won, met.lost), min(met.won, met.lost)
    return f"{leader} leads {other} {most} : {least}{_ties(met)}."


def _ties(met: Met) -> str:
    return f", with {counted(met.tied, 'tie')}" if met.tied else ""


def _places(table: TableState, aftermath: Aftermath) -> str:
    shown = [item for item in aftermath.seats.items() if item[1].user not in aftermath.hidden]
    ordered = sorted(shown, key=lambda item: item[1].place)
    told = [f"{short_name(table, seat)} is {ordinal(after.place)}" for seat, after in ordered]
    return f"This season {listed(told)}." if told else ""


def rating_page(table: TableState, match: Match, seat: Seat, aftermath: Aftermath) -> Page:
    """Return what a match was worth to the person in a seat, and why."""
    after = aftermath.seats[seat]
    player = match.players[seat]
    lines = (
        _change(table, match.band, after),
        _points(table, match.players, player, after),
        # A sentence about oneself would come once for each of the others.
        *dict.fromkeys(_limits(table, match, after)),
        *_anchors(table, match),
        *_unmet(table, match.players, player),
        _shared_turns(player),
    )
    return Page((Text("\n".join(filter(None, lines))),), colour=COLOUR)


def _change(table: TableState, band: Band, after: SeatAfter) -> str:
    before, now = half_up(after.before.mean), half_up(after.after.mean)
    change = f"{before} → {now}** ({signed(now - before)})" if now != before else f"still {now}**"
    text = f"**Your rating at {table.game.title}, {_TABLES[band]}: {change}"
    if is_provisional(after.after):
        more = counted(matches_to_settle(after.after), "more match")
        text += f"\nIt's provisional: about {more} will settle it."
    return text


def _points(table: TableState, players: Sequence[Player], player: Player, after: SeatAfter) -> str:
    """Tell the points for the season, and whom the person was ahead of."""
    by_score: dict[float, list[str]] = {1: [], 0.5: [], 0: []}
    for pair in pairs(players):
        if pair.player is player:
            by_score[pair.score].append(short_name(table, pair.other.seat))
    words = {1: "ahead of", 0.5: "level with", 0: "behind"}
    told = [f"{words[score]} {listed(names)}" for score, names in by_score.items() if names]
    why = f": you finished {listed(told)}" if told else ""
    text = f"This match is worth **{after.points}** of {FULL_POINTS} season points{why}."
    if not player.played:
        text += " You left the match to Kai, so you've lost to everyone who played."
    return f"{text} Your best {BEST} matches of a season count."


def _limits(table: TableState, match: Match, after: SeatAfter) -> Iterator[str]:
    """Tell who of the others does not count for a person, and why."""
    points, rating = after.limits
    for other in match.players:
        reasons = dict.fromkeys(filter(None, (points.get(other.seat), rating.get(other.seat))))
        for reason in reasons:
            counts = " and ".join(
                name
                for name, limits in (("points", points), ("rating", rating))
                if limits.get(other.seat) == reason
            )
            yield _why_not(short_name(table, other.seat), reason, _TABLES[match.band], counts)


def _why_not(name: str, limit: Limit, tables: str, counts: str) -> str:
    """Say why a person does not count; ``counts`` is for what."""
    match limit.why:
        case Why.NEW:
            return (
                f"{name} is new here: they count for your {counts} once they've met "
                f"{limit.number} people in ranked matches."
            )
        case Why.OWN_NEW:
            return (
                f"You're new here: your rating moves once you've met {limit.number} people in "
                "ranked matches."
            )
        case Why.WEEK:
            return (
                f"You and {name} have played {limit.number} ranked matches this week; "
                f"{PER_WEEK} count for {counts}."
            )
        case Why.ALONE:
            return (
                f"Only you and {name} have played {limit.number} ranked matches this month; "
                f"{ALONE_PER_MONTH} count for points."
            )
        case Why.UNPROVEN:
            return (
                f"{name} has played fewer than {FEWEST_MATCHES} ranked matches at {tables}, "
                "so your rating doesn't move by them yet."
            )


def _anchors(table: TableState, match: Match) -> Iterator[str]:
    """Tell what Kai counts as."""
    for other in match.players:
        if other.kai is not None and other.kai in match.anchors:
            rating = half_up(match.anchors[other.kai].mean)
            yield f"{seat_name(table, other.seat)} counts as a player rated {rating}."


def _unmet(table: TableState, players: Sequence[Player], player: Player) -> Iterator[str]:
    """Tell whose seats a person who played has not lost to, and whose tell less."""
    met = {pair.other.seat for pair in pairs(players) if pair.player is player}
    for other in players if player.played else ():
        if other.played or not took_part(other):
            continue
        name = short_name(table, other.seat)
        if other.seat in met:
            yield f"{name} left, so your rating moves only by the turns they played."
        else:
            yield f"{name} left, and Kai finished ahead of you there. That's no loss."


def _shared_turns(player: Player) -> str:
    if player.share == 1 or not player.played:
        return ""
    by_kai = percent(1 - player.share)
    return f"Kai played {by_kai} of your turns, so your rating moves less."
