"""Adds to the site what is not in docs/: README, rules, pictures and example bots. MkDocs calls the functions on_….

Links between all of these are written as files of the repository, so that they work there too; here they become links
between pages.
"""

import posixpath
import re
import sys
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "src"))  # the site describes this source, whatever is installed

import ludotheque as lt  # noqa: E402

GAMES = "src/ludotheque/games"
LANGUAGES = {"": "Rules", ".fr": "Règles"}
LAST_SECTION = "Code"  # where a page goes that mkdocs.yml does not name
LINK = re.compile(r"(\]\()([^)\s#:]+)((?:#[^)\s]*)?\))")


def list_outside() -> dict[str, str]:
    """Return files of the repository that are no files of docs/, with their place in the site."""
    places = {name: name for name in ("CONTRIBUTING.md", "CHANGELOG.md", "LICENSE")}
    places["README.md"] = "index.md"
    places["src/ludotheque/web/static/icon.svg"] = "icon.svg"
    for name in lt.names():
        for suffix in LANGUAGES:
            places[f"{GAMES}/{name}/RULES{suffix}.md"] = f"rules/{name}{suffix}.md"
        places[f"{GAMES}/{name}/picture.svg"] = f"pictures/{name}.svg"
    for file in sorted(ROOT.glob("examples/bots/*.*")):
        places[str(file.relative_to(ROOT))] = f"examples/{file.name}"
    return {source: place for source, place in places.items() if (ROOT / source).exists()}


OUTSIDE = list_outside()
SOURCES = {place: source for source, place in OUTSIDE.items()}


def on_config(config: MkDocsConfig) -> None:
    """Add the pages of each game to the navigation, and pages of docs/ that it does not name."""
    titles = {name: lt.load(name).title for name in lt.names()}
    sections = {title: pages for section in config.nav for title, pages in section.items()}
    sections["Games"] += [
        {label: [{titles[name]: f"rules/{name}{suffix}.md"} for name in titles]} for suffix, label in LANGUAGES.items()
    ]
    sections["Bots"].append({"Line protocol": [{titles[name]: f"protocol/{name}.md"} for name in titles]})
    named = set(re.findall(r"[\w./]+\.md", str(config.nav)))
    for file in sorted((ROOT / "docs").glob("*.md")):
        if file.name not in named:
            sections[LAST_SECTION].append(file.name)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for source, place in OUTSIDE.items():
        files.append(File.generated(config, place, abs_src_path=str(ROOT / source)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    place = page.file.src_uri
    if place == "index.md":
        page.meta["hide"] = ["navigation"]  # it would be the only entry
    source = SOURCES.get(place, f"docs/{place}")
    text = LINK.sub(lambda link: f"{link[1]}{translate(link[2], source, place)}{link[3]}", markdown)
    return add_picture(text, place) if place.startswith("rules/") else text


def translate(link: str, source: str, place: str) -> str:
    """Return a link of a file in the repository as a link of its page."""
    target = posixpath.normpath(posixpath.join(posixpath.dirname(source), link))
    there = OUTSIDE.get(target) or target.removeprefix("docs/")
    return posixpath.relpath(there, posixpath.dirname(place) or ".")


def add_picture(text: str, place: str) -> str:
    """Put the game's picture below the title of its rules."""
    name = posixpath.basename(place).partition(".")[0]
    picture = f"pictures/{name}.svg"
    if picture not in SOURCES:
        return text
    title, _, rest = text.partition("\n")
    return f"{title}\n\n![{lt.load(name).title}](../{picture})\n{rest}"
