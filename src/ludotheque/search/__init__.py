"""One search for every game: a tree over all seats, with playouts to the end of the match."""

from ludotheque.search.parallel import ParallelSearch, choose_within
from ludotheque.search.search import Line, Search, choose, search_for

__all__ = ["Line", "ParallelSearch", "Search", "choose", "choose_within", "search_for"]
