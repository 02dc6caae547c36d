"""The host: lobbies, tables, seats and clocks. No Discord, no SQL."""
