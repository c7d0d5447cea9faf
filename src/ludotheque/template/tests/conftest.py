"""The checks of every game come as a plugin."""

pytest_plugins = ["ludotheque.checks"]
