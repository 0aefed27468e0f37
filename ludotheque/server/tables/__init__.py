"""Tables: who sits where, what is played, from the invitation to the rematch."""
