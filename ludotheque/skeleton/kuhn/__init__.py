"""Kuhn poker: three cards, one bet."""
