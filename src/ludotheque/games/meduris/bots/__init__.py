"""Sample bots for Meduris. Each is a file of its own that could also run as a separate program."""
