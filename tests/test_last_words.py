"""One line of what a crashed program wrote: every language names its exception somewhere else."""

import pytest

from ludotheque.last_words import summarize

NODE = """/bot/bot.js:1
function deep(n) { throw new TypeError("no board"); }
                   ^

TypeError: no board
    at new Script (node:vm:117:7)
    at deep (/bot/bot.js:1:26)
    at node:internal/main/run_main_module:23:47

Node.js v20.20.2
"""
PLAIN_NODE = """node:fs:573
  return binding.open(
                 ^

Error: ENOENT: no such file or directory, open '/bot/net'
    at Object.openSync (node:fs:573:18)
    at Object.<anonymous> (/bot/bot.js:3:15) {
  errno: -2,
  code: 'ENOENT'
}

Node.js v20.20.2
"""
JAVA = """turn 3
Exception in thread "main" java.lang.NumberFormatException: For input string: "abc"
\tat java.base/java.lang.Integer.parseInt(Integer.java:668)
\tat Player.deep(Player.java:7)
\tat Player.main(Player.java:9)
"""
MONO = """
Unhandled Exception:
System.FormatException: Input string was not in a correct format.
  at System.Int32.Parse (System.String s) [0x00019] in <12b4>:0
  at Player.Deep (System.Int32 n) [0x00006] in <37c1>:0
[ERROR] FATAL UNHANDLED EXCEPTION: System.FormatException: Input string was not in a correct format.
  at System.Int32.Parse (System.String s) [0x00019] in <12b4>:0
  at Player.Deep (System.Int32 n) [0x00006] in <37c1>:0
"""
RUST = """
thread 'main' (33) panicked at bot.rs:1:100:
index out of bounds: the len is 0 but the index is 4
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
"""
GO = """panic: runtime error: index out of range [3] with length 0

goroutine 1 [running]:
main.deep(0x7f)
\t/bot/bot.go:2 +0x3b
"""
CPP = """terminate called after throwing an instance of 'std::out_of_range'
  what():  vector::_M_range_check
"""
PYTHON = """Traceback (most recent call last):
  File "/bot/bot.py", line 5, in <module>
    deep(5)
  File "/bot/bot.py", line 3, in deep
    {}["x"]
    ~~^^^^^
KeyError: 'x'
"""

PYTHON_LIBRARY = """Traceback (most recent call last):
  File "/usr/lib/python3/site-packages/ludotheque/bot_child.py", line 40, in answer
    moves = play(view)
  File "/bot/bot.py", line 2, in play
    return view.legl()[0]
  File "/usr/lib/python3/site-packages/ludotheque/view.py", line 120, in __getattr__
    raise AttributeError(name)
AttributeError: legl
"""


@pytest.mark.parametrize(
    ("stderr", "told"),
    [
        (NODE, "TypeError: no board | at deep (/bot/bot.js:1:26)"),
        (
            PLAIN_NODE,
            "Error: ENOENT: no such file or directory, open '/bot/net' | at Object.<anonymous> (/bot/bot.js:3:15) {",
        ),
        (
            JAVA,
            'Exception in thread "main" java.lang.NumberFormatException: For input string: "abc" '
            "| at Player.deep(Player.java:7)",
        ),
        (
            MONO,
            "[ERROR] FATAL UNHANDLED EXCEPTION: System.FormatException: Input string was not in a correct format. "
            "| at Player.Deep (System.Int32 n) [0x00006] in <37c1>:0",
        ),
        (RUST, "thread 'main' (33) panicked at bot.rs:1:100: | index out of bounds: the len is 0 but the index is 4"),
        (GO, "panic: runtime error: index out of range [3] with length 0 | /bot/bot.go:2 +0x3b"),
        (CPP, "terminate called after throwing an instance of 'std::out_of_range' | what():  vector::_M_range_check"),
        (PYTHON, "File \"/bot/bot.py\", line 3, in deep | KeyError: 'x'"),
        (PYTHON_LIBRARY, 'File "/bot/bot.py", line 2, in play | AttributeError: legl'),
        ("one\ntwo\n\nthree\nfour\n", "two | three | four"),
        ("", ""),
    ],
    ids=["node", "node file", "java", "mono", "rust", "go", "cpp", "python", "python library", "plain", "nothing"],
)
def test_the_exception_is_told(stderr: str, told: str) -> None:
    assert summarize(stderr) == told
