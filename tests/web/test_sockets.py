"""Sockets: what server and page must agree on."""

import re

from ludotheque.packages import PACKAGE
from ludotheque.web.sockets import CloseCode

SCRIPT = (PACKAGE / "web" / "static" / "socket.js").read_text("utf-8")


def test_the_page_knows_the_close_codes_of_the_server() -> None:
    named = {name: int(code) for name, code in re.findall(r"const ([A-Z_]+) = (4\d{3});", SCRIPT)}
    assert named and named.items() <= {code.name: code.value for code in CloseCode}.items()
