"""Sample bots for Ghost in the Cell. Each file can also run as a program of its own."""
