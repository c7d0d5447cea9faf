"""Sample bots for Alchemy: each is a file that anyone could send in."""
