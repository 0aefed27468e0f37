"""People without accounts: a name, and a key that only their own devices have."""
