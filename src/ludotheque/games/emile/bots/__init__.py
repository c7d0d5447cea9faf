"""Sample bots for Émile: each is a file that anyone could send in."""
