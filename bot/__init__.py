"""The Card Night bot: games, tables, Kai, pictures, command line."""

import gc
import os

__version__ = "0.5.0"

# After 300,000 new objects, which is more than all imports make: modules stay, and to look for
# garbage in them every 700 took a fifth of a start. Then: bot.malloc.set_aside_modules().
gc.set_threshold(300_000, *gc.get_threshold()[1:])

# Set before numpy is loaded. Kai's products are small: threads would wait for each other in busy
# loops, and their number would change the last digits of what Kai and reviews say.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
