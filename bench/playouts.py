"""How fast random legal matches are played, enumeration of the legal moves included: compiled beside interpreted."""
