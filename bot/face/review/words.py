"""All texts of a review, as templates in one place.

Names have to be ready to show: escaped where they go into Markdown. Points are in tenths, chances
from 0 to 1. A match is told in points, or in percent of the chance to win it, in tenths as well.
"""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Final

from bot.face.markdown import MINUS
from bot.league.counting import half_up

BUTTON: Final = "Review"
AGAIN: Final = "Look again"
BACK: Final = "Back to the review"
PUZZLE: Final = "Puzzle {number}"

HEADING: Final = "## {game} · review"
PLAYER: Final = (
    "{rank}. {name} **{total}**: {against} = luck {luck}, own choices {own}, "
    "others' choices {others} · {accuracy}"
)
PLAYER_HEADING: Final = "### {name}, round by round"
ROUND: Final = (
    "{round}. {against} = luck {luck}, own choices {own}, others' choices {others} · {accuracy}"
)
ACCURACY: Final = "accuracy {share}"
ACCURACY_UNKNOWN: Final = "nothing to decide"
SLIPS: Final = "**The costliest turns**"
SLIP: Final = (
    "{number}. Round {round}, own turn {turn}, cost {cost}: {taken}. Better: ||{best} ({better}).||"
)
"""The better choice is hidden until it is clicked: the turn is also a puzzle."""
SLIP_OF_SEVERAL: Final = (
    "{number}. Round {round}, own turn {turn}, cost {cost} in several choices, most of all "
    "in this one: {taken}. Better: ||{best} ({better}).||"
)
SHOW_PLAYER: Final = "Another player's turns"
NOTHING_LOST: Final = "None: no choice lost as much as a tenth of a point."
NOTHING_LOST_BY_CHANCE: Final = "None: each choice was about as good as the best one."
EXPLAINED: Final = (
    "-# All in points, compared with the others on average. Luck: what the cards did. Own choices: "
    "what it cost not to make the best ones. Others' choices: what the others gave away. Accuracy: "
    "100 if every choice was the best one; each point lost per choice halves it. Kai worked it out."
)
EXPLAINED_BY_CHANCE: Final = (
    "-# All in percent of the chance to win the match: a win is 100 at the end. Luck: what the "
    "cards did. Own choices: what it cost not to make the best ones. Others' choices: what the "
    "others gave away. Accuracy: 100 if every choice was the best one; each 5 percent lost per "
    "choice halve it. Kai worked it out, and can be off by a few percent."
)

WAITING: Final = "This match will be reviewed soon: {ahead} before it. Each takes some seconds."
MAKING: Final = "This match is being reviewed: {part} of it so far. It takes some seconds."
FAILED: Final = "The review of this match failed. Look again to try once more."
OLD: Final = "This review was made by an older version, so its puzzles are being made again."
MADE_AGAIN: Final = "This review was made again since then. Please open the puzzle again."
WARMING_UP: Final = "I've just started, so it takes a little longer."
CHANGED_LATER: Final = "-# This message is changed as soon as it is finished."
NO_SUCH_MATCH: Final = "There is no finished match of yours, or of this channel, to review."
NO_SUCH_PUZZLE: Final = "There is no such puzzle in this review."

PUZZLE_HEADING: Final = "### {name}: round {round}, own turn {turn}"
PUZZLE_ASKS: Final = "This is what {name} saw: {status} **What would you do?**"
ANSWER_BEST: Final = "**That is the best choice**: {chosen}."
ANSWER_EQUAL: Final = "**That is as good as the best choice**: {chosen}."
ANSWER_OTHER: Final = "You chose: {chosen}. This was better: {best} ({better})."
ANSWER_TAKEN: Final = "In the match, {name} chose: {taken}."
ANSWER_YOURS: Final = "your choice"
ANSWER_PLAYED: Final = "in the match"
ANSWER_LINE: Final = (
    "{number}. {choice}{marks}: {points} points to expect, the others {field}, "
    "{chance} to win the match"
)
ANSWER_ORDER: Final = "-# The best come first: points and the chance both count, the chance most."
ANSWER_ORDER_BY_CHANCE: Final = "-# The best come first: those with the best chance."
ANSWER_JUDGED: Final = "-# Kai judged them as {adviser}."

PICTURE_ROUNDS: Final = "round"
PICTURE_TITLE: Final = "{game} · chance to win the match"
ALT: Final = "How the chance to win the match changed, over {rounds} rounds."
ALT_LINE: Final = "{name}: {first} at first, between {least} and {most}, at the end {last}."

_LEVEL: Final = "level with the others"
_BETTER: Final = "{points} better than the others"
_WORSE: Final = "{points} worse than the others"
_NEITHER: Final = "the chance to win as it was"
_GAINED: Final = "{percent}\N{NO-BREAK SPACE}% gained"
_LOST: Final = "{percent}\N{NO-BREAK SPACE}% lost"
_POINTS: Final = "{points} points"
_PERCENT: Final = "{percent}\N{NO-BREAK SPACE}% of the chance to win"
_BY_POINTS: Final = "by {points} points"
_BY_BOTH: Final = "by {points} points, and {wins}"
_MORE_WINS: Final = "{count} more {noun} in 100 matches"


def tenths(value: Fraction | float) -> int:
    """Return a value in whole tenths, halves rounded away from zero."""
    exact = Fraction(value).limit_denominator(1_000_000) * 10
    as_decimal = Decimal(exact.numerator) / Decimal(exact.denominator)
    return int(as_decimal.quantize(Decimal(1), ROUND_HALF_UP))


def points(in_tenths: int, *, signed: bool = False) -> str:
    """Format tenths as points: ``4.2``, with the true minus sign; ``signed`` adds a plus."""
    sign = MINUS if in_tenths < 0 else "+" if signed and in_tenths > 0 else ""
    whole, part = divmod(abs(in_tenths), 10)
    return f"{sign}{whole}.{part}"


def percent(part: float) -> str:
    """Format a fraction as a percentage: ``81 %``, with a non-breaking space."""
    return f"{half_up(100 * part)}\N{NO-BREAK SPACE}%"


def amount(in_tenths: int, *, by_chance: bool = False) -> str:
    """Say what a turn has cost."""
    told = points(in_tenths)
    return _PERCENT.format(percent=told) if by_chance else _POINTS.format(points=told)


def balance(in_tenths: int, *, by_chance: bool = False) -> str:
    """Say how a player did compared with the others, or with the chance to win before."""
    if by_chance:
        template = _GAINED if in_tenths > 0 else _LOST if in_tenths < 0 else _NEITHER
        return template.format(percent=points(abs(in_tenths)))
    if not in_tenths:
        return _LEVEL
    template = _BETTER if in_tenths > 0 else _WORSE
    return template.format(points=points(abs(in_tenths)))


def better(in_tenths: int, chance: float) -> str:
    """Say how much better a choice is: in points, and in chance if that is visible."""
    shows = half_up(100 * chance) > 0
    wins = more_wins(str(half_up(100 * chance)))
    if shows and in_tenths > 0:
        return _BY_BOTH.format(points=points(in_tenths), wins=wins)
    return wins if shows else _BY_POINTS.format(points=points(in_tenths))


def better_chance(in_tenths: int) -> str:
    """Say by how many tenths of a percent a choice has the better chance."""
    return more_wins(points(in_tenths))


def more_wins(count: str) -> str:
    """Say a difference of chances, in percent, so that nobody takes it for a part of one."""
    return _MORE_WINS.format(count=count, noun="win" if count == "1" else "wins")
