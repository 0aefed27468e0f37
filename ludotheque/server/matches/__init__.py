"""Matches: append-only lists of entries, the state that follows from them, and their storage."""
