"""What a network sees of a game, what it knows of its structure, and networks as bots."""
