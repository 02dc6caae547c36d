"""League nights: the command, the message, its texts, and running them."""
