"""Code shared by several games: data files, piles in views and texts, endings. For games to import."""
