"""The scenes for screenshots: a module for the room and one for each game that draws its table: `SCENES`, by name."""
