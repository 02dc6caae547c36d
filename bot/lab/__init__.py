"""What measures and trains: it is in a checkout, not in the image that people play with."""
