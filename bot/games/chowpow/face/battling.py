"""The steps of a battle: the opponent, the choice of cards, the counters (section 3, P5.3)."""

import re
from collections import Counter as Tally
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from bot.face.face import MAX_MENU_ITEMS, Act, Button, Focus, MenuItem, Row, Scene, Style, menus
from bot.face.game_face import Step
from bot.face.markdown import plain
from bot.face.phrases import bold
from bot.game.contract import Seat
from bot.game.moves import Decline
from bot.games.chowpow.face.labels import card_emoji, card_words, cards_words, in_order, side_words
from bot.games.chowpow.rules import actions as act
from bot.games.chowpow.rules.cards import Card, read_cards, write_cards
from bot.games.chowpow.rules.hand import Battle, fit, strength
from bot.games.chowpow.rules.view import View

MOST: Final = 26
"""The most cards that one action may lay, limited by the length of a button's custom id."""

_WIDE: Final = 5
_BUTTONS: Final = 15
"""The most cards that are buttons; of more, menus are made."""

_MENUS: Final = 4

_NAME: Final = 16
_PASS: Final = Button("No battle", Act(str(act.Pass())))
_DECLINE: Final = Button("Add nothing", Act(str(Decline())), Style.DANGER)


class Goal(NamedTuple):
    """The purpose of the chosen cards."""

    word: str
    """The beginning of the focuses: ``pow``, ``defend``."""
    lays: tuple[tuple[str, str], ...]
    """The labels of the buttons that lay them, each with the beginning of its action."""
    before: tuple[Card, ...] = ()
    """The cards that the side has already laid."""
    against: tuple[Card, ...] | None = None
    """The cards of the other side; None if they are secret."""
    more: tuple[Button, ...] = ()
    """Buttons that are also offered at every step, such as to decline."""


class Choosing:
    """The choice of some cards of a hand for a goal: a click adds a card or takes it back."""

    def __init__(self, view: View, legal: Sequence[act.Action], goal: Goal) -> None:
        self._deck = view.options.cards
        self.hand = in_order(cards_of(view))
        self.goal = goal
        self._plays = {
            each.cards: strength((*goal.before, *each.cards))
            for each in legal
            if isinstance(each, act.Attack | act.Defend | act.Counter | act.LayDown)
            and len(each.cards) <= MOST
        }
        """What may be laid, and how strong the side is with it."""
        self._enough = self._just_enough()

    def step(self, text: str, focus: str) -> Step[Any]:
        """Return all cards, with those chosen that the focus says; at first, what just wins."""
        cards = self._read(focus)
        if cards is None:
            cards = self._enough
        ends = (*self._lays(cards), *self._ends(cards))
        rows = (ends[at : at + _WIDE] for at in range(0, len(ends), _WIDE))
        return Step("\n".join((text, *self._standing(cards))), {}, (*self._cards(cards), *rows))

    def _just_enough(self) -> tuple[Card, ...]:
        """Return the fewest and lowest cards that win, or are level; none without an opponent."""
        if self.goal.against is None:
            return ()
        other = strength(self.goal.against)
        enough = [some for some, mine in self._plays.items() if mine >= other]
        return min(enough, key=lambda one: (self._plays[one] == other, strength(one)), default=())

    def _cards(self, cards: tuple[Card, ...]) -> tuple[Row, ...]:
        buttons = [self._toggle(cards, card) for card in dict.fromkeys(self.hand)]
        return _laid_out(buttons, "Add a card, or take it back")

    def _toggle(self, cards: tuple[Card, ...], card: Card) -> Button:
        """Return the button of a card: each click adds one; after the last, it removes all."""
        have, had = self.hand.count(card), cards.count(card)
        beside = "" if have == 1 else f"{had}/{have}"
        label = f"{card_words(card)} {beside}".rstrip()
        style = Style.MAIN if had else Style.PLAIN
        return Button(label, self._with(cards, card), style, card_emoji(card), beside)

    def _with(self, cards: tuple[Card, ...], card: Card) -> Focus | None:
        """Return the choice with one more of a card, or without it after the last.

        Cards of another faction give way where both can't be laid; None if it can't be at all.
        """
        had, before = cards.count(card), self.goal.before
        if had == self.hand.count(card):
            return self._focus([each for each in cards if each != card])
        alike = [each for each in cards if each.is_wild or each.code == card.code]
        ways = ([*cards, card], [*alike, card])
        return next((self._focus(w) for w in ways if len(w) <= MOST and fit((*before, *w))), None)

    def _lays(self, cards: tuple[Card, ...]) -> Iterator[Button]:
        """Yield the buttons that lay the cards."""
        for label, verb in self.goal.lays:
            alone = f"{label}: {side_words(cards)}" if cards and not self.goal.lays[1:] else label
            can = cards and fit((*self.goal.before, *cards))
            does = Act(f"{verb} {write_cards(sorted(cards))}") if can else None
            yield Button(alone, does, Style.GOOD if can else Style.PLAIN)

    def _ends(self, cards: tuple[Card, ...]) -> Iterator[Button]:
        """Yield the buttons that choose the strongest cards or none, and those of the goal."""
        strongest = max(self._plays, key=strength)
        if len(strongest) > 1 and Tally(strongest) != Tally(cards):
            yield Button(f"Strongest: {side_words(strongest)}", self._focus(strongest))
        if cards:
            yield Button("Clear", self._focus(()))
        yield from self.goal.more

    def _standing(self, cards: tuple[Card, ...]) -> Iterator[str]:
        """Yield the chosen cards, and the state of the battle with them."""
        laid, against = (*self.goal.before, *cards), self.goal.against
        if against is not None and not self._enough:
            fitting = [card for card in self.hand if fit((*self.goal.before, card))]
            lowest = min(fitting, key=lambda card: (card.number, card.is_wild))
            yield f"You can't win this: your cheapest card is {card_words(lowest)}."
        if not cards:
            return
        if fit(laid) and against is not None and self._enough:
            mine, other = strength(laid), strength(against)
            how = "ahead" if mine > other else "behind" if mine < other else "level"
            yield f"With {cards_words(cards)}, you're **{how}**."
            return
        yield f"Chosen: {cards_words(cards)}."
        if not fit(laid):
            yield "To lay two factions, add a Team-Up."

    def _focus(self, cards: Sequence[Card]) -> Focus:
        return Focus(f"{self.goal.word} {write_cards(in_order(cards))}")

    def _read(self, focus: str) -> tuple[Card, ...] | None:
        """Return the cards of a half-made choice, None for any other focus."""
        found = re.fullmatch(f"{self.goal.word} ((?:[A-Z][1-9])*)", focus)
        if found is None:
            return None
        cards = self._deck.named(read_cards(found[1])) if found[1] else ()
        wrong = len(cards) > MOST or Tally(cards) - Tally(self.hand)
        return None if wrong or self._focus(cards).focus != focus else cards


def single(cards: Sequence[Card], verb: str) -> tuple[Row, ...]:
    """Return what lays a single card at once, each distinct card once."""
    buttons = [
        Button(card_words(card), Act(f"{verb} {card}"), emoji=card_emoji(card))
        for card in in_order({*cards})
    ]
    return _laid_out(buttons, "Choose a card")


def _laid_out(buttons: Sequence[Button], placeholder: str) -> tuple[Row, ...]:
    """Return rows of buttons; menus if they are too many."""
    if len(buttons) <= _BUTTONS:
        return tuple(tuple(buttons[at : at + _WIDE]) for at in range(0, len(buttons), _WIDE))
    items = [MenuItem(each.label, each.does, emoji=each.emoji) for each in buttons if each.does]
    return menus(placeholder, items[: MAX_MENU_ITEMS * _MENUS])


def pow_step(scene: Scene[View], legal: Sequence[act.Action], focus: str) -> Step[Any]:
    """Offer opponents, then cards; or a card against the board; or no battle (P3.1, P3.5)."""
    view = scene.view
    hand = cards_of(view)
    if any(isinstance(action, act.BattleBoard) for action in legal):
        menus = single(hand, "board")
        text = "**Battle the board with a card, or skip it.**\nNo opponent has a card."
        return Step(text, {}, (*menus, (_PASS,)))
    targets = list(dict.fromkeys(each.target for each in legal if isinstance(each, act.Attack)))
    if not targets:
        return Step("**There's nobody to battle.**", {}, ((_PASS,),))
    names = [plain(scene.seats[seat].name, _NAME) for seat in targets]
    lays = tuple(
        (f"Pow {name} ({view.counts[seat]})", f"pow {seat + 1}")
        for name, seat in zip(names, targets, strict=True)
    )
    text = "**Pow! Pick cards to attack with, or skip it.**"
    return Choosing(view, legal, Goal("pow", lays, more=(_PASS,))).step(text, focus)


def defend(scene: Scene[View], legal: Sequence[act.Action], focus: str) -> Step[Any]:
    """Offer the cards to lay against an attack (P3.2)."""
    view = scene.view
    against = view.battle.attack if view.battle else ()
    goal = Goal("defend", (("Defend", "defend"),), against=against)
    text = "**You're under attack: lay cards.**"
    return Choosing(view, legal, goal).step(text, focus)


def counter(scene: Scene[View], seat: Seat, legal: Sequence[act.Action], focus: str) -> Step[Any]:
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
        menus = single(able, "counter")
        return Step(text, {}, (*menus, (_DECLINE,)))
    text = "**You're behind: add cards, or skip it.**"
    goal = Goal("counter", (("Add", "counter"),), mine, other, more=(_DECLINE,))
    return Choosing(view, legal, goal).step(text, focus)


def lay(scene: Scene[View], legal: Sequence[act.Action], focus: str) -> Step[Any]:
    """Offer the cards to lay for a showdown, in secret (P5.3)."""
    text = "**Showdown: lay down at least one card.** All cards are shown when everyone has chosen."
    return Choosing(scene.view, legal, Goal("lay", (("Lay down", "lay"),))).step(text, focus)


def side_lines(scene: Scene[View]) -> list[str]:
    """Return the cards on both sides of the present battle, and what decides it."""
    battle = scene.view.battle
    if battle is None:
        return []
    sides = ((battle.attacker, battle.attack), (battle.target, battle.defence))
    return [
        f"- {_who(scene, seat)}: {cards_words(cards, 'nothing yet')}"
        f"{f' ({side_words(cards)})' if cards else ''}"
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


def cards_of(view: View) -> tuple[Card, ...]:
    """Return the cards of the viewer's hand."""
    return tuple(held.card for held in view.hand)
