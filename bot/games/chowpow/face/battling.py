"""The steps of a battle: the opponent, the choice of cards, the counters (section 3, P5.3)."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from bot.face.face import (
    MAX_MENU_ITEMS,
    Act,
    Button,
    Focus,
    Menu,
    MenuItem,
    Row,
    Scene,
    Style,
    menus,
)
from bot.face.markdown import counted, plain, shorten
from bot.face.names import bold
from bot.face.step import BACK, Step
from bot.game.contract import Seat
from bot.games.chowpow.face.labels import (
    card_emoji,
    card_words,
    cards_words,
    codes,
    food_emoji,
    in_order,
    side_words,
)
from bot.games.chowpow.rules.actions import Action, Attack, BattleBoard, Decline, Pass
from bot.games.chowpow.rules.cards import TEAM_UP, Card, factions, read_cards, write_cards
from bot.games.chowpow.rules.deck import Deck
from bot.games.chowpow.rules.hand import WITH_TEAM_UP, Battle, fit, strength
from bot.games.chowpow.rules.view import View

MOST: Final = 26
"""The most cards that one action may lay, limited by the length of a button's custom id."""

_IN_A_ROW: Final = 5
_MENUS: Final = 4
_ABOUT: Final = 100

_NAME: Final = 16
_PASS: Final = Button("No battle", Act(str(Pass())))
_DECLINE: Final = Button("Add nothing", Act(str(Decline())), Style.DANGER)


class Goal(NamedTuple):
    """The purpose of the chosen cards."""

    verb: str
    """The beginning of the action: ``pow 2``, ``defend``."""
    button: str
    """The label of the button that lays them."""
    before: tuple[Card, ...] = ()
    """The cards that the side has already laid."""
    against: tuple[Card, ...] | None = None
    """The cards of the other side; None if they are secret."""
    more: tuple[Button, ...] = ()
    """Buttons that are also offered at every step, such as to decline."""
    back: tuple[Button, ...] = ()
    """The button that leads back from the choice of a faction."""


class Choosing:
    """The choice of some cards of a hand for a goal."""

    def __init__(self, deck: Deck, hand: Sequence[Card], goal: Goal) -> None:
        self.deck = deck
        self.hand = in_order(deck, hand)
        self.goal = goal

    def step(self, text: str, focus: str) -> Step[Any]:
        """Return the choice of a faction, or of cards if the focus or the battle has a faction."""
        chosen = self._read(focus)
        if chosen is not None:
            return self._cards(text, *chosen)
        bound = factions(self.goal.before)
        if bound:
            held = "".join(code for code in codes(self.deck) if code in bound)
            return self._cards(text, held, ())
        ways = self._ways()
        return (
            self._factions(text)
            if len(ways) > 1
            else self._cards(text, ways[0][0], ways[0][1][:MOST])
        )

    def _ways(self) -> Sequence[tuple[str, tuple[Card, ...]]]:
        """Return the possible starts: a faction with all its cards, or no letter with all wilds.

        There is at least one, since a seat without cards does not get this choice.
        """
        plain = [card for card in self.hand if not card.is_wild]
        wilds = tuple(card for card in self.hand if card.is_wild)
        letters = dict.fromkeys(card.code for card in plain)
        ways = [(code, tuple(card for card in plain if card.code == code)) for code in letters]
        return [*ways, ("", wilds)] if wilds or not ways else ways

    def _factions(self, text: str) -> Step[Any]:
        items = [
            self._item(self.deck.name(code) if code else "Only wilds", code, cards)
            for code, cards in self._ways()
        ]
        menu = Menu("Choose a faction", tuple(items))
        row = (*self.goal.more, *self.goal.back)
        rows = (menu, row) if row else (menu,)
        return Step(f"{text} Pick a faction, then single cards.", {}, rows)

    def _items(self, held: str, cards: tuple[Card, ...]) -> Iterator[MenuItem]:
        """Yield the factions of the hand that are not in ``held``, each with all its cards."""
        for code in codes(self.deck):
            same = tuple(card for card in self.hand if card.code == code and not card.is_wild)
            if same and code not in held:
                yield self._item(self.deck.name(code), held + code, (*cards, *same))

    def _item(self, name: str, held: str, cards: tuple[Card, ...]) -> MenuItem:
        most = cards[:MOST]
        about = shorten(cards_words(self.deck, most), _ABOUT)
        does, shown = self._focus(held, most), food_emoji(name)
        return MenuItem(f"{name}: {side_words(most)}", does, about, shown)

    def _cards(self, text: str, held: str, cards: tuple[Card, ...]) -> Step[Any]:
        """Offer the cards of the ``held`` factions and the wilds, to be added or removed."""
        pool = [card for card in self.hand if card.is_wild or card.code in held]
        buttons = [self._toggle(held, cards, card) for card in dict.fromkeys(pool)]
        rows: list[Row] = [
            tuple(buttons[at : at + _IN_A_ROW]) for at in range(0, len(buttons), _IN_A_ROW)
        ]
        rows += self._second(held, cards)
        rows.append(tuple(self._ends(held, cards, tuple(pool))))
        return Step("\n".join((text, *self._standing(cards))), {}, tuple(rows))

    def _toggle(self, held: str, cards: tuple[Card, ...], card: Card) -> Button:
        """Return the button of a card: each click adds one; after the last, it removes all."""
        have, had = self.hand.count(card), cards.count(card)
        beside = "" if have == 1 else f"{had}/{have}"
        label = f"{card} {beside}".rstrip()
        shown = card_emoji(self.deck, card), beside
        others = tuple(each for each in cards if each != card)
        if had < have and len(cards) >= MOST:
            return Button(label, None, _style(had), *shown)
        wanted = (card,) * ((had + 1) % (have + 1))
        return Button(label, self._focus(held, (*others, *wanted)), _style(had), *shown)

    def _second(self, held: str, cards: tuple[Card, ...]) -> Iterator[Row]:
        """Yield the menu of a second faction, if a Team-Up Wild allows one (P1.2, P3.6)."""
        has = any(card.code == TEAM_UP for card in (*self.goal.before, *self.hand))
        if not has or len(held) >= WITH_TEAM_UP or not held:
            return
        laid = (*self.goal.before, *cards)
        opened = any(card.code == TEAM_UP for card in laid)
        ups = [card for card in self.hand if card.code == TEAM_UP]
        items = tuple(self._items(held, cards if opened else (*cards, ups[0])))
        if items:
            yield Menu("Add a second faction with a Team-Up", items)

    def _ends(self, held: str, cards: tuple[Card, ...], pool: tuple[Card, ...]) -> Iterator[Button]:
        """Yield the buttons that lay the cards, choose all or none, and lead back."""
        label = f"{self.goal.button}: {side_words(cards)}"
        if cards and fit((*self.goal.before, *cards)):
            act = Act(f"{self.goal.verb} {write_cards(sorted(cards))}")
            yield Button(label, act, Style.GOOD)
        else:
            yield Button(label)
        if len(cards) < min(len(pool), MOST):
            yield Button("All of these", self._focus(held, pool[:MOST]))
        elif cards:
            yield Button("None", self._focus(held, ()))
        yield from self.goal.more
        if factions(self.goal.before):
            return
        if len(self._ways()) > 1:
            yield Button("Another faction", Focus(self.goal.verb))
        else:
            yield from self.goal.back

    def _standing(self, cards: tuple[Card, ...]) -> Iterator[str]:
        """Yield the chosen cards, and the state of the battle with them."""
        yield f"Chosen: {cards_words(self.deck, cards)}."
        laid = (*self.goal.before, *cards)
        if not fit(laid):
            yield "To lay two factions, add a Team-Up."
        elif self.goal.against is not None and cards:
            mine, other = strength(laid), strength(self.goal.against)
            how = "ahead" if mine > other else "behind" if mine < other else "level"
            yield f"With that you are **{how}**: {side_words(laid)}."
        if len(cards) >= MOST:
            yield f"You can lay up to {counted(MOST, 'card')} at once."

    def _focus(self, held: str, cards: Sequence[Card]) -> Focus:
        ordered = in_order(self.deck, cards)[:MOST]
        return Focus(f"{self.goal.verb} {held}:{write_cards(ordered)}")

    def _read(self, focus: str) -> tuple[str, tuple[Card, ...]] | None:
        """Return the factions and cards of a half-made choice, None for any other focus."""
        found = re.fullmatch(f"{self.goal.verb} ([A-Z]{{0,2}}):([A-Z1-9]*)", focus)
        if found is None:
            return None
        try:
            cards = read_cards(found[2]) if found[2] else ()
        except ValueError:
            return None
        held, bound = found[1], factions(self.goal.before)
        mine = factions([*self.hand, *self.goal.before])
        if len(set(held)) < len(held) or not bound <= {*held} <= mine or len(cards) > MOST:
            return None
        if Counter(cards) - Counter(self.hand) or not factions(cards) <= {*held}:
            return None
        return held, cards


def _style(had: int) -> Style:
    return Style.MAIN if had else Style.PLAIN


def single(deck: Deck, cards: Sequence[Card], verb: str, placeholder: str) -> tuple[Row, ...]:
    """Return menus that lay a single card at once, each distinct card listed once."""
    held = Counter(cards)
    items = [
        MenuItem(
            str(card),
            Act(f"{verb} {card}"),
            f"{card_words(deck, card)}{f' · you have {held[card]}' * (held[card] > 1)}",
            card_emoji(deck, card),
        )
        for card in in_order(deck, held)
    ]
    return menus(placeholder, items[: MAX_MENU_ITEMS * _MENUS])


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
    goal = Goal(_verb(target), "Pow", more=(_PASS,) if alone else (), back=() if alone else (BACK,))
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
