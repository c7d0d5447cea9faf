"""Read a board's drawing: its elements, its texts, what can be clicked, and what says why it cannot."""

from xml.etree import ElementTree

from ludotheque.view import View

SVG = "{http://www.w3.org/2000/svg}"


def list_elements(svg: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter())


def find_element(svg: str, name: str) -> ElementTree.Element:
    """Return the element with the id `name`."""
    return next(element for element in list_elements(svg) if element.attrib.get("id") == name)


def read_title(svg: str, name: str) -> str:
    """Return the title of the element with the id `name`."""
    return find_element(svg, name)[0].text or ""


def read_texts(svg: str) -> str:
    """Return all texts of a drawing, titles included."""
    return " | ".join("".join(e.itertext()) for e in list_elements(svg) if e.tag in (f"{SVG}text", f"{SVG}title"))


def list_targets(svg: str) -> list[dict[str, str]]:
    """Return the data attributes of each group that can be clicked, without the prefix data-."""
    groups = [element for element in list_elements(svg) if "tabindex" in element.attrib]
    return [{k[5:]: v for k, v in group.attrib.items() if k.startswith("data-")} for group in groups]


def read_refusals(view: View) -> dict[str, str | None]:
    """Return the refused moves that elements of a viewer's drawing stand for, each with the sentence of the rules."""
    moves = [element.attrib["data-why"] for element in list_elements(view.drawing()) if "data-why" in element.attrib]
    return {move: view.why(move) for move in moves}
