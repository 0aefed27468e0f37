"""Gwynt: a duel of two decks over three rounds."""
