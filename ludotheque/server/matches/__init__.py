"""Matches: an append-only list of entries each, what follows from it, and how it is kept."""
