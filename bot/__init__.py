"""The Card Night bot: games, tables, Kai, pictures, command line."""

import gc

__version__ = "0.5.0"

# After 10,000 new objects, not after 700, and from the first import on: modules stay, and looking
# for garbage in them took a fifth of a start.
gc.set_threshold(10_000, *gc.get_threshold()[1:])
