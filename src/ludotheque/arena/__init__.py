"""Leagues and duels: many matches between bots, and what they say about strength."""
