"""What several games write alike, once: reading data files, piles in views and texts, endings. For games to import."""
