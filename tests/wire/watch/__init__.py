"""A watcher that knows every card, and checks everything that the bot sends."""
