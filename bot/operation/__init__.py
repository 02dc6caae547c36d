"""What an operator sees of a running bot: its log, its metrics, its health."""
