"""What a record proves, in words: what is proved, what is not, and against which fingerprint."""

from collections.abc import Callable, Iterator

from bot.game.contract import Outcome
from bot.game.night_record import NightRecord
from bot.game.record import Record
from bot.game.record_lines import RecordError, shown


def verdict(  # noqa: PLR0913 - what is said of each
    record: Record,
    title: str,
    outcome: Outcome | None,
    *,
    spelt: Callable[[str], str] = str,
    where: str = "",
    night: NightRecord | None = None,
) -> str:
    """Return what a record proves whose every action is legal, and whose result is right.

    ``outcome`` is what the rules say of the match, None if it isn't over. ``spelt`` writes what
    people have typed, where it could be taken for Markdown. ``where`` is where the fingerprint was
    shown, if it isn't what the record suggests. The secret follows from that of the ``night``, if
    there is one. The first line is the heading.
    """
    heading = "The deal isn't proved." if record.fixed else "Proved."
    lines = (heading, f"{title}: {_moves(record)} {_end(record, outcome)}")
    return "\n".join((*lines, *_deal(record, where), *_cuts(record, spelt, night)))


def night_verdict(night: NightRecord, *, spelt: Callable[[str], str] = str) -> str:
    """Return what the record of a league night proves; :class:`RecordError` if it is wrong."""
    for table in night.wrong_tables():
        where = f"round {table.round}, table {table.table}"
        raise RecordError(f"The fingerprint of {where} isn't the one that follows.")
    count = len(night.tables)
    tables = f"the secrets of its {count} tables follow"
    if count <= 1:
        tables = "the secret of its only table follows" if count else "the secrets of tables follow"
    lines = (
        "Proved.",
        f"League night: {tables} from the night's secret and its words.",
        f"Fingerprint of the night's secret: {night.commitment}",
        "That's the proof if the night's message showed the same before the first round.",
        _words(night, spelt),
        "Not proved: the deals. `check_deal.pyz` proves them with the tables' records.",
    )
    return "\n".join(lines)


def _words(night: NightRecord, spelt: Callable[[str], str]) -> str:
    words = [f"“{spelt(shown(word))}”" for word in night.words]
    return f"Cut with {', then '.join(words)}." if words else "Nobody cut this night."


def _moves(record: Record) -> str:
    count = len(record.actions)
    if count > 1:
        return f"all {count} actions are legal."
    return "its only action is legal." if count else "nobody has done anything yet."


def _end(record: Record, outcome: Outcome | None) -> str:
    if outcome is None:
        return "The match isn't finished."
    scores = " ".join(map(str, outcome.scores))
    if record.outcome is None:
        return f"The record has no result. By the rules, the scores are {scores}."
    return f"Scores: {scores}, as the rules count them."


def _deal(record: Record, where: str) -> Iterator[str]:
    """Yield what the cards follow from, and the fingerprint against which that is proved."""
    if record.fixed:
        yield "The record scripts the deal, so nothing is said about the shuffle."
        yield f"Fingerprint of the secret: {record.commitment}. It's no proof of a scripted deal."
        return
    why = "nobody cut"
    if record.daily or record.night:
        why = "nobody cuts a daily deal" if record.daily else "nobody cuts at a night's table"
    source = "and the cuts." if record.cutters else f"alone: {why}."
    yield f"Every shuffle and draw follows from the secret {source}"
    yield f"Fingerprint of the secret: {record.commitment}"
    yield f"That's the proof if {where or _where(record)}."


def _where(record: Record) -> str:
    if record.daily:
        day = f"{record.daily.day} {record.daily:%B} {record.daily.year}"
        return f"`/daily play` showed the same on {day}, or on the day before"
    if record.night:
        return "“Fairness” at the table showed the same during the match"
    return "the lobby showed the same before the match"


def _cuts(record: Record, spelt: Callable[[str], str], night: NightRecord | None) -> Iterator[str]:
    """Yield the cuts in their order, and what remains without proof."""
    if record.fixed:
        return
    said = {
        seat: f"{spelt(shown(record.seats[seat]))} “{spelt(shown(record.cuts[seat]))}”"
        for seat in record.cutters
    }
    if record.cuts_made:
        yield f"Cut by {', then '.join(said[seat] for seat in record.cuts_made)}."
    elif said:
        yield f"Cut by {', '.join(said.values())}. This record doesn't say who cut last."
    if night is not None:
        yield "This secret follows from the night's secret and the words that cut its deck."
        yield f"Fingerprint of the night's secret: {night.commitment}"
        yield "That's the proof if the night's message showed the same before the first round."
        yield _words(night, spelt)
    if said or (night is not None and night.words):
        yield "Not proved: that each word is what its player typed. Look for yours."
    elif record.night and night is None:
        yield "Not proved: that this secret follows from the night's secret."
        yield "The night's record proves it."
    else:
        yield "Not proved: that nobody knew the secret."
