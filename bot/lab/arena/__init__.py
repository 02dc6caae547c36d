"""Programs against each other: the same deals from each seat, and what came of them."""
