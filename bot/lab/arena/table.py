"""The printed output of a run: one Markdown table."""

from collections.abc import Iterator, Sequence

from bot.lab.arena.report import Estimate, Report, Standing

__all__ = ["aligned", "lines"]

_HEAD = ("program", "wins", "won %", "mean rank", "points a round", "CPU ms a decision")
_LINE = tuple("---" for _ in _HEAD)


def lines(report: Report, what: str, asked: int) -> Iterator[str]:
    """Yield the lines of the output; ``what`` was played, ``asked`` is the requested number."""
    times = "once" if report.rotations == 1 else f"{report.rotations} times, moved on by a seat"
    played = len(report.matches)
    yield f"{what}: {played:,} matches, {report.deals:,} deals of seed {report.seed} each {times}."
    if played > asked:
        yield f"Asked for were {asked:,}; each deal that is begun is played from every seat."
    yield ""
    yield from aligned([_HEAD, _LINE, *map(_row, report.standings)])
    yield ""
    if report.margin:
        ahead, points = report.margin, _estimate(report.margin.points, 2)
        yield f"{ahead.better} is better than {ahead.worse} by {points} points a round."
    yield "In brackets: 95 % intervals, from the means of deals. A first place shared by k is 1/k"
    yield "of a win. CPU: median, 99th percentile and worst, where there was a choice."


def _row(standing: Standing) -> tuple[str, ...]:
    share = standing.share
    hundred = Estimate(
        mean=share.mean * 100,
        low=None if share.low is None else share.low * 100,
        high=None if share.high is None else share.high * 100,
    )
    name = standing.name if standing.places == 1 else f"{standing.name} ({standing.places} seats)"
    return (
        name,
        f"{standing.wins:,.1f}",
        _estimate(hundred, 1),
        _estimate(standing.rank, 2),
        _estimate(standing.points, 2),
        _times(standing),
    )


def _times(standing: Standing) -> str:
    times = standing.decisions
    if times is None:
        return "—"
    return " · ".join(f"{each:.3g}" for each in (times.median_ms, times.p99_ms, times.worst_ms))


def _estimate(estimate: Estimate, digits: int) -> str:
    if estimate.low is None or estimate.high is None:
        return f"{estimate.mean:.{digits}f}"
    return f"{estimate.mean:.{digits}f} ({estimate.low:.{digits}f} to {estimate.high:.{digits}f})"


def aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a Markdown table, its columns padded to equal width."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
        yield f"| {' | '.join(cells)} |"
