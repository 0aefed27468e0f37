"""Open pages: what they send, what each is told, and the tables that are being played at."""
