"""What commands answer with, as texts."""
