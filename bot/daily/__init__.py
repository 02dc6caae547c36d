"""The daily deal: one round a day that is dealt alike to everyone, and how people do in it."""
