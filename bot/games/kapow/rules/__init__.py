"""The rules of Kapow!, in the order of the rulebook.

======================  ======================================================================
1 Cards                 ``cards``: also positions and their values
2 Setup                 ``options``; dealing: ``turns``
3 A turn                ``actions``, ``moves``; what may go where: ``hand``
4 The KAPOW! step       ``moves``; triads and swaps: ``hand``
5 Discards and piles    ``turns``
6 Ending a round        ``turns``, ``scoring``
7 What everyone knows   ``view``, ``events``; hiding: ``state``
======================  ======================================================================

``game`` implements :class:`bot.game.contract.Game`. Only the rules know ``state``, ``turns`` and
``moves``; Kai and what people see do not.
"""
