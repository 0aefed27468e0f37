"""Kunitori! Is the world on fire?: build a deck, raise an army, take the land of two to five neighbours."""
