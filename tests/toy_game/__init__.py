"""A small second game that keeps the house honest: hidden hands, secret simultaneous choices.

Two to four seats hold two of the cards 1 to 12 and each choose one in secret. When all have
chosen, the highest card scores a point; most points over the rounds win.
"""

from tests.toy_game.game import TOY

__all__ = ["TOY"]
