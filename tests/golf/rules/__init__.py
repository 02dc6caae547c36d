"""The rules of Golf: cards, deal (section 1), turns (2), the end of a round (3) and a match (4)."""
