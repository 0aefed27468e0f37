"""Tables without a server: the same matches and bots, in a browser that runs Python (docs/play-anywhere.md)."""
