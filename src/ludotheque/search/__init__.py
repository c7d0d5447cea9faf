"""One search for every game: a tree over all seats, with playouts to the end of the match."""

from ludotheque.search.search import Line, Search, choose, search_for

__all__ = ["Line", "Search", "choose", "search_for"]
