"""Wait until a server is ready, open a table and play a move at it: play_a_move.py URL. Needs Python alone."""

import json
import sys
import time
import urllib.request
from typing import Any

PATIENCE = 120.0  # seconds


def ask(url: str, key: str = "", body: object = None) -> Any:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=PATIENCE) as answer:
        text = answer.read()
    return json.loads(text) if text else None


def wait_until_ready(url: str) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            assert ask(f"{url}/health/ready")["ready"]
            return
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def main(url: str) -> None:
    wait_until_ready(url)
    key = ask(f"{url}/api/session")["key"]
    game = {"game": "alchemy", "seats": ["me", "random"], "options": {"first": 0}, "name": "Ada"}
    table = ask(f"{url}/api/tables", key, game)["id"]
    frame = ask(f"{url}/api/tables/{table}", key)
    ask(f"{url}/api/tables/{table}/moves", key, {"move": frame["legal"][0], "key": frame["key"]})
    log = ask(f"{url}/api/tables/{table}", key)["log"]
    assert log, "the move is in the log"
    print(f"played: {log[0]}")


if __name__ == "__main__":
    main(sys.argv[1])
