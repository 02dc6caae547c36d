"""What every feature stands on: the client, the registry of buttons, answers, limits."""
