"""The rules of CAP-IT.

The deck and the deal (section 1) are in ``cards`` and ``state``, sets, runs and contracts (section
2) in ``melds``, drawing and laying (sections 3 and 4) in ``moves``, points and the end of rounds
(section 5) in ``scoring`` and ``state``, chips (section 6) in ``game``. Which melds a hand has is
found in ``plans``, ``fillings``, ``choices`` and ``missing``.
"""
