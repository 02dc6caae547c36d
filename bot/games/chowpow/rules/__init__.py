"""The rules of Chow Pow!.

The deck and variants (sections 1 and 5) are in ``options``, cards and their grid (section 1) in
``cards``, the deal, turns and the end of games (sections 1, 2 and 4) in ``turns``, battles and
showdowns (sections 3 and 5) in ``battles`` and ``hand``, what is known to whom (section 6) in
``view`` and ``state``.
"""
