"""Any legal move, each equally likely."""

from ludotheque.view import View


def play(view: View) -> str:
    return view.random.choice(view.legal())
