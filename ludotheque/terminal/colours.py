"""The colours of the seats. Never alone: a name or a number always stands with them."""

SEAT_COLOURS = ("cyan", "magenta", "yellow", "green", "bright_blue", "red", "white")
