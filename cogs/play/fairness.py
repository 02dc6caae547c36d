"""Fairness: the words that cut the deck, why nobody can cheat, and the proof when it's over."""

from collections.abc import Mapping, Sequence
from typing import Final

import discord

from bot.face.markdown import IN_LINE, counted, escape, ordinal, plain
from bot.face.phrases import listed
from bot.game.deck import commitment, words_seal
from bot.game.verdict import NightRecord
from bot.night.night import Night
from bot.night.plan import StoredNight
from bot.night.tables import sealed_at
from bot.tables import lobby
from bot.tables.command import NotYoursError
from bot.tables.cutting import Word, mark, words_of
from bot.tables.history import OwnCut
from bot.tables.sight import seat_name
from bot.tables.state import Change, TableState
from bot.tables.store import Phase
from cogs.core.answers import answer, ask, form, tell
from cogs.core.buttons import Press, TableButton
from cogs.core.click import Address, written
from cogs.core.page import Attached, Button, Page, Part, Text, Upload, fitted
from cogs.play.coaching import way_back

BUTTON: Final = "Fairness"
COLOUR: Final = 0x4A6FA5

NIGHT_COLOUR: Final = 0xB5533C

WITHOUT_ME: Final = "`check_deal.pyz` from my documents checks it without me."

_TITLE: Final = "## Why the deal is fair"


_OWN: Final = (
    f"{_TITLE}\n"
    "All cards follow from a secret, drawn before anyone sat down, and the players' cuts. The "
    "secret's fingerprint (SHA-256):\n"
    "`{}`\n"
    "After the match, everyone sees the secret, and `/match verify` checks every card."
)

_SHARED: Final = (
    f"{_TITLE}\n"
    "All tables of this board are dealt from one secret, fixed before anyone was seated. Its "
    "fingerprint (SHA-256):\n"
    "`{}`\n"
    "Once all are done, everyone sees the secret, and `/match verify` checks every card."
)

_AT_NIGHT: Final = (
    "The secret follows from the night's own secret and cuts: see **Fairness** below the night's "
    "message."
)

_ALONE: Final = (
    f"{_TITLE}\n"
    "A secret, fixed before anyone was seated, decides all cards. Its fingerprint (SHA-256):\n"
    "`{}`\n"
    "After the match, everyone sees the secret, and `/match verify` checks every card."
)

_ASK: Final = (
    "**Cut the deck** with any word. If yours is the last, and the only new one at the start, "
    "nobody can have known the cards, not even me."
)


_DEALS: Final = "## Why the deals are fair"

_MOST_LISTED: Final = 24
"""Words that **Fairness** tells itself, the newest; a file has them all."""

_NIGHT_SECRET: Final = (
    f"{_DEALS}\n"
    "All cards of this night follow from one secret and the words that cut the deck. The secret's "
    "fingerprint (SHA-256):\n"
    "`{}`"
)

_NIGHT_LATE: Final = "The secret was drawn only after the night was planned: <t:{}:f>."

_NIGHT_NONE: Final = (
    f"{_DEALS}\nEach table or board has a secret of its own: see **Fairness** at the table."
)

_NIGHT_ASK: Final = (
    "If you're in, **cut the deck** with any word until the first round. If yours is the last, "
    "and the only new one at the start, nobody can have chosen the deals, not even me."
)

_NIGHT_OVER: Final = "The secret:\n`{}`\nThis file proves the secret of each table's record."

_NIGHT_WAITS: Final = (
    "The words are fixed now. After the last table, the secret is here, with a file that proves "
    "it all."
)


def fairness_page(table: TableState) -> Page:
    """Return how the deal of a match is fixed, with the way to cut the deck while it is open."""
    own = table.board is None and table.night is None
    words = _OWN if own else _ALONE if table.board is None else _SHARED
    parts = (
        Text(words.format(commitment(table.secret))),
        Text(_AT_NIGHT if table.night is not None else ""),
        Text(_words(table) if own else ""),
    )
    if table.phase is not Phase.LOBBY or not own:
        return Page(fitted(parts), colour=COLOUR)
    cut = Button("Cut the deck", str(Address(table.id, "cut")))
    return Page(fitted((*parts, Text(_ASK), (cut,))), colour=COLOUR)


def proof_page(table: TableState, record: bytes) -> Page:
    """Return the secret, the cuts and the record of a finished match."""
    own = table.night is None and table.board is None
    since = "the lobby" if own else "before the match"
    told = (
        f"{_TITLE}\nThe secret:\n`{table.secret.hex()}`\nIts fingerprint (SHA-256), public since "
        f"{since}:\n`{commitment(table.secret)}`"
    )
    parts = (
        Text(told),
        Text(_AT_NIGHT if table.night is not None else _words(table)),
        Text(f"`/match verify` checks every card of this record. {WITHOUT_ME}"),
        Attached(Upload(f"table-{table.id}.record", record)),
    )
    return Page(fitted(parts), colour=COLOUR)


def _words(table: TableState) -> str:
    words = word_list(words_of(table), table.changes)
    if words:
        return f"**The deck was cut with**\n{words}"
    return _unordered(table) if table.seats else "Nobody has cut the deck yet."


def _unordered(table: TableState) -> str:
    """Return the words of an old match, in which their order was not kept."""
    cuts = " · ".join(
        f"{seat_name(table, seat)} “{escape(cut, len(cut))}”"
        for seat, cut in enumerate(table.cuts)
        if cut
    )
    return f"The deck was cut with: {cuts}" if cuts else "Nobody cut the deck."


FIELD: Final = "word"

SEAL_SHOWN: Final = 16
"""Digits of a fingerprint in a message that everyone sees; **Fairness** has the rest."""

_MOST_AT_NIGHT: Final = 10
"""Words in the message of a night, the newest; **Fairness** has them all."""

_MOST_TOLD: Final = 6
"""Changes that are told one by one, the newest."""

_UNSEEN: Final = "**Something changed while you typed.** To be sure, cut again."

_CHANGED: Final[Mapping[str, str]] = {
    "joined": "{} joined",
    "left": "{} left",
    "removed": "{} was removed",
    "unanswered": "{} didn't answer",
    "kai added": "Kai was added",
    "kai removed": "Kai was removed",
    "options": "the options changed",
    "cut": "{} cut the deck",
}


def cut_form(control: str, longest: int) -> discord.ui.Modal:
    """Return the form that asks for a word; ``control`` is what its answer says it is for."""
    word = discord.ui.TextInput[discord.ui.Modal](
        custom_id=FIELD, max_length=longest, placeholder="one that nobody can guess"
    )
    about = "It's mixed into every shuffle, and everyone sees it."
    return form("Cut the deck", control, word, "Your word", about)


def said(word: Word) -> str:
    """Return a person's name and their word, in Markdown."""
    return f"**{escape(word.name, IN_LINE)}** “{escape(word.text, len(word.text))}”"


def place_of(number: int, words: int) -> str:
    """Say which of the words someone's is; ``number`` counts from 0."""
    return f"the {ordinal(number + 1)} of {words} words" if words > 1 else "the only word"


def changed(changes: Sequence[Change]) -> str:
    """Say what has changed the deal; nothing where nothing has."""
    told = [_CHANGED[one.what].format(escape(one.name, IN_LINE)) for one in changes[-_MOST_TOLD:]]
    return listed([*(["more"] if len(changes) > _MOST_TOLD else []), *told])


def cut_answer(words: Sequence[Word], *, seen: bool) -> str:
    """Return what someone is told whose word is the last; ``seen``: nothing changed meanwhile."""
    word = escape(words[-1].text, len(words[-1].text))
    place = place_of(len(words) - 1, len(words))
    answer = f"You've cut the deck with “{word}”, {place}."
    return answer if seen else f"{answer} {_UNSEEN}"


def own_word(own: OwnCut) -> str:
    """Tell someone their word in a finished match, for them to see whether it is the right one."""
    word = escape(own.word, len(own.word))
    after = changed(own.after)
    since = f" After it: {after}." if after else " Nothing changed after it."
    look = "Not what you typed? Then this deal wasn't fair."
    return f"\n**Your word**: “{word}”, {place_of(own.place, own.of)}.{since} {look}"


def cut_line(table: TableState) -> str:
    """Return the words in their order, for a message that everyone sees; nothing without any."""
    words = words_of(table)
    if not words:
        return ""
    told = ", then ".join(map(said, words))
    seal = words_seal([word.text for word in words])[:SEAL_SHOWN]
    line = f"-# Cut by {told}. Fingerprint of the words: `{seal}`"
    since = changed(table.changes)
    if not since:
        return line
    again = "" if table.seats else " **Fairness** lets you cut again."
    return f"{line}\n-# **Since the last word**: {since}.{again}"


def night_seal(night: Night, words: Sequence[Word]) -> str:
    """Return a night's fingerprint and newest words; no ``words`` where they can't be shown."""
    if night.secret is None:
        return ""
    told = [said(word) for word in words[-_MOST_AT_NIGHT:]]
    if len(words) > _MOST_AT_NIGHT:
        told.insert(0, f"{len(words) - _MOST_AT_NIGHT} more")
    elif night.words and not words:
        told.append(f"{counted(len(night.words), 'word')}, which **Fairness** has")
    seal = words_seal([word.word for word in night.words])[:SEAL_SHOWN]
    cut = "Nobody has cut the deck."
    if told:
        cut = f"Cut by {', then '.join(told)}. Fingerprint of the words: `{seal}`"
    ask = "" if night.rounds else "\n-# If you're in, cut it with **Fairness**."
    return f"-# Fair deals, sealed: `{commitment(night.secret)[:SEAL_SHOWN]}`\n-# {cut}{ask}"


def word_list(words: Sequence[Word], changes: Sequence[Change] = (), skipped: int = 0) -> str:
    """Return the words one below the other, without the first ones, and the fingerprint of all."""
    if not words:
        return ""
    lines = [f"{number}. {said(word)}" for number, word in enumerate(words, 1)]
    since = changed(changes)
    after = [f"**Since the last word**: {since}."] if since else []
    seal = f"Fingerprint of the words: `{words_seal([word.text for word in words])}`"
    return "\n".join((*lines[skipped:], *after, seal))


def night_fairness_page(
    stored: StoredNight, words: Sequence[Word], record: NightRecord | None, control: str
) -> Page:
    """Return how a night's deals are fixed, and with its ``record`` what proves them."""
    night = stored.night
    if night.secret is None:
        return Page((Text(_NIGHT_NONE),), colour=NIGHT_COLOUR)
    late = sealed_at(stored)
    parts: list[Part] = [
        Text(_NIGHT_SECRET.format(commitment(night.secret))),
        Text("" if late is None else _NIGHT_LATE.format(late // 1000)),
        *_night_words(words, begun=bool(night.rounds)),
    ]
    if record is not None:
        file = Upload(f"night-{stored.plan.id}.record", str(record).encode())
        parts += [Text(_NIGHT_OVER.format(night.secret.hex())), Attached(file)]
    elif night.rounds:
        parts.append(Text(_NIGHT_WAITS))
    elif not night.closed:
        parts += [Text(_NIGHT_ASK), (Button("Cut the deck", control),)]
    return Page(fitted(parts), colour=NIGHT_COLOUR)


def _night_words(words: Sequence[Word], *, begun: bool) -> Sequence[Part]:
    if not words:
        return [Text("Nobody has cut the deck." if begun else "")]
    left_out = max(0, len(words) - _MOST_LISTED)
    more = f"The first {left_out} are in this file.\n" if left_out else ""
    listed = Text(f"**The deck was cut with**\n{more}{word_list(words, skipped=left_out)}")
    if not left_out:
        return [listed]
    told = (f"{at}. {plain(word.name)}: {word.text}\n" for at, word in enumerate(words, 1))
    return [listed, Attached(Upload("words.txt", "".join(told).encode()))]


async def _fairness(press: Press) -> None:
    page = fairness_page(press.state).plus(way_back(press.click, press.state))
    await answer(press.click, page, in_place=True)


async def _open_cut(press: Press) -> None:
    lobby.must_be_lobby(press.state)
    if press.user not in {guest.id for guest in press.state.people}:
        raise NotYoursError("Join the table first.")
    control = Address(press.table.id, "cutting", mark(press.state))
    await ask(press.click, cut_form(str(control), press.services.host.rules.longest_cut))


async def _cut(press: Press) -> None:
    longest = press.services.host.rules.longest_cut
    before = mark(press.state)
    state = await press.table.do(lobby.cut(press.user, written(press.click, FIELD), longest))
    await tell(press.click, cut_answer(words_of(state), seen=press.words in {"", before}))


BUTTONS: Final = (
    TableButton("fair", _fairness),
    TableButton("cut", _open_cut, on_table=True),
    TableButton("cutting", _cut, on_table=True),
)
