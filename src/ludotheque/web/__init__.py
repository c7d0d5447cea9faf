"""The web page: play, watch and learn in a browser, one process with its database."""
