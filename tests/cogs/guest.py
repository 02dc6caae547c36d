"""A person who plays by clicks alone."""

from typing import TYPE_CHECKING, Any

from simcord import InteractionResult, MemberActor

from bot.games.registry import player_for
from bot.kai.player import USUAL_LEVEL
from bot.tables.entries import Person
from bot.tables.sight import Sight, look
from cogs.core.click import read_address, read_hand_address
from cogs.play.table import MORE
from tests.cogs.options_form import choose_options
from tests.cogs.shown import Shown, shown
from tests.helpers import not_none

if TYPE_CHECKING:
    from tests.cogs.world import World


class Private:
    """What a command or a click was answered with in private, as it is now."""

    def __init__(self, guest: "Guest", opened: InteractionResult) -> None:
        self.guest = guest
        self._opened = opened

    @property
    def page(self) -> Shown:
        """The message as it is on the screen now."""
        return Shown(not_none(self._opened.response).message)

    async def press(self, label: str) -> InteractionResult:
        return await self.guest.actor.click(self.page.message, label=label)

    async def press_id(self, custom_id: str) -> InteractionResult:
        return await self.guest.actor.click(self.page.message, custom_id=custom_id)


class Guest:
    """Someone on the server, with at most one private hand open."""

    def __init__(self, world: "World", actor: MemberActor) -> None:
        self.world = world
        self.actor = actor
        self.private: Private | None = None
        """The open hand."""

    @property
    def id(self) -> int:
        return self.actor.id

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    @property
    def person(self) -> Person:
        """The person as tables know them."""
        return Person(id=self.id, name=self.actor.name)

    async def slash(self, command: str, **options: object) -> InteractionResult:
        """Use a command in the channel; a person among its options is a guest, None is none."""
        given: dict[str, Any] = {
            name: value.actor if isinstance(value, Guest) else value
            for name, value in options.items()
            if value is not None
        }
        return await self.actor.slash(self.world.channel, command, **given)

    async def play(self, **options: int | str | bool) -> InteractionResult:
        """Open a table (Kapow! by default) and choose its options; ``level`` is Kai's."""
        level = options.pop("level", None)
        seats = int(options.pop("kai", 0 if level is None else 1))
        asked = {"game": options.pop("game")} if "game" in options else {}
        asked |= {"kai": seats} if seats and level is None else {}
        opened = await self.slash("play", **asked)
        for _ in range(seats if level else 0):
            (menu,) = self.world.board.menus
            await self.choose(self.world.board, str(level), menu)
        if options:
            await choose_options(self, self.world.board, options)
        return opened

    async def click(self, label: str, on: Shown | None = None) -> InteractionResult:
        """Click a button of a public message, the newest if none is given, or one behind More."""
        board = on or self.world.board
        if label not in board.buttons and MORE in board.buttons:
            board = shown(await self.actor.click(board.message, label=MORE))
        return await self.actor.click(board.message, label=label)

    async def told(self, label: str, on: Shown | None = None) -> str:
        """Click a button of a public message; return the private words that come back."""
        return words(await self.click(label, on))

    async def cut(self, word: str) -> str:
        form = await self.open_cut()
        if form.modal is None:
            return words(form)
        return words(await self.actor.submit_modal(form, {"word": word}))

    async def open_cut(self) -> InteractionResult:
        """Ask for the form of a cut: its button is behind **Fairness**."""
        fairness = await self.click("Fairness")
        return await self.actor.click(not_none(fairness.response).message, label="Cut the deck")

    # The private hand.

    async def open_hand(self, on: Shown | None = None) -> Shown:
        self.private = Private(self, await self.click("My hand", on))
        return self.hand

    async def want_words(self) -> None:
        """Choose hands as text, from the open hand on."""
        await self.press(MORE)
        await self.press("Play without pictures")

    @property
    def hand(self) -> Shown:
        """The private hand as it is on the screen now."""
        return not_none(self.private).page

    async def press(self, label: str) -> Shown:
        await self.actor.click(self.hand.message, label=label)
        return self.hand

    async def press_id(self, custom_id: str) -> InteractionResult:
        return await self.actor.click(self.hand.message, custom_id=custom_id)

    async def choose(self, shown: Shown, value: str, menu: str) -> InteractionResult:
        return await self.actor.select(shown.message, [value], custom_id=menu)

    async def act(self, action: str) -> int:
        """Do an action of the game by clicks in the open hand; return how many it took."""
        path = await self._way_to(action)
        assert path is not None, f"{action} cannot be clicked: {list(self.hand.buttons)}"
        return path

    async def take_turn(self) -> None:
        """Take one's first turn of Kapow!; in any game, :meth:`World.step` does something."""
        for action in ("reveal 1t 1m", "take draw", "discard"):
            await self.act(action)

    async def _way_to(self, action: str, depth: int = 3) -> int | None:
        """Click on until the action is done, the way being found by looking."""
        if await self._do(f"a:{action}"):
            return 1
        if depth == 1:
            return None
        for focus in self._ways_on(action):
            await self._do(focus)
            clicks = await self._way_to(action, depth - 1)
            if clicks is not None:
                return clicks + 1
            await self.open_hand()
        return None

    def _ways_on(self, action: str) -> list[str]:
        """The choices that lead a step deeper; those named in the action come first."""
        steps = [f"{kind}:{rest}" for kind, rest in self._choices() if kind == "f" and rest]
        words_of = action.split()
        return sorted(steps, key=lambda step: -sum(word in step for word in words_of))

    async def _do(self, choice: str) -> bool:
        """Click the button or choose the line that says this; False if there is none."""
        hand = self.hand
        for custom_id in hand.ids:
            if _says(custom_id) == choice:
                await self.actor.click(hand.message, custom_id=custom_id)
                return True
        for menu, values in hand.menus.items():
            if choice in values:
                await self.choose(hand, choice, menu)
                return True
        return False

    def _choices(self) -> list[tuple[str, str]]:
        hand = self.hand
        buttons = [_says(custom_id) for custom_id in hand.ids]
        lines = [value for values in hand.menus.values() for value in values]
        pairs = [choice.partition(":") for choice in (*buttons, *lines)]
        return [(kind, rest) for kind, _, rest in pairs]

    # The person's head.

    async def sight(self, table: str = "") -> Sight:
        """All that the person may see and do at a table."""
        state = await self.world.state(table)
        seat = not_none(state.seat_of(self.id))
        return look(state, seat)

    async def think(self, table: str) -> str | None:
        """Choose an action as Kai would in this person's place; None where there is none."""
        sight = await self.sight(table)
        if not sight.legal:
            return None
        player = player_for((await self.world.state(table)).game.name, USUAL_LEVEL)
        return str(player.choose(sight.scene.view, sight.legal).action)


def words(result: InteractionResult) -> str:
    shown = [result.response, *result.followups]
    return "\n".join(Shown(found.message).text for found in shown if found is not None)


def _says(custom_id: str) -> str:
    """Return kind and words of a hand's button; nothing for any other."""
    address = read_address(custom_id)
    if address.verb != "h":
        return ""
    pressed = read_hand_address(address.words)
    return f"{pressed.kind}:{pressed.words}"
