"""The end of a match: its last public message, whether it counts, and each person's rating."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bot.face.face import AnyFace, Style
from bot.face.markdown import counted, number, ordinal, percent, signed
from bot.face.phrases import by_rank, listed
from bot.game.contract import Outcome, Seat
from bot.league import counting
from bot.league.caps import ALONE_PER_MONTH, FEWEST_MATCHES, PER_WEEK, Limit, Why
from bot.league.counting import FULL_POINTS, Attendance, Band, Player, half_up, pairs, took_part
from bot.league.lines import BEST, Match, Met
from bot.league.reports import NOTHING, Aftermath, SeatAfter
from bot.league.results import Uncounted, league_match, match_result, seats_by, why_uncounted
from bot.review import face as words
from bot.review.making import review_version
from bot.tables.command import NotYoursError, RefusedError
from bot.tables.entries import ClosedBecause
from bot.tables.sight import known_name, look, seat_name
from bot.tables.state import TableState
from cogs.chips import given_back, settled
from cogs.core.answers import answer
from cogs.core.buttons import Press, TableButton
from cogs.core.click import Address
from cogs.core.page import Button, Page, Picture, Row, Text, fitted
from cogs.play import fairness
from cogs.play.agreement import done_lines
from cogs.play.offered_options import long_enough
from cogs.play.table import picture, why_row
from cogs.replay import BUTTON, VERB

STANDINGS_COLOUR: Final = 0xD9A441

_TABLES: Final[Mapping[Band, str]] = {
    "2": "tables of two",
    "3-4": "tables of three or four",
    "5+": "tables of five or more",
}


def league_lines(table: TableState, outcome: Outcome, aftermath: Aftermath) -> str:
    """Tell the best round, who leads whom, and places of the season; nothing of hidden people."""
    lines = (
        _best_round(table, outcome),
        _head_to_head(table, aftermath),
        _places(table, aftermath),
    )
    return "\n".join(filter(None, lines))


def _best_round(table: TableState, outcome: Outcome) -> str:
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
    if len(aftermath.seats) != 2 or aftermath.hidden:
        return ""
    (first, one), (second, two) = aftermath.seats.items()
    met = aftermath.met.get((one.user, two.user))
    if met is None or not met.matches:
        return ""
    return who_leads((seat_name(table, first), seat_name(table, second)), met)


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
    told = [f"{seat_name(table, seat)} is {ordinal(after.place)}" for seat, after in ordered]
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
    return Page((Text("\n".join(filter(None, lines))),), colour=STANDINGS_COLOUR)


def _change(table: TableState, band: Band, after: SeatAfter) -> str:
    before, now = half_up(after.before.mean), half_up(after.after.mean)
    change = f"{before} → {now}** ({signed(now - before)})" if now != before else f"still {now}**"
    text = f"**Your rating at {table.game.title}, {_TABLES[band]}: {change}"
    if counting.is_provisional(after.after):
        more = counted(counting.matches_to_settle(after.after), "more match")
        text += f"\nIt's provisional for about {more}."
    return text


def _points(table: TableState, players: Sequence[Player], player: Player, after: SeatAfter) -> str:
    by_score: dict[float, list[str]] = {1: [], 0.5: [], 0: []}
    for pair in pairs(players):
        if pair.player is player:
            by_score[pair.score].append(seat_name(table, pair.other.seat))
    words = {1: "ahead of", 0.5: "level with", 0: "behind"}
    told = [f"{words[score]} {listed(names)}" for score, names in by_score.items() if names]
    why = f": {listed(told)}" if told else ""
    text = f"**{after.points}** of {FULL_POINTS} season points{why}."
    if not player.played:
        text += " You left: a loss to everyone who played."
    return f"{text} Your best {BEST} matches count."


def _limits(table: TableState, match: Match, after: SeatAfter) -> Iterator[str]:
    points, rating = after.limits
    for other in match.players:
        reasons = dict.fromkeys(filter(None, (points.get(other.seat), rating.get(other.seat))))
        for reason in reasons:
            counts = " and ".join(
                name
                for name, limits in (("points", points), ("rating", rating))
                if limits.get(other.seat) == reason
            )
            yield _why_not(seat_name(table, other.seat), reason, _TABLES[match.band], counts)


def _why_not(name: str, limit: Limit, tables: str, counts: str) -> str:
    match limit.why:
        case Why.NEW:
            return f"{name} is new: they count once they've met {counted(limit.number, 'person')}."
        case Why.OWN_NEW:
            return f"You're new: your rating moves after {counted(limit.number, 'opponent')}."
        case Why.WEEK:
            told = f"You and {name} have played {limit.number} ranked matches this week"
            return f"{told}; {PER_WEEK} count for {counts}."
        case Why.ALONE:
            told = f"Only you and {name} have played {limit.number} ranked matches this month"
            return f"{told}; {ALONE_PER_MONTH} count for points."
        case Why.UNPROVEN:
            told = f"{name} has fewer than {FEWEST_MATCHES} ranked matches at {tables}"
            return f"{told}, so your rating doesn't move by them yet."


def _anchors(table: TableState, match: Match) -> Iterator[str]:
    for other in match.players:
        if other.kai is not None and other.kai in match.anchors:
            rating = half_up(match.anchors[other.kai].mean)
            yield f"{seat_name(table, other.seat)} ({other.kai}) counts as a player rated {rating}."


def _unmet(table: TableState, players: Sequence[Player], player: Player) -> Iterator[str]:
    met = {pair.other.seat for pair in pairs(players) if pair.player is player}
    for other in players if player.played else ():
        if other.played or not took_part(other):
            continue
        name = seat_name(table, other.seat)
        if other.seat in met:
            yield f"{name} left, so your rating moves only by the turns they played."
        else:
            yield f"{name} left, and Kai finished ahead of you there. That's no loss."


def _shared_turns(player: Player) -> str:
    if player.share == 1 or not player.played:
        return ""
    by_kai = percent(1 - player.share)
    return f"Kai played {by_kai} of your turns, so your rating moves less."


NOT_OVER: Final = "Your rating changes when the match is over."
NOT_PLAYED: Final = "You didn't play in this match."
NOT_COUNTED: Final = "This match doesn't count for your rating."
ABSENT: Final = "This match doesn't count for you: you were removed early."
NOBODY_MET: Final = (
    "This match doesn't count for you: everyone else left, and Kai beat you in their seats."
)


async def _rating(press: Press) -> None:
    state, services = press.state, press.services
    if state.closed is None:
        raise RefusedError(NOT_OVER)
    # Also of a person who was removed: the match may count for them.
    seat = next((at for at, seat in enumerate(state.seats) if seat.user == press.user), None)
    if seat is None:
        raise NotYoursError(NOT_PLAYED)
    result = match_result(state)
    settings = await services.storage.league.settings(state.place.guild)
    aftermath = await services.storage.aftermaths.aftermath(state.id, settings.season)
    if result is None or seat not in aftermath.seats:
        raise RefusedError(_why_unchanged(state, seat))
    await answer(press.click, rating_page(state, league_match(result), seat, aftermath))


def _why_unchanged(table: TableState, seat: Seat) -> str:
    if why_uncounted(table) is not None:
        return NOT_COUNTED
    if seat in seats_by(table, Attendance.ABSENT):
        return ABSENT
    return NOBODY_MET if seat in seats_by(table, Attendance.PLAYED) else NOT_COUNTED


BUTTONS: Final = (TableButton("rating", _rating, looks_back=True, tells_cards=True),)


COLOUR: Final = 0x4A6FA5

_BOARD: Final = "-# Please keep this private until all tables have played the deal."
"""Below a board, also once it is done: the message may not be changed any more."""

_LINES: Final = 4
"""Of more seats, one line tells the totals: the picture has them, too, and **As text** the rest."""

_ROUNDS_LISTED: Final = 10
"""Of longer matches only the totals are told: there is no room, and the record has the rest."""

_WHY: Final[dict[ClosedBecause, str]] = {
    "abandoned": "Everyone left.",
    "stood still": "Nobody made a move for too long.",
    "ended": "The match was closed",
    "lost": "Something went wrong: this match couldn't be saved.",
}


def finish_page(
    table: TableState, face: AnyFace, painted: bytes, aftermath: Aftermath = NOTHING
) -> Page:
    """Return the last message of a table; ``aftermath`` is what changed in the league."""
    scene = look(table).scene
    outcome = table.game.outcome(table.position)
    if outcome is None or table.closed is None or table.closed.because != "finished":
        return _unfinished_page(table, picture(face, scene, painted))
    ending = face.ending(scene, outcome)
    proof = Button(fairness.BUTTON, str(Address(table.id, "record")))
    parts = (
        Text(f"## {ending.headline}\n-# {table.game.title} · the match is over"),
        picture(face, scene, painted),
        Text(ranking(table, outcome, ending.figures), elastic=True),
        Text(league_lines(table, outcome, aftermath)),
        Text(has_counted(table)),
        Text(done_lines(table)),
        Text(_BOARD if table.board is not None else ""),
        Text(settled(table)),
        next_row(table, rated=bool(aftermath.seats)),
        (proof, _as_text(table), *why_row(table)),
    )
    return Page(fitted(parts), colour=COLOUR)


def _unfinished_page(table: TableState, shown: Picture) -> Page:
    head = Text(f"## {table.game.title} · closed")
    return Page(
        fitted((head, shown, Text(_unfinished(table)), (_rematch(table), _as_text(table)))),
        colour=COLOUR,
    )


def next_row(table: TableState, *, rated: bool = False) -> Row:
    """Return what one may want to do now: play again, look back, see one's rating."""
    reviewed = review_version(table.game.name) is not None
    return (
        _rematch(table),
        Button(BUTTON, str(Address(table.id, VERB))),
        *((Button(words.BUTTON, str(Address(table.id, "review"))),) if reviewed else ()),
        *((Button("My rating", str(Address(table.id, "rating"))),) if rated else ()),
    )


def _rematch(table: TableState) -> Button:
    return Button("Rematch", str(Address(table.id, "again")), Style.GOOD)


def _as_text(table: TableState) -> Button:
    return Button("As text", str(Address(table.id, "text")))


def _unfinished(table: TableState) -> str:
    why = _WHY["ended"]
    if table.closed is not None:
        why = _WHY.get(table.closed.because, why)
        if table.closed.because == "abandoned" and table.paused and table.paused.by:
            why = "The pause went on for too long."
        if table.counts and table.interventions:
            why = done_lines(table).replace("-# ", "")
        elif table.closed.by is not None:
            why += f" by {known_name(table, table.closed.by)}."
    return f"{why} It doesn't count. {given_back(table)}".strip()


def ranking(table: TableState, outcome: Outcome, figures: Sequence[str], most: int = _LINES) -> str:
    """List the seats by rank: a line each with its rounds, or one line for more than ``most``."""
    few, lines = len(figures) <= most, []
    for seat in by_rank(outcome.ranks):
        points = ", ".join(number(scores[seat]) for scores in outcome.rounds)
        rounds = f" ({points})" if few and 1 < len(outcome.rounds) <= _ROUNDS_LISTED else ""
        name = seat_name(table, seat)
        lines.append(f"**{outcome.ranks[seat]}.** {name}: **{figures[seat]}**{rounds}")
    return ("\n" if few else " · ").join(lines)


_WILL: Final[Mapping[Uncounted | None, str]] = {
    None: "It will count in the standings.",
    Uncounted.FRIENDLY: "",
    Uncounted.SHORT: "It's too short to count. With {longer}, it would.",
    Uncounted.ALONE: "It counts once two people play.",
}

_HAS: Final[Mapping[Uncounted, str]] = {
    Uncounted.FRIENDLY: "",
    Uncounted.SHORT: "It was too short to count.",
    Uncounted.ALONE: "Only one person played, so it doesn't count.",
    Uncounted.ABSENT: "It doesn't count.",
}


def will_count(table: TableState, *, short_counts: bool) -> str:
    """Say whether a lobby's match will count; ``short_counts``: whether short ranked ones do."""
    text = _WILL[why_uncounted(table, short_counts=short_counts)]
    return _small(text.format(longer=long_enough(table.game.options, table.setup)))


def has_counted(table: TableState) -> str:
    """Say why a ranked match didn't count, or for whom not; nothing of one that simply did."""
    why = why_uncounted(table)
    if why is not None and why is not Uncounted.ABSENT:
        return _small(_HAS[why])
    gone, absent = (
        [seat_name(table, seat) for seat in seats_by(table, judged)]
        for judged in (Attendance.GONE, Attendance.ABSENT)
    )
    loss = ", and lost to everyone who played" if why is None else ""
    lines = (
        _HAS[why] if why else "",
        f"{listed(gone)} left{loss}." if gone else "",
        f"Removed early, so it doesn't count for them: {listed(absent)}." if absent else "",
    )
    return _small(" ".join(filter(None, lines)))


def _small(text: str) -> str:
    return f"-# {text}" if text else ""
