"""Training of Kai; the results are in ``seeds/kapow/``."""
