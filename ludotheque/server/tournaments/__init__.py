"""Tournaments: pairing, scoring and tie-breaks, pure; what is stored of them; and what happens by itself."""
