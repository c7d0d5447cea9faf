"""Contests: teams submit bots, workers play their matches, and a ladder says who leads.

All functions that get a `connection` work inside its transaction; `service.py` runs them for the web server.
"""
