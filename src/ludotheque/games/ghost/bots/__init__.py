"""Sample bots for Ghost in the Cell: each is a file that anyone could send in."""
