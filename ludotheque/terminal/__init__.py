"""The terminal room: any registered game, played at one keyboard by people and bots."""
