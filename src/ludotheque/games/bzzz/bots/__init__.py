"""Sample bots for Bzzz: each is a file that anyone could send in."""
