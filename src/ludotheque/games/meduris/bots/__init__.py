"""Sample bots for Meduris: each is a file that anyone could send in."""
