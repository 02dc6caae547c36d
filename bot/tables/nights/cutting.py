"""How the deck of a whole night is cut: its secret, its words, and what follows for each table."""

import secrets
from collections.abc import Sequence
from typing import Final

from bot.game.deck import SECRET_BYTES, commitment, table_secret
from bot.game.night_record import NightRecord
from bot.game.record import NightTable
from bot.night.duplicate import board_secret
from bot.night.events import Cut, Sealed
from bot.tables.core.cutting import Word, read_word
from bot.tables.core.dealt import Dealt
from bot.tables.core.errors import RefusedError
from bot.tables.core.record import OwnCut
from bot.tables.core.state import Change
from bot.tables.nights.store import StoredNight

__all__ = [
    "MOST_WORDS",
    "board_id",
    "board_of",
    "cut_by",
    "deal_of",
    "drawn",
    "night_record",
    "own_word",
    "sealed_at",
    "words_of",
]

MOST_WORDS: Final = 20
"""How often somebody may cut the deck of a night; each time is an event in its log."""


def drawn() -> Sealed:
    """Draw the secret of a night."""
    return Sealed(secret=secrets.token_bytes(SECRET_BYTES).hex())


def sealed_at(stored: StoredNight) -> int | None:
    """Return when the secret was drawn (ms since 1970), if that was later than the planning."""
    pairs = zip(stored.events, stored.times, strict=True)
    at = next((at for event, at in pairs if isinstance(event, Sealed)), None)
    return at if at is not None and at > stored.times[0] else None


def cut_by(stored: StoredNight, user: int, typed: str, longest: int) -> Cut:
    """Return a person's word, at most ``longest`` characters; ``RefusedError`` says why not."""
    night, number = stored.night, stored.number_of(user)
    if night.secret is None or night.rounds:
        raise RefusedError("The night has begun, so its deck can't be cut any more.")
    if number is None or number not in night.here:
        raise RefusedError("Only those who are in can cut the deck. Press **I'm in** first.")
    made = sum(isinstance(one, Cut) and one.person == number for one in stored.events)
    if made >= MOST_WORDS:
        raise RefusedError(f"You've cut this deck {MOST_WORDS} times. Your last word stays.")
    return Cut(person=number, word=read_word(typed, longest))


def words_of(stored: StoredNight) -> Sequence[Word]:
    """Return the words of a night in their order, with the names of those who made them."""
    return [Word(stored.people[one.person].name, one.text) for one in stored.night.words]


def own_word(stored: StoredNight, user: int) -> OwnCut | None:
    """Return a person's word at a night; None without one."""
    number, words = stored.number_of(user), stored.night.words
    place = next((at for at, word in enumerate(words) if word.person == number), None)
    if place is None:
        return None
    later = (stored.people[word.person].name for word in words[place + 1 :])
    after = tuple(Change("cut", name) for name in later)
    return OwnCut(words[place].text, place, len(words), after)


def board_id(night: str, board: int) -> str:
    """Return what a table's log calls the board that is dealt at it."""
    return f"{night} {board}"


def board_of(text: str) -> tuple[str, int]:
    """Return the night and the number of a board, the reverse of :func:`board_id`."""
    night, _, board = text.partition(" ")
    return night, int(board)


def deal_of(stored: StoredNight, at: int) -> Dealt | None:
    """Return what is dealt at a table of the newest round, counted from 0.

    None if nothing is laid down: at a night that had begun before nights had a secret.
    """
    night, number = stored.night, len(stored.night.rounds)
    boards = night.form == "duplicate"
    board = board_id(stored.plan.id, number) if boards else None
    if night.secret is None:
        return Dealt(board_secret(night.seed, number).hex(), board) if boards else None
    table = NightTable(stored.plan.id, number, 0 if boards else at + 1)
    texts = [word.text for word in night.words]
    secret = table_secret(night.secret, texts, table.round, table.table)
    return Dealt(secret.hex(), board, str(table))


def night_record(stored: StoredNight) -> NightRecord | None:
    """Return what proves all tables of a night; it reveals all of them. None without a secret."""
    night = stored.night
    if night.secret is None:
        return None
    texts = tuple(word.text for word in night.words)
    record = NightRecord(stored.plan.id, night.form, night.secret, texts)
    tables = (
        (number, table, commitment(record.secret_of(number, table)))
        for number, each in enumerate(night.rounds, 1)
        for table in ([0] if night.form == "duplicate" else range(1, len(each.tables) + 1))
    )
    return NightRecord(*(record.night, record.form, record.secret, texts), tuple(tables))
