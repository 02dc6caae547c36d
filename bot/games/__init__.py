"""The games, a folder each: its rules, its face and its Kai; and the registry of them."""
