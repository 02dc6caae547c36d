"""The league of a server: match results, standings and chips."""
