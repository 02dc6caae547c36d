"""Making the report of a contest from its matches."""

from bot import __version__
from bot.lab.arena.figures import margin, standing
from bot.lab.arena.matches import Contest, Played, rotations
from bot.lab.arena.report import Report

__all__ = ["report_of"]


def report_of(contest: Contest, played: Played) -> Report:
    """Return the results as figures, with all matches."""
    names = tuple(dict.fromkeys(contest.seats))
    return Report(
        version=__version__,
        game=contest.game.name,
        options=contest.options.model_dump(mode="json"),
        seed=contest.seed,
        seats=contest.seats,
        deals=len({row.deal for row in played.rows}),
        rotations=rotations(contest.seats),
        standings=tuple(standing(name, played.rows, played.thinking[name]) for name in names),
        margin=(
            margin(names[0], names[1], played.rows, contest.game.scoring)
            if len(names) == 2
            else None
        ),
        matches=played.rows,
    )
