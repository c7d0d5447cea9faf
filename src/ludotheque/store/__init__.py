"""The database: tables with their seats and plies, uploaded records, and the secret that signs sessions."""
