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
from bot.tables.sight import short_name
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
"""Of all pages about league nights."""

WITHOUT_ME: Final = "To check it without me, run `check_deal.pyz` from my documents."
"""Said wherever a record is given out or proved."""

_TITLE: Final = "## Why the deal is fair"


_OWN: Final = (
    f"{_TITLE}\n"
    "A secret was drawn before anyone sat down. The lobby shows how its fingerprint (SHA-256) "
    "begins:\n`{}`\nThe secret and the players' cuts decide all cards. After the match, everyone "
    "sees it, and `/match verify` checks every card."
)

_SHARED: Final = (
    f"{_TITLE}\n"
    "All tables of this board have one secret, fixed before anyone was seated. Its fingerprint "
    "(SHA-256) is\n`{}`\nAll cards follow from it alone, so all tables are dealt the same. Once "
    "all are done, everyone sees it, and `/match verify` checks every card."
)

_AT_NIGHT: Final = (
    "The secret follows from that of the league night and the words that cut its deck. "
    "**Fairness** below the night's message shows them, and afterwards what proves all tables."
)

_ALONE: Final = (
    f"{_TITLE}\n"
    "A secret was fixed before anyone was seated. Its fingerprint (SHA-256) is\n`{}`\nAll cards "
    "follow from it. After the match, everyone sees it, and `/match verify` checks every card."
)

_ASK: Final = (
    "**Cut the deck** with any word. Nobody can have known the cards, not even me, if yours is the "
    "last word, and the only new one when the match starts."
)


_DEALS: Final = "## Why the deals are fair"

_MOST_LISTED: Final = 24
"""Words that **Fairness** tells itself, the newest; a file has them all."""

_NIGHT_SECRET: Final = (
    f"{_DEALS}\n"
    "This night has one secret. Its fingerprint (SHA-256) begins in the night's message:\n`{}`\n"
    "All its cards follow from it and the words that people cut the deck with before the start."
)

_NIGHT_LATE: Final = (
    "This night was planned before nights had a secret, so it was drawn later: <t:{}:f>."
)

_NIGHT_NONE: Final = (
    f"{_DEALS}\n"
    "This night began before its deck could be cut. Each table or board has a secret of its own, "
    "and **Fairness** at the table shows its fingerprint."
)

_NIGHT_ASK: Final = (
    "Everyone who's in can **cut the deck** with any word until the first round. Nobody can have "
    "chosen the deals, not even me, if yours is the last word and the only new one at the start."
)

_NIGHT_FIXED: Final = "The words have been fixed since the first round began."

_NIGHT_OVER: Final = (
    "The night is over. Its secret was\n`{}`\n"
    "This file has it with the words and proves the secret of each table's record."
)

_NIGHT_WAITS: Final = (
    "When the last table is done, the secret is here, with a file that proves it all."
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
    return Page(
        fitted(
            (
                Text(
                    f"{_TITLE}\n"
                    f"The secret of this match was\n`{table.secret.hex()}`\n"
                    f"Its fingerprint (SHA-256) has been public since {_since(table)}:\n"
                    f"`{commitment(table.secret)}`"
                ),
                Text(_AT_NIGHT if table.night is not None else _words(table)),
                Text(
                    "The record has the whole match. `/match verify` checks every card of it, "
                    f"and so can anyone else. {WITHOUT_ME}"
                ),
                Attached(Upload(record_name(table), record)),
            )
        ),
        colour=COLOUR,
    )


def _since(table: TableState) -> str:
    return "the lobby" if table.night is None and table.board is None else "before the match"


def record_name(table: TableState) -> str:
    """Return the name of the record's file."""
    return f"table-{table.id}.record"


def _words(table: TableState) -> str:
    words = word_list(words_of(table), table.changes)
    if words:
        return f"**The deck was cut with**\n{words}"
    return _unordered(table) if table.seats else "Nobody has cut the deck yet."


def _unordered(table: TableState) -> str:
    """Return the words of an old match, in which their order was not kept."""
    cuts = " · ".join(
        f"{short_name(table, seat)} “{escape(cut, len(cut))}”"
        for seat, cut in enumerate(table.cuts)
        if cut
    )
    return f"The deck was cut with: {cuts}" if cuts else "Nobody cut the deck."


FIELD: Final = "word"
"""The custom id of the form's field."""

SEAL_SHOWN: Final = 16
"""Digits of a fingerprint in a message that everyone sees; **Fairness** has the rest."""

_MOST_AT_NIGHT: Final = 10
"""Words in the message of a night, the newest; **Fairness** has them all."""

_MOST_TOLD: Final = 6
"""Changes that are told one by one, the newest."""

_UNSEEN: Final = (
    "**Something changed while you typed.** Please look at the message, and cut again to be sure."
)

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
    about = "It's mixed into every shuffle. Everyone sees it at once."
    return form("Cut the deck", control, word, "Your word", about)


def said(word: Word) -> str:
    """Return a person's name and their word, in Markdown."""
    return f"**{escape(word.name, IN_LINE)}** “{escape(word.text, len(word.text))}”"


def place_of(number: int, words: int) -> str:
    """Say which of the words someone's is; ``number`` counts from 0."""
    return f"the {ordinal(number + 1)} of {words}" if words > 1 else "the only one"


def changed(changes: Sequence[Change]) -> str:
    """Say what has changed the deal; nothing where nothing has."""
    told = [_CHANGED[one.what].format(escape(one.name, IN_LINE)) for one in changes[-_MOST_TOLD:]]
    return listed([*(["more"] if len(changes) > _MOST_TOLD else []), *told])


def cut_answer(words: Sequence[Word], *, seen: bool) -> str:
    """Return what someone is told whose word is the last; ``seen``: nothing changed meanwhile."""
    word = escape(words[-1].text, len(words[-1].text))
    place = place_of(len(words) - 1, len(words))
    answer = f"You've cut the deck with “{word}”, {place}. Everyone sees it."
    return answer if seen else f"{answer} {_UNSEEN}"


def own_word(own: OwnCut) -> str:
    """Tell someone their word in a finished match, for them to see whether it is the right one."""
    word = escape(own.word, len(own.word))
    after = changed(own.after)
    since = f" After it: {after}." if after else " Nothing changed after it."
    look = "Is that what you typed? If not, this deal wasn't fair."
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
    again = "" if table.seats else " You can cut again behind **Fairness**."
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
    ask = "" if night.rounds else "\n-# If you're in, you can cut the deck: press **Fairness**."
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
        parts += [Text(_NIGHT_FIXED), Text(_NIGHT_WAITS)]
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
