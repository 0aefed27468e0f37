"""What the server answers, over HTTP and over the play socket; every address of it begins here."""
