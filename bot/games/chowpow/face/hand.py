"""A player's private hand as a screen: cards, grid, prompt and choices, and battles (section 3)."""

import re
from collections import Counter as Tally
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from bot.face.face import (
    MAX_MENU_ITEMS,
    Act,
    Button,
    Focus,
    MenuItem,
    Row,
    Scene,
    Screen,
    Style,
    menus,
)
from bot.face.game_face import IDLE, Click, Step, between_rounds, rows_of
from bot.face.markdown import counted, number, plain
from bot.face.phrases import NBSP, bold, listed, small
from bot.game.contract import Seat
from bot.game.held import cards_of
from bot.game.moves import Decline, of_kind
from bot.games.chowpow.face import labels
from bot.games.chowpow.face.descriptions import news
from bot.games.chowpow.rules import actions as act
from bot.games.chowpow.rules.actions import Action, Flip, Pair, Take
from bot.games.chowpow.rules.cards import SLOTS, Card, Slot, read_cards, total, write_cards
from bot.games.chowpow.rules.hand import fit, strength
from bot.games.chowpow.rules.view import Phase, View

LEGEND: Final = (
    f"{labels.HIDDEN} not seen, else the card seen there last · {labels.TIMES}2 pile of two · "
    f"{labels.EMPTY} empty · rows a to d, columns 1 to 4"
)

_FRESH: Final = "bold: new since your last turn"
_NAME: Final = 16

_BATTLING: Final = (Phase.POW, Phase.DEFEND, Phase.COUNTER, Phase.BUFFET)
"""Phases in which cards of the hand are chosen, so that the grid is not shown."""


def hand(scene: Scene[View], seat: Seat, legal: Sequence[Action], focus: str) -> Screen:
    """Lay out a seat's hand."""
    view = scene.view
    if step := between_rounds(view, legal):
        text = "\n".join((*_score(view, seat), step.text))
        return Screen(text, step.rows, lead=step.text)
    step = _step(scene, seat, legal, focus) if legal else Step(_waiting_for(scene, seat), {})
    last = [*_last_turns(view, mine=bool(legal) and seat == view.to_move)]
    lines = (
        step.text,
        labels.hand_text(view.hand),
        *_chosen(view),
        *last,
        *labels.flipped(view),
        *news(scene, seat),
        _others(scene, seat),
        *_side_lines(scene),
        "" if view.battle else None,
        _own_standing(view, seat),
    )
    shown = legal and view.phase in _BATTLING
    rows: tuple[Row, ...] = step.rows if shown else (*grid(view, step.controls), *step.rows)
    fresh = f" · {_FRESH}" * any(held.fresh for held in view.hand)
    footer = f"{'' if shown else LEGEND}{fresh}".removeprefix(" · ")
    text = "\n".join(line for line in lines if line is not None)
    what = (line for line in step.text.splitlines() if not line.startswith(_CHOSEN))
    # The pairs take a row below the grid, and what has happened is told again after them.
    fought = [] if legal and view.phase is Phase.PAIR else news(scene, seat, brief=True)
    lead = "\n".join(filter(None, (*what, small((*last, *fought)))))
    return Screen(text, rows, footer, lead=lead)


def _step(scene: Scene[View], seat: Seat, legal: Sequence[Action], focus: str) -> Step[Any]:
    view = scene.view
    match view.phase:
        case Phase.PAIR:
            return _pair(legal)
        case Phase.TAKE:
            return _take(legal)
        case Phase.POW:
            return _pow(scene, legal, focus)
        case Phase.COUNTER:
            return _counter(view, seat, legal, focus)
        case Phase.DEFEND | Phase.BUFFET:
            return _lay(view, legal, focus)
    return _flip(view, legal)


def _flip(view: View, legal: Sequence[Action]) -> Step[Slot]:
    controls = {flip.slot: Click(Act(str(flip))) for flip in of_kind(legal, Flip)}
    if view.phase is Phase.BOARD:
        return Step("**Flip a slot for the board.**", controls)
    return Step(f"**Chow! Flip a card ({len(view.up) + 1} of {view.due}).**", controls)


def _pair(legal: Sequence[Action]) -> Step[Slot]:
    row = tuple(
        Button(f"{pair.first} + {pair.second}", Act(str(pair)), Style.MAIN)
        for pair in of_kind(legal, Pair)
    )
    return Step("**Pick your match.**", {}, (row,))


def _take(legal: Sequence[Action]) -> Step[Slot]:
    controls = {take.slot: Click(Act(str(take)), Style.GOOD) for take in of_kind(legal, Take)}
    return Step("**A match! Take a slot beside it.**", controls)


def _own_standing(view: View, seat: Seat) -> str:
    cards = counted(view.counts[seat], "card")
    before = f" and {number(view.totals[seat])} before" if view.results else ""
    return f"-# Your hand: {cards} · {counted(view.points[seat], 'point')}{before}"


def _chosen(view: View) -> Iterator[str]:
    """Yield the cards that the viewer has laid in secret (P5.3)."""
    if view.chosen:
        cards = [held.card for held in view.chosen]
        yield f"Laid for the showdown: **{labels.cards_words(cards)}**."


def _last_turns(view: View, *, mine: bool) -> Iterator[str]:
    if mine and view.last is not None and view.last < view.seats:  # P4.1
        yield "**This is your last turn.**"
    elif left := labels.turns_left(view):
        yield f"{left[:1].upper()}{left[1:]}."


def _others(scene: Scene[View], seat: Seat) -> str:
    view = scene.view
    others = ((seat + step) % view.seats for step in range(1, view.seats))
    told = ", ".join(
        f"{bold(scene.seats, each, _NAME)}{NBSP}{view.counts[each]} "
        f"({counted(view.points[each], 'point')})"
        for each in others
    )
    return f"Cards: {told} · deck {view.draw_pile}"


def _score(view: View, seat: Seat) -> Iterator[str]:
    result = view.results[-1]
    won, left = result.won[seat], result.left[seat]
    yield f"**Round {result.round}**: {counted(result.points[seat], 'point')} for you"
    yield f"Won: {labels.cards_words(won)} · {labels.sum_of(won)}"
    if result.hot_sauce:
        yield f"Hot Sauce: {labels.cards_words(left)} left · {labels.points_of(result, seat)}"
    yield f"{counted(view.totals[seat], 'point')} in all"


def _waiting_for(scene: Scene[View], seat: Seat) -> str:
    view = scene.view
    if view.phase is Phase.BUFFET:
        names = listed([bold(scene.seats, each, _NAME) for each in sorted(view.to_act)])
        return f"Showdown: waiting for {names}."
    who = labels.acting(view)
    if who == seat:
        return IDLE
    if who == view.to_move and view.phase is Phase.FLIP:
        return f"It's {bold(scene.seats, who)}'s turn."
    return f"{bold(scene.seats, who)} {labels.doing(view)}."


def grid(view: View, controls: Mapping[Slot, Click]) -> tuple[Row, ...]:
    """Return the sixteen slots as buttons, those without a click disabled, open ones marked."""
    lines = [SLOTS[at : at + 4] for at in range(0, len(SLOTS), 4)]
    return rows_of(
        lines,
        lambda slot: labels.slot_label(view, slot),
        controls,
        lambda slot: view.slots[slot.place].up,
        lambda slot: labels.slot_emoji(view, slot),
    )


MOST: Final = 26
"""The most cards that one action may lay, limited by the length of a button's custom id."""

_WIDE: Final = 5
_BUTTONS: Final = 15
"""The most cards that are buttons; of more, menus are made."""

_MENUS: Final = 4
_PASS: Final = Button("Skip", Act(str(act.Pass())))
_DECLINE: Final = Button("Skip", Act(str(Decline())), Style.DANGER)
_CHOSEN: Final = "Chosen: "
"""Begins what only a hand in words tells: below a picture the buttons show it."""


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

    def __init__(self, view: View, legal: Sequence[Action], goal: Goal) -> None:
        self._deck = view.options.cards
        self.hand = labels.in_order(cards_of(view.hand))
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
        read = self._read(focus)
        cards = self._enough if read is None else read
        lays, ends = tuple(self._lays(cards)), tuple(self._ends(cards))
        rows = (lays, ends) if self.goal.more else ((*lays, *ends),)
        toggles = [self._toggle(cards, card) for card in dict.fromkeys(self.hand)]
        chosen = _laid_out(toggles, "Add a card, or take it back")
        return Step("\n".join((text, *self._standing(cards))), {}, (*chosen, *rows))

    def _just_enough(self) -> tuple[Card, ...]:
        """Return the fewest and lowest cards that win, or are level; none without an opponent."""
        if self.goal.against is None:
            return ()
        other = strength(self.goal.against)
        enough = [some for some, mine in self._plays.items() if mine >= other]
        return min(enough, key=lambda one: (self._plays[one] == other, strength(one)), default=())

    def _toggle(self, cards: tuple[Card, ...], card: Card) -> Button:
        """Return the button of a card: each click adds one; after the last, it removes all."""
        have, had = self.hand.count(card), cards.count(card)
        beside = "" if have == 1 else f"{had}/{have}"
        label = f"{labels.card_words(card)} {beside}".rstrip()
        style = Style.MAIN if had else Style.PLAIN
        return Button(label, self._with(cards, card), style, labels.card_emoji(card), beside)

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
        for label, verb in self.goal.lays:
            alone = cards and not self.goal.lays[1:]
            words = f"{label}: {labels.side_words(cards)}" if alone else label
            can = cards and fit((*self.goal.before, *cards))
            does = Act(f"{verb} {write_cards(sorted(cards))}") if can else None
            yield Button(words, does, Style.GOOD if can else Style.PLAIN)

    def _ends(self, cards: tuple[Card, ...]) -> Iterator[Button]:
        """Yield buttons that are there all the time, so that those below don't move."""
        strongest = max(self._plays, key=strength)
        if len(strongest) > 1:
            more = None if Tally(strongest) == Tally(cards) else self._focus(strongest)
            yield Button(f"Strongest: {total(strongest)}", more)
        yield Button("Clear", self._focus(()) if cards else None)
        yield from self.goal.more

    def _standing(self, cards: tuple[Card, ...]) -> Iterator[str]:
        laid, against = (*self.goal.before, *cards), self.goal.against
        if cards and not fit(laid):
            yield "To lay two factions, add a Team-Up."
            return
        if against is not None and not self._enough:
            fitting = [card for card in self.hand if fit((*self.goal.before, card))]
            lowest = min(fitting, key=lambda card: (card.number, card.is_wild))
            yield f"You can't win this. Your cheapest card is {labels.card_words(lowest)}."
        words = labels.cards_words(cards)
        if cards and against is not None and self._enough:
            mine, other = strength(laid), strength(against)
            how = "ahead" if mine > other else "behind" if mine < other else "level"
            yield f"With {words}, you're **{how}**."
        elif cards:
            yield f"{_CHOSEN}{words}."

    def _focus(self, cards: Sequence[Card]) -> Focus:
        return Focus(f"{self.goal.word} {write_cards(labels.in_order(cards))}")

    def _read(self, focus: str) -> tuple[Card, ...] | None:
        """Return the cards of a half-made choice, None for any other focus."""
        found = re.fullmatch(f"{self.goal.word} ((?:[A-Z][1-9])*)", focus)
        if found is None:
            return None
        cards = self._deck.named(read_cards(found[1])) if found[1] else ()
        wrong = len(cards) > MOST or Tally(cards) - Tally(self.hand)
        return None if wrong or self._focus(cards).focus != focus else cards


def _single(cards: Sequence[Card], verb: str) -> tuple[Row, ...]:
    """Return a button for each different card; without a verb they are disabled."""
    does = [(card, Act(f"{verb} {card}") if verb else None) for card in labels.in_order({*cards})]
    buttons = [Button(labels.card_words(at), to, emoji=labels.card_emoji(at)) for at, to in does]
    return _laid_out(buttons, "Choose a card")


def _laid_out(buttons: Sequence[Button], placeholder: str) -> tuple[Row, ...]:
    if len(buttons) <= _BUTTONS:
        return tuple(tuple(buttons[at : at + _WIDE]) for at in range(0, len(buttons), _WIDE))
    items = [MenuItem(each.label, each.does, emoji=each.emoji) for each in buttons if each.does]
    return menus(placeholder, items[: MAX_MENU_ITEMS * _MENUS])


def _pow(scene: Scene[View], legal: Sequence[Action], focus: str) -> Step[Any]:
    """Offer cards with each opponent; or a card against the board; or no battle (P3.1, P3.5)."""
    view = scene.view
    if any(isinstance(action, act.BattleBoard) for action in legal):
        rows = _single(cards_of(view.hand), "board")
        return Step("**Battle the board with a card, or skip it.**", {}, (*rows, (_PASS,)))
    targets = list(dict.fromkeys(each.target for each in legal if isinstance(each, act.Attack)))
    if not targets:
        return Step("**There's nobody to battle.**", {}, ((_PASS,),))
    names = {seat: plain(scene.seats[seat].name, _NAME) for seat in targets}
    lays = tuple((f"Pow {name}", f"pow {seat + 1}") for seat, name in names.items())
    text = "**Pow! Pick cards, or skip it.**"
    return Choosing(view, legal, Goal("pow", lays, more=(_PASS,))).step(text, focus)


def _lay(view: View, legal: Sequence[Action], focus: str) -> Step[Any]:
    """Offer the cards to lay against an attack, or in secret for a showdown (P3.2, P5.3)."""
    text = "**Showdown: lay down at least one card.** All are shown together."
    goal = Goal("lay", (("Lay down", "lay"),))
    if view.battle is not None:
        text = "**You're under attack: lay cards.**"
        goal = Goal("defend", (("Defend", "defend"),), against=view.battle.attack)
    return Choosing(view, legal, goal).step(text, focus)


def _counter(view: View, seat: Seat, legal: Sequence[Action], focus: str) -> Step[Any]:
    """Offer the cards to add while behind; a hand of which none fits is asked, too (P3.3, P3.5)."""
    battle = view.battle
    if battle is None:
        return Step("", {}, ((_DECLINE,),))
    mine = battle.laid(seat)
    able = [card for card in cards_of(view.hand) if fit((*mine, card))]
    if not able:
        rows = _single(cards_of(view.hand)[:_BUTTONS], "")
        return Step("**You're behind, but none of your cards fits.**", {}, (*rows, (_DECLINE,)))
    if battle.target is None:
        rows = _single(able, "counter")
        return Step("**You're behind: add a card or skip.**", {}, (*rows, (_DECLINE,)))
    text = "**You're behind: add cards or skip.**"
    other = battle.defence if seat == battle.attacker else battle.attack
    goal = Goal("counter", (("Add", "counter"),), mine, other, more=(_DECLINE,))
    return Choosing(view, legal, goal).step(text, focus)


def _side_lines(scene: Scene[View]) -> list[str]:
    battle = scene.view.battle
    if battle is None:
        return []
    sides = ((battle.attacker, battle.attack), (battle.target, battle.defence))
    return [
        f"- {_who(scene, seat)}: {labels.cards_words(cards, 'nothing yet')}"
        f"{f' ({labels.side_words(cards)})' * bool(cards)}"
        for seat, cards in sides
    ]


def _who(scene: Scene[View], seat: Seat | None) -> str:
    if seat is None:
        return "the board"
    return "you" if seat == scene.view.viewer else bold(scene.seats, seat, _NAME)
