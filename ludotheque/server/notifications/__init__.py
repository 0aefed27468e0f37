"""Notifications of turns by webhook and web push, for people who have no page open."""
