"""``python -m bot check-game``: what a game still lacks, in sentences, and where it belongs.

Two random matches show at a glance whether the rules keep :mod:`bot.game.contract`; the tests of
all games say it at length.
"""

import random
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from bot.check_deal.record import SEATS
from bot.commands.new_game import CHECKOUT, REGISTRY
from bot.face.rulebook import rulebook, tagline
from bot.game.contract import ROUNDS_WON, AnyGame, GameError
from bot.game.deck import SECRET_BYTES, Chance
from bot.game.options import fields_of
from bot.games.registry import TITLES
from bot.games.title import Title
from bot.kai.player import PLAIN, PlainPlayer
from bot.kai.words import MissingWordError, words_of

MOST_ACTIONS: Final = 20_000
"""After which a random match is taken to go on for ever."""


class Lack(NamedTuple):
    """Something that a game does not have."""

    where: str
    """The file that it belongs in."""
    sentence: str
    needed: bool = True
    """Whether the game can't be released without it."""


def check_game(name: str, checkout: Path = CHECKOUT) -> int:
    """Print what a game lacks; return the exit status: 0 if it has all that it needs."""
    found = [*lacks(name, checkout)]
    for heading, needed in (("It needs:", True), ("It can also have:", False)):
        listed = [lack for lack in found if lack.needed is needed]
        if listed:
            print(heading)
            for lack in listed:
                print(f"- {lack.sentence} ({lack.where})")
    if any(lack.needed for lack in found):
        return 1
    print(f"{TITLES[name].rules.title} has all that a game needs.")
    return 0


def lacks(
    name: str, checkout: Path = CHECKOUT, titles: Mapping[str, Title] = TITLES
) -> Iterator[Lack]:
    """Yield what a game of a registry lacks, what it needs first of all."""
    title = titles.get(name)
    if title is None:
        yield _unknown(name, checkout)
        return
    yield from _of_rules(title.rules)
    yield from _of_matches(title.rules)
    yield from _of_texts(name, title)
    yield from _of_documents(title.rules, checkout)
    yield from _besides(name, title, checkout)


def _unknown(name: str, checkout: Path) -> Lack:
    folder = f"bot/games/{name}"
    if (checkout / folder / "title.py").is_file():
        return Lack(REGISTRY, f"Add {name} to the registry.")
    return Lack(folder, f"There's no game called {name}: make one with new-game.")


def _of_rules(game: AnyGame) -> Iterator[Lack]:
    where = f"bot/games/{game.name}/rules"
    if ROUNDS_WON not in game.fact_labels:
        yield Lack(where, f"`fact_labels` has no “{ROUNDS_WON}”.")
    for name, field in fields_of(game.options).items():
        if not field.description:
            yield Lack(where, f"The option “{name}” has no description.")


def _of_matches(game: AnyGame) -> Iterator[Lack]:
    for seats in sorted({game.seats[0], game.seats[-1]}):
        try:
            fault = _played(game, seats)
        except Exception as error:  # noqa: BLE001 - whatever rules raise is reported
            fault = f"the rules raise {type(error).__name__}: {error}"
        if fault:
            where = f"bot/games/{game.name}/rules"
            yield Lack(where, f"In a random match of {seats} seats, {fault}.")


def _played(game: AnyGame, seats: int) -> str:
    """Play a match at random; return what goes wrong, empty if nothing does."""
    source = random.Random(seats)  # noqa: S311 - matches that nobody plays
    state, _ = game.new(game.options(), seats, Chance(bytes(SECRET_BYTES)))
    for _ in range(MOST_ACTIONS):
        to_act = game.to_act(state)
        if not to_act:
            return "" if game.outcome(state) else "nobody may act, but there is no `outcome`"
        seat = source.choice(sorted(to_act))
        legal = game.legal(state, seat)
        if not legal:
            return f"seat {seat} may act, but `legal` has no action for it"
        action = source.choice(legal)
        if fault := _refused(game, action) or _shown(game, state, seat):
            return fault
        after, _ = game.apply(state, seat, action)
        if game.cards(after) != game.cards(state):
            gone, new = game.cards(state) - game.cards(after), game.cards(after) - game.cards(state)
            return f"“{action}” loses the cards {[*gone]} and makes {[*new]}"
        state = after
    return f"there is no end after {MOST_ACTIONS:,} actions"


def _refused(game: AnyGame, action: object) -> str:
    try:
        same = game.parse(str(action)) == action
    except GameError:
        return f"`parse` can't read “{action}”"
    return "" if same else f"`parse` reads “{action}” as another action"


def _shown(game: AnyGame, state: Any, seat: int) -> str:  # noqa: ANN401 - a state of any game
    other = game.permute_unknown(state, seat, lambda cards: cards[::-1])
    if game.view(other, seat) != game.view(state, seat):
        return f"the View of seat {seat} depends on cards that it may not know"
    return ""


def _of_texts(name: str, title: Title) -> Iterator[Lack]:
    where = f"seeds/{name}/rules.toml"
    try:
        if not tagline(name):
            yield Lack(where, "There's no tagline.")
        if not rulebook(name):
            yield Lack(where, "There are no rules for people.")
    except (ValueError, KeyError) as error:
        yield Lack(where, f"The rules for people can't be read: {error}.")
    yield from _of_reasons(name, title)


def _of_reasons(name: str, title: Title) -> Iterator[Lack]:
    """Yield the reasons that Kai gives in a match and has no sentence for."""
    game, missing = title.rules, set[str]()
    state, _ = game.new(game.options(), game.seats[0], Chance(bytes(SECRET_BYTES)))
    player = next(iter(title.kai.players.values()))
    for _ in range(200):
        to_act = game.to_act(state)
        if title.kai.compiled or isinstance(player, PlainPlayer) or not to_act:
            break
        seat = min(to_act)
        choice = player.choose(game.view(state, seat), game.legal(state, seat))
        try:
            if choice.reason:
                words_of(name).sentence(choice.reason)
                words_of(name).tip(choice.reason)
        except MissingWordError as error:
            missing.add(str(error))
        state = game.apply(state, seat, choice.action).state
    for sentence in sorted(missing):
        yield Lack(f"seeds/{name}/kai.toml", sentence)


def _of_documents(game: AnyGame, checkout: Path) -> Iterator[Lack]:
    title = re.escape(game.title)
    bold, form = rf"\*\*{title}\*\*", rf"(?:\[|, ){title}[,\]]"
    both = "“**{}**” in the sentence “… games:” and in the table"
    for file, wanted, text in (
        ("docs/records.md", rf"(?m)^## The notation of {title}$", "“## The notation of {}”"),
        ("docs/fairness.md", rf"(?m)^## The events of {title}$", "“## The events of {}”"),
        ("README.md", rf"(?s)games:[^.]*{bold}.*\n\| {bold} \|", both),
        *((f".github/ISSUE_TEMPLATE/{each}.yml", form, "“{}”") for each in ("bug", "rule")),
    ):
        path = checkout / file
        if path.is_file() and not re.search(wanted, path.read_text("utf-8")):
            yield Lack(file, f"It doesn't mention the game. Add {text.format(game.title)}.")


def _besides(name: str, title: Title, checkout: Path) -> Iterator[Lack]:
    house, tests = f"bot/games/{name}", f"tests/games/{name}"
    adviser = "An adviser of its own, for hints, reviews and puzzles."
    files = (
        (f"seeds/{name}/lesson.toml", "A lesson, with its lesson.record."),
        (f"seeds/{name}/puzzles.jsonl", "Puzzles; they take an adviser."),
        (f"{tests}/face/scenes.py", "Matches in which tests click every button."),
        (f"{tests}/rules/machine.py", "A `GUIDE`, so that tests try forbidden moves."),
        (f"{tests}/playthroughs/special.record", "Golden playthroughs, including rare events."),
        (f"{tests}/rules/players_rules.toml", "A test of each sentence of its rules."),
    )
    for has, where, sentence in (
        (title.face, f"{house}/face", "A face of its own."),
        (title.kai is not PLAIN, f"{house}/kai", "Players of its own."),
        (title.kai is PLAIN or title.kai.adviser, f"{house}/kai", adviser),
        (name in SEATS, "bot/check_deal", "Its rules, so that its deals can be checked."),
        *(((checkout / file).exists(), file, sentence) for file, sentence in files),
    ):
        if not has:
            yield Lack(where, sentence, needed=False)
