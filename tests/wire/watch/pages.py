"""All pages that a reader may see, made from twins, which differ in hidden cards only."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, get_args

from bot.compose import behaviour
from bot.game.contract import GameError, Seat, Viewer
from bot.games.registry import GAMES, has_open_hands
from bot.settings import HouseSettings
from bot.tables.clock import HouseRules
from bot.tables.history import own_turn
from bot.tables.sight import look
from bot.tables.state import TableState
from bot.tables.store import Phase
from cogs.core.click import Address, read_address
from cogs.core.page import Button, Kept, Page, PageView, Picture, Text, pieces
from cogs.play import teaching
from cogs.play.coaching import BACK, Better, Coaching, Hint, better_page, hint_page
from cogs.play.finish import finish_page
from cogs.play.hand import Hand, hand, hand_page
from cogs.play.lobby import closed_lobby_page, left_lobby_page, lobby_page
from cogs.play.more import more_page, table_text
from cogs.play.options import Movable, options_page
from cogs.play.table import reminder_page, table_page
from tests.wire.stand_in import Interaction
from tests.wire.stand_in.messages import walk
from tests.wire.stand_in.world import Json
from tests.wire.watch.sentences import LINK, is_plain
from tests.wire.watch.truth import Truth

BEHAVIOUR: Final = behaviour(HouseSettings.model_construct())
"""As a bot has it whose operator has set nothing."""

TEXT: Final = 10
LINE: Final = 14

FIGURES: Final = re.compile(r"win \d+(\.\d)?%")


@dataclass(frozen=True, slots=True)
class Asked:
    """What a click asked for: a half-made choice to be shown, or an action."""

    focus: str = ""
    action: str = ""
    outdated: str = ""
    """What is left of the focus where the click came too late."""


def written(page: Page) -> Json:
    """Return a page as Discord is sent it."""
    return PageView(page).to_components()


def public_pages(truth: Truth, seq: int, said: Json, rules: HouseRules) -> Iterator[Page]:
    """Yield what everyone may be shown of a table after ``seq`` entries."""
    table, face = truth.twin(seq, None), truth.face
    link = _link(said)
    if table.phase is Phase.LOBBY:
        yield lobby_page(table, rules)
    elif not table.seats:
        yield closed_lobby_page(table)
    elif table.phase is Phase.PLAYING:
        if link:
            yield left_lobby_page(table, link)
        for mention in (True, False):
            yield table_page(table, face, truth.picture(table), rules, mention=mention)
            if not link:
                seats = tuple(sorted(table.to_act))
                yield reminder_page(table, seats, rules, mention=mention)
    else:
        yield finish_page(table, face, truth.picture(table))


def options_pages(truth: Truth, seq: int, rules: HouseRules) -> Iterator[Page]:
    """Yield the form of a lobby's options, wherever the table can move to."""
    table = truth.twin(seq, None)
    if table.phase is Phase.LOBBY:
        for movable in get_args(Movable):
            yield options_page(table, BEHAVIOUR, rules, movable=movable)


def text_pages(truth: Truth, seq: int, user: int) -> Iterator[Page]:
    """Yield what is behind **More**: the menu, and the public picture in words."""
    table = truth.twin(seq, None)
    back = (Button(BACK, str(Address(table.id, "hand"))),)
    for row in ((), back):
        for words in (False, True):
            yield more_page(table, user, words=words).plus(row)
        for piece in pieces(table_text(table, truth.face)) if table.seats else ():
            yield Page((Text(piece),)).plus(row)


def taught_pages(truth: Truth, seq: int, click: Interaction) -> Iterator[Page]:
    """Yield what Kai may teach the person who clicked, from what they know.

    Why Kai made a move follows from what Kai knew, of which no sentence names a hidden card; here
    it is to follow from the log. Where hands stay hidden, it has no figures either.
    """
    address = read_address(str(click.data.get("custom_id") or "k1:0000000000:none"))
    table = truth.moments[seq]
    seat, more = table.seat_of(click.user.id), address.words.endswith(":more")
    if address.verb == "reasons" and seat is not None and look(table, seat).legal:
        lasting = address.words.partition("=")[2].partition(":")[0]
        yield hint_page(table, seat, _hint(truth, seq, seat), lasting, more=more)
    if address.verb == "better" and seat is not None:
        own = address.words.removesuffix(":more")
        better = _better(truth, seat, int(own.partition(":")[2]))
        if better is not None:
            yield better_page(table, truth.face, better, own, more=more)
    if address.verb == "why":
        ply, in_full, number = address.words.partition(":more")
        which = int(number.removeprefix(":") or 0) if in_full else None
        page = _kai_s_turn(truth, int(ply), which)
        if has_open_hands(truth.moments[-1].game.name) or not tells_figures(written(page)):
            yield page
            yield page.plus((Button(BACK, str(Address(table.id, "hand"))),))


def tells_figures(page: Json) -> bool:
    """Whether a page says what some choice is worth."""
    texts = [str(part["content"]) for part in walk(page) if part["type"] == TEXT]
    return any(FIGURES.search(text) for text in texts)


@cache
def _kai_s_turn(truth: Truth, ply: int, more: int | None) -> Page:
    return teaching.turn(truth.moments[-1], truth.entries, GAMES, ply, more)


@cache
def _hint(truth: Truth, seq: int, seat: Seat) -> Hint:
    """Return the hint that follows from what a seat knows after ``seq`` entries."""
    return teaching.hint(truth.twin(seq, seat), seat)


@cache
def _better(truth: Truth, seat: Seat, ply: int) -> Better | None:
    """Return what was better in a turn, as it follows from what its seat knew then."""
    made = own_turn(truth.moments[-1].id, truth.entries, GAMES, seat, ply)
    return teaching.judge(
        [replace(each, before=truth.twin(each.before.seq, seat)) for each in made]
    )


@dataclass(frozen=True, slots=True)
class Hands:
    """The hands that one person may be shown."""

    truth: Truth
    user: int

    def pages(self, seq: int, said: Json, asked: Asked) -> Iterator[Page]:
        """Yield the person's hand after ``seq`` entries, with the notice and the link it bears."""
        table = self.truth.moments[seq]
        seat = next((n for n, found in enumerate(table.seats) if found.user == self.user), None)
        if seat is None:
            return
        # Who was removed may know no more than anyone.
        viewer: Viewer = table.seat_of(self.user)
        twin = self.truth.twin(seq, viewer)
        notice, link = _notice(said), _link(said)
        if notice and not all(is_plain(n) or self._refused(twin, seat, n, asked) for n in notice):
            return
        taught = self._taught(seq, seat, said)
        for focus in {asked.focus, asked.outdated}:
            for words in (False, True):
                shown = hand(twin, self.truth.face, seat, focus, taught, words=words)
                for picture in self._pictures(shown):
                    yield hand_page(shown, link, "\n".join(notice), picture)

    def _pictures(self, shown: Hand) -> Iterator[Picture | Kept | None]:
        """Yield the ways in which a hand comes: with its picture, sent or kept, or in words."""
        if shown.scene is None:
            yield None
            return
        drawn = self.truth.hand_picture(shown.scene)
        yield drawn
        yield Kept(drawn.upload.name, drawn.alt)

    def _taught(self, seq: int, seat: Seat, said: Json) -> Coaching:
        """Return what Kai may teach in a hand, of what the hand claims that it does."""
        ids = [str(part.get("custom_id") or "") for part in walk(said)]
        verbs = {each.verb: each.words for each in map(read_address, filter(None, ids))}
        hint = None
        if "reasons" in verbs and look(self.truth.moments[seq], seat).legal:
            hint = _hint(self.truth, seq, seat)
        lesson = None
        if "better" in verbs:
            ply = int(verbs["better"].removesuffix(":more").partition(":")[2])
            better = _better(self.truth, seat, ply)
            if better is not None and better.is_dear:
                lesson = ply
        return Coaching(hint, lesson)

    def _refused(self, twin: TableState, seat: int, notice: str, asked: Asked) -> bool:
        """Whether a notice is what the rules say to the action, knowing no hidden card."""
        try:
            twin.game.apply(twin.position, seat, twin.game.parse(asked.action))
        except GameError as error:
            return str(error) == notice
        return False


def _notice(said: Json) -> list[str]:
    """Return the lines above a hand that a line sets apart."""
    parts = list(walk(said))[1:]
    if len(parts) > 1 and parts[0]["type"] == TEXT and parts[1]["type"] == LINE:
        return str(parts[0]["content"]).split("\n")
    return []


def _link(said: Json) -> str:
    """Return the link to the table that a page bears, wherever it leads."""
    texts = [str(part["content"]) for part in walk(said) if part["type"] == TEXT]
    found = re.search(rf"{LINK}$", "\n".join(texts), re.MULTILINE)
    return found[0] if found else ""
