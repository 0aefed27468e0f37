"""Commands of single games, a folder each: there if the game is."""
