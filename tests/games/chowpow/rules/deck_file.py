"""Decks written as the files that hosts attach."""

from bot.games.chowpow.rules.deck import Deck


def write_deck_file(deck: Deck) -> str:
    """Return the text of a deck's file, so that ``read_deck_file`` gives the deck again."""
    factions = (
        f'[[faction]]\ncode = "{code}"\nname = "{name}"\n'
        f"numbers = [{', '.join(map(str, numbers))}]\ncopies = {copies}\n"
        for code, name, numbers, copies in deck.factions
    )
    wilds = (
        f"[{key}]\nnumber = {each.number}\ncopies = {each.copies}\n"
        for key, each in (("wild", deck.wild), ("team_up", deck.team_up))
    )
    return "\n".join((*factions, *wilds))
