"""The commands of the command line, one module for each group. A module adds its commands with `add(commands)`."""
