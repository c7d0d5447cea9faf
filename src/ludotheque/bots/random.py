"""Any legal move, each equally likely."""

from ludotheque.match import View


def play(view: View) -> str:
    return view.random.choice(view.legal())
