"""Open pages: the messages they send and receive, and the tables that people are playing at."""
