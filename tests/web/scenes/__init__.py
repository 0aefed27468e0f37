"""What is worth a picture, a module for the room and one for each game that draws its table: `SCENES`, by name."""
