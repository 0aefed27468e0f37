"""The HTTP interface and the play socket of the server; every address begins here."""
