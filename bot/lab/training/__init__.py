"""What Kai learns at home, and where it is written down: ``seeds/kapow/``."""
