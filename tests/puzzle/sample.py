"""A puzzle of Kapow! made by hand, and what every puzzle has to keep to."""

from collections.abc import Sequence
from typing import Any, Final

from bot.face.face import Scene
from bot.face.markdown import bare
from bot.game.deck import SECRET_BYTES
from bot.game.record import Record
from bot.game.replay import position_at, verify
from bot.games.faces import face_of
from bot.games.registry import GAMES
from bot.puzzle.making import LONGEST, YOU
from bot.puzzle.puzzle import Puzzle, id_of, position_of
from bot.review.review import EvaluatedChoice

RECORD: Final = Record(
    game="kapow",
    secret=bytes(SECRET_BYTES),
    seats=("You", "Mina"),
    cuts=("", ""),
    options=(("rounds", 1),),
    fixed=((0, "dealer", ("1",)),),
    actions=((0, "reveal 1t 1b"),),
)

DRAW: Final = EvaluatedChoice(action="take draw", points=4, field=9, chance=0.6)
TAKE: Final = EvaluatedChoice(action="take discard", points=6, field=9, chance=0.5)


def puzzle(**other: Any) -> Puzzle:  # noqa: ANN401 - any field
    """Return the puzzle, some of its fields being others; ``ValueError`` if they don't fit."""
    record, seat = other.get("record", RECORD), other.get("seat", 0)
    fields = {"seat": 0, "choices": (DRAW, TAKE), "judge": "Kapow! expert 3", "record": RECORD}
    return Puzzle.model_validate({"id": id_of(record, seat), **fields, **other})


def line(made: Puzzle) -> str:
    return made.model_dump_json() + "\n"


def texts(puzzle: Puzzle, state: object) -> Sequence[str]:
    """Return everything that may be shown of a puzzle, if its match were in this state."""
    game, signs = position_of(puzzle).game, position_of(puzzle).scene.seats
    scene, face = Scene(game.view(state, puzzle.seat), signs), face_of(game)
    proposals = [face.proposal(scene, game.parse(choice.action)) for choice in puzzle.choices]
    legal = game.legal(state, puzzle.seat)
    screen = face.screen(scene, legal)
    return (face.text(scene), face.alt(scene), face.status(scene), screen.text, *proposals)


def ends_at_the_decision(puzzle: Puzzle) -> None:
    """Check that the match goes up to the decision, and that it has no names and no result."""
    last = verify(puzzle.record, GAMES)
    assert last.index == len(puzzle.record.actions)
    assert puzzle.record.outcome is None
    assert puzzle.seat in GAMES[puzzle.game].to_act(last.state)
    assert puzzle.record.seats[puzzle.seat] == YOU
    assert len({*puzzle.record.seats}) == len(puzzle.record.seats)


def can_be_chosen(puzzle: Puzzle) -> None:
    """Check that the choices are legal, and that they read differently."""
    position = position_of(puzzle)
    assert {position.game.parse(each.action) for each in puzzle.choices} <= {*position.legal}
    words = [bare(position.words(choice)) for choice in puzzle.choices]
    assert len({*words}) == len(words)
    assert max(map(len, words)) <= LONGEST


def is_clear(puzzle: Puzzle) -> None:
    """Check that one choice is the best in points and in the chance to win."""
    best, *others = puzzle.choices
    assert puzzle.measure.ahead(best, others[0]) >= puzzle.measure.dear
    assert all(best.margin >= other.margin for other in others)
    assert all(best.chance >= other.chance for other in others)


def hides_what_the_seat_may_not_know(puzzle: Puzzle) -> bool:
    """Check that other hidden cards change nothing; return whether there are any."""
    rules = GAMES[puzzle.game]
    state = position_at(puzzle.record, None, GAMES).state
    other = rules.permute_unknown(state, puzzle.seat, lambda cards: [*reversed(cards)])
    assert rules.view(other, puzzle.seat) == rules.view(state, puzzle.seat)
    assert texts(puzzle, other) == texts(puzzle, state)
    assert not any(puzzle.record.secret.hex() in text for text in texts(puzzle, state))
    return bool(other != state)
