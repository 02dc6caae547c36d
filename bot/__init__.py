"""The Card Night bot: games, tables, Kai, pictures, command line."""

import gc
import os

__version__ = "0.5.0"

# After 10,000 new objects, not after 700, and from the first import on: modules stay, and looking
# for garbage in them took a fifth of a start.
gc.set_threshold(10_000, *gc.get_threshold()[1:])

# Set before numpy is loaded. Kai's products are small: threads would wait for each other in busy
# loops, and their number would change the last digits of what Kai and reviews say.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
