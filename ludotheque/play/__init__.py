"""The friendly face: what tests, server, terminal and adapters use. `ludotheque` re-exports its names."""
