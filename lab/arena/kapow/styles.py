"""Styles of play that look one turn ahead: they differ in how they judge the end of a turn."""

from functools import cache
from typing import Final

from bot.games.kapow.kai.normal import Judge
from bot.games.kapow.kai.sight import HandState, hidden_in
from bot.games.kapow.rules.hand import Hand, Triad
from bot.games.kapow.rules.view import View
from lab.arena.kapow.columns import (
    CHANCES,
    Gifts,
    Slots,
    price,
    price_with,
    reached,
    slots,
    staying,
)


class Cautious(Judge):
    """*cautious*: keeps cards face down, gives nothing away, goes out only if surely lowest.

    It would rather discard what it draws than turn a card up that does not help a column much.
    """

    _CARDS: Final = 4
    """How many cards it counts on for each column, however long the round may last."""

    _TURNED_UP: Final = 2.0
    """The cost of having a card face up, in points: turning up brings the end nearer."""

    _GIFT: Final = 1.5
    """The weight of what the top discard saves the next player."""

    _LUCK: Final = 5.0
    """What it thinks a rival may save with each face-down card, and in the final turn."""

    _SURE: Final = 10.0
    """What it is worth to go out if surely lowest, in points."""

    _NEVER: Final = 1000.0
    """The cost of going out otherwise."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._gifts = Gifts(self.next_hand, self.odds)

    def cost(self, hand_state: HandState) -> float:
        """Return the expected points of the hand, and what it shows and gives away."""
        stay, top = staying(hand_state)
        given = self._GIFT * self._gifts.of(top, self._CARDS)
        hidden = hidden_in(stay)
        if self.view.out is not None:
            return self.expected(stay) + self._GIFT * self._gifts.of(top, 1)
        if not hidden:
            now = self.expected(stay)
            return now + given + (-self._SURE if self._is_surely_lowest(now) else self._NEVER)
        later = sum(price_with(self.odds, slots(triad), self._CARDS) for triad in stay)
        return later - self._TURNED_UP * hidden + given

    def _is_surely_lowest(self, now: float) -> bool:
        return all(now < self._least(hand) for hand in self.others)

    def _least(self, hand: Hand) -> float:
        """Return what a rival may come down to in a lucky final turn: its best column goes."""
        columns = [triad for triad in hand if triad is not None]
        saved = max((self.worth(t) - price(slots(t), 2) for t in columns), default=0.0)
        return self.expected(hand) - saved - self._LUCK * (1 + hidden_in(hand))


class Reckless(Judge):
    """*reckless*: turns up a card in nearly every turn, and goes out first, whatever others have.

    It counts its points as they lie, and doesn't mind that points are doubled.
    """

    _HASTE: Final = 2.5
    """The cost of a face-down card, in points: cards up to 8 go where one lies."""

    def cost(self, hand_state: HandState) -> float:
        """Return the points of the hand as it lies, and the cost of what is still face down."""
        stay, _ = staying(hand_state)
        return self.expected(stay) + self._HASTE * hidden_in(stay)


class Collector(Judge):
    """*collector*: plays for columns and powersets, hardly counts points before a final turn."""

    _CARDS: Final = 3
    """How many cards it counts on for each column."""

    _COLUMN: Final = 30.0
    """What a complete column is worth, in points."""

    _POWER: Final = 1.5
    """What each power card beneath another card is worth, in points."""

    _POINT: Final = 0.3
    """What a point counts before a final turn."""

    def cost(self, hand_state: HandState) -> float:
        """Return the negative worth of what is collected; in a final turn, the points."""
        stay, _ = staying(hand_state)
        points = self.expected(stay)
        if self.view.out is not None:
            return points
        complete = len(hand_state.hand) - len(stay)
        hopes = sum(_hope(slots(triad), self._CARDS) for triad in stay)
        collected = self._COLUMN * (complete + hopes) + self._POWER * sum(map(_powers, stay))
        return self._POINT * points - collected


def _powers(triad: Triad) -> int:
    return sum(len(position.modifiers) for position in triad)


@cache
def _hope(column: Slots, cards: int) -> float:
    """Return the chance to complete a column over this many cards, if all of them are its own."""
    if not cards:
        return 0.0
    unused = _hope(column, cards - 1)
    return sum(
        chance * max(unused, *(1.0 if new is None else _hope(new, cards - 1) for new in made))
        for chance, made in zip(CHANCES, reached(column), strict=True)
    )


class Sprinter(Judge):
    """*sprinter*: plans columns for a short round, makes it short, goes out as soon as it leads.

    It reckons by its own face-down cards how long the round lasts, and gives away what it likes.
    """

    _CARDS_A_TURN: Final = 1.5
    """How many cards a turn offers on average: the drawn one, and often the open one."""

    _MOST: Final = 6
    """The maximum look-ahead, in cards."""

    _HASTE: Final = 3.0
    """The cost of a face-down card, in points, since it takes a turn to get rid of it."""

    def cost(self, hand_state: HandState) -> float:
        """Return the expected points; those of going out behind count twice (K6.5)."""
        stay, _ = staying(hand_state)
        hidden, now = hidden_in(stay), self.expected(stay)
        if self.view.out is not None:
            return now
        if not hidden:
            return 2 * now if now > max(0.0, self.lowest_other) else now - self._HASTE
        cards = min(self._MOST, max(1, round(self._CARDS_A_TURN * hidden)))
        later = sum(price_with(self.odds, slots(triad), cards) for triad in stay)
        return later + self._HASTE * hidden


class Spoiler(Judge):
    """*spoiler*: starves the next player, and ends the round if that goes badly for the others.

    It compares its points with those of the others, as if the round might end at any moment.
    """

    _CARDS: Final = 3
    """How many cards it counts on for each column, its own or the next player's."""

    _GIFT: Final = 2.0
    """The weight of what the top discard saves the next player."""

    _RELIEF: Final = 6.0
    """How many points a final turn is expected to save each rival."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._gifts = Gifts(self.next_hand, self.odds)
        self._rivals = [self.expected(hand) - self._RELIEF for hand in self.others]

    def cost(self, hand_state: HandState) -> float:
        """Return by how much the seat is behind, and what it gives to the next player."""
        stay, top = staying(hand_state)
        now = self.expected(stay)
        theirs = sum(self._rivals) / len(self._rivals)
        if self.view.out is not None:
            return now - theirs + self._GIFT * self._gifts.of(top, 1)
        if not hidden_in(stay):
            doubled = now > max(0.0, min(self._rivals))
            return now * (2 if doubled else 1) - theirs + self._GIFT * self._gifts.of(top, 1)
        later = sum(price_with(self.odds, slots(triad), self._CARDS) for triad in stay)
        return later + self._GIFT * self._gifts.of(top, self._CARDS)
