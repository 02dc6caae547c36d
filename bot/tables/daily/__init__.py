"""The host of the daily deal: seals it, plays people's rounds, and finishes what they left."""
