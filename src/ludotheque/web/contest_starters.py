"""Code to start from, in each language that a contest takes: a bot that answers with its first legal move."""

from ludotheque.contest.contests import Contest

STARTERS = {
    "python": """import sys

legal = []
for line in sys.stdin:
    name, _, rest = line.strip().partition(" ")
    if name == "legal":
        legal = [move.strip() for move in rest.split(";")]
    elif name == "go":
        print(legal[0], flush=True)
""",
    "javascript": """let legal = [];
for (let line = readline(); line !== undefined && line !== null; line = readline()) {
  if (line.startsWith("legal ")) legal = line.slice(6).split(";").map((move) => move.trim());
  if (line === "go") print(legal[0]);
}
""",
    "c": """#include <stdio.h>
#include <string.h>

static char line[1 << 20], legal[1 << 20];

int main(void)
{
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "legal ", 6) == 0)
            strcpy(legal, line + 6);
        if (strcmp(line, "go\\n") == 0)
            puts(strtok(legal, ";\\n"));
    }
}
""",
    "cpp": """#include <iostream>
#include <string>

int main()
{
    std::string line, legal;
    while (std::getline(std::cin, line)) {
        if (line.rfind("legal ", 0) == 0)
            legal = line.substr(6);
        if (line == "go")
            std::cout << legal.substr(0, legal.find(';')) << std::endl;
    }
}
""",
}


def list_starters(contest: Contest) -> dict[str, str]:
    """Return the languages of a contest, each with code to start from or none; Python first."""
    return {name: STARTERS.get(name, "") for name in contest.languages}
