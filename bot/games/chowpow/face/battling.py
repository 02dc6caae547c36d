"""The steps of a battle: the opponent, the cards, and the counters (section 3, P5.3)."""

from collections.abc import Sequence
from typing import Any, Final

from bot.face.face import Scene
from bot.face.markdown import plain
from bot.face.names import bold
from bot.face.numbers import counted
from bot.face.screen import Act, Button, Focus, Style
from bot.face.step import Step
from bot.game.contract import Seat
from bot.games.chowpow.face.choosing import Choosing, Goal, single
from bot.games.chowpow.face.labels import cards_words, side_words
from bot.games.chowpow.rules.actions import Action, Attack, BattleBoard, Decline, Pass
from bot.games.chowpow.rules.cards import Card
from bot.games.chowpow.rules.sides import Battle, fit
from bot.games.chowpow.rules.view import View

__all__ = ["cards_of", "counter", "defend", "lay", "pow_step", "side_lines"]

_NAME: Final = 16
_PASS: Final = Button("No battle", Act(str(Pass())))
_DECLINE: Final = Button("Add nothing", Act(str(Decline())), Style.DANGER)
_BACK: Final = Button("Back", Focus(""))


def pow_step(scene: Scene[View], legal: Sequence[Action], focus: str) -> Step[Any]:
    """Offer opponents, then cards; or a card against the board; or no battle (P3.1, P3.5)."""
    view, deck = scene.view, scene.view.options.cards
    hand = cards_of(view)
    if any(isinstance(action, BattleBoard) for action in legal):
        menus = single(deck, hand, "board", "Battle the board with")
        text = "**Battle the board with a card, or skip it.**\nNo opponent has a card."
        return Step(text, {}, (*menus, (_PASS,)))
    targets = list(dict.fromkeys(each.target for each in legal if isinstance(each, Attack)))
    half_made = focus if len(targets) > 1 else _verb(targets[0]) if targets else ""
    target = next((each for each in targets if half_made.startswith(_verb(each))), None)
    if target is None:
        return _whom(scene, targets)
    alone = len(targets) == 1
    name = bold(scene.seats, target, _NAME)
    count = counted(view.counts[target], "card")
    goal = Goal(
        _verb(target), "Pow", more=(_PASS,) if alone else (), back=() if alone else (_BACK,)
    )
    return Choosing(deck, hand, goal).step(f"**Pow!** Attack {name}, who has {count}.", focus)


def _verb(target: Seat) -> str:
    return f"pow {target + 1}"


def _whom(scene: Scene[View], targets: Sequence[Seat]) -> Step[Any]:
    view = scene.view
    row = tuple(
        Button(
            f"{plain(scene.seats[seat].name, _NAME)} ({view.counts[seat]})",
            Focus(_verb(seat)),
            Style.MAIN,
        )
        for seat in targets
    )
    if not row:
        return Step("**There's nobody to battle.**", {}, ((_PASS,),))
    return Step("**Pow! Pick a player to battle, or skip it.**", {}, (row, (_PASS,)))


def defend(scene: Scene[View], focus: str) -> Step[Any]:
    """Offer the cards to lay against an attack (P3.2)."""
    view = scene.view
    against = view.battle.attack if view.battle else ()
    goal = Goal("defend", "Defend", against=against)
    text = "**You're under attack: lay down at least one card.**"
    return _choosing(view, goal).step(text, focus)


def counter(scene: Scene[View], seat: Seat, focus: str) -> Step[Any]:
    """Offer the cards to add while behind, or one of them against the board (P3.3, P3.5).

    A seat with cards is always asked, so that the others do not learn whether its cards fit.
    """
    view, battle = scene.view, scene.view.battle
    if battle is None:
        return Step("", {}, ((_DECLINE,),))
    mine, other = _sides(battle, seat)
    able = [card for card in cards_of(view) if fit((*mine, card))]
    if not able:
        text = "**You're behind, but none of your cards fits.**"
        return Step(text, {}, ((_DECLINE,),))
    if battle.target is None:
        text = "**You're behind: add a card, or skip it.**"
        menus = single(view.options.cards, able, "counter", "Add a card")
        return Step(text, {}, (*menus, (_DECLINE,)))
    text = "**You're behind: add cards, or skip it.**"
    goal = Goal("counter", "Add", mine, other, more=(_DECLINE,))
    return _choosing(view, goal).step(text, focus)


def lay(scene: Scene[View], focus: str) -> Step[Any]:
    """Offer the cards to lay for a showdown, in secret (P5.3)."""
    text = "**Showdown: lay down at least one card.** All cards are shown when everyone has chosen."
    return _choosing(scene.view, Goal("lay", "Lay down")).step(text, focus)


def side_lines(scene: Scene[View]) -> list[str]:
    """Return the cards on both sides of the present battle, and what decides it."""
    battle, deck = scene.view.battle, scene.view.options.cards
    if battle is None:
        return []
    sides = ((battle.attacker, battle.attack), (battle.target, battle.defence))
    return [
        f"- {_who(scene, seat)}: {cards_words(deck, cards, 'nothing yet')} ({side_words(cards)})"
        for seat, cards in sides
    ]


def _who(scene: Scene[View], seat: Seat | None) -> str:
    if seat is None:
        return "the board"
    return "you" if seat == scene.view.viewer else bold(scene.seats, seat, _NAME)


def _sides(battle: Battle, seat: Seat) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return the cards that a seat has laid, and those of the other side."""
    if seat == battle.attacker:
        return battle.attack, battle.defence
    return battle.defence, battle.attack


def _choosing(view: View, goal: Goal) -> Choosing:
    return Choosing(view.options.cards, cards_of(view), goal)


def cards_of(view: View) -> tuple[Card, ...]:
    """Return the cards of the viewer's hand."""
    return tuple(held.card for held in view.hand)
