"""The printed output of a run: one Markdown table."""

from collections.abc import Iterator, Sequence

from lab.arena.report import Estimate, PoolReport, Report, Standing

_HEAD = ("program", "wins", "won %", "mean rank", "points a round", "CPU ms a decision")
_LINE = tuple("---" for _ in _HEAD)
_POOL_HEAD = ("against", "won %", "mean rank", "points a round better", "CPU ms a decision")
_BRACKETS = "In brackets: 95 % intervals, from the means of deals."


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
    yield f"{_BRACKETS} A first place shared by k is 1/k"
    yield "of a win. CPU: median, 99th percentile and worst, where there was a choice."


def pool_lines(report: PoolReport, what: str) -> Iterator[str]:
    """Yield the lines of the output for a program against a pool; ``what`` was played."""
    whole, first = report.whole, report.styles[0]
    program = _program(report)
    yield (
        f"{what}: {program} against each of {len(report.styles)} styles: {len(first.matches):,} "
        f"matches, {first.deals:,} deals of seed {first.seed} each {first.rotations} times."
    )
    yield ""
    rows = [_against(each, program) for each in (*report.styles, whole)]
    yield from aligned([_POOL_HEAD, ("---",) * len(_POOL_HEAD), *rows])
    yield ""
    yield f"{_BRACKETS} CPU: median, 99th percentile and"
    yield f"worst of {program}, where there was a choice."


def _program(report: PoolReport) -> str:
    """Return the name of the program that plays against the pool."""
    (program,) = {*report.whole.seats} & {*report.styles[0].seats}
    return program


def _against(report: Report, program: str) -> tuple[str, ...]:
    (own,) = (each for each in report.standings if each.name == program)
    (other,) = (each.name for each in report.standings if each.name != program)
    ahead = ""
    if report.margin:
        sign = 1 if report.margin.better == program else -1
        ahead = _estimate(_times_of(report.margin.points, sign), 2)
    seats = f" ({len(report.seats) - own.places} seats)" if len(report.seats) > 2 else ""
    return (
        f"{other}{seats}",
        _estimate(_times_of(own.share, 100), 1),
        _estimate(own.rank, 2),
        ahead,
        _times(own),
    )


def _times_of(estimate: Estimate, factor: int) -> Estimate:
    """Return an estimate times a factor, which may be negative."""
    low, high = estimate.low, estimate.high
    if low is None or high is None:
        return Estimate(mean=factor * estimate.mean, low=None, high=None)
    low, high = sorted((factor * low, factor * high))
    return Estimate(mean=factor * estimate.mean, low=low, high=high)


def _row(standing: Standing) -> tuple[str, ...]:
    name = standing.name if standing.places == 1 else f"{standing.name} ({standing.places} seats)"
    return (
        name,
        f"{standing.wins:,.1f}",
        _estimate(_times_of(standing.share, 100), 1),
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
