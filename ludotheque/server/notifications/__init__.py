"""Turns told to people who have no page open, by webhook and by web push."""
