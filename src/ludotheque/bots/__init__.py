"""Players of any game, one file each: a function `play(view)` that answers with a move."""
