"""The pages: what they offer, in both languages, and how they show errors."""

import re
from collections.abc import Iterator
from html import unescape

import httpx
import pytest
from playwright.sync_api import Browser, Page

import ludotheque as lt
from ludotheque.checks.server import Server
from tests.web.axe import find_faults
from tests.web.conftest import MakeGuest

PAGES = ["/", "/tables", "/rules", "/api", *(f"/{part}/{name}" for name in lt.names() for part in ("games", "rules"))]
WIDTHS = [360, 1280]

each_page = pytest.mark.parametrize("path", PAGES)


@pytest.fixture(params=WIDTHS)
def window(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[Page]:
    """Open a narrow or a wide window; the test fails if its page reports an error."""
    context = browser.new_context(
        viewport={"width": request.param, "height": 800}, reduced_motion="reduce", base_url=server.url
    )
    page = context.new_page()
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert not errors


@each_page
def test_a_page_is_accessible(window: Page, path: str) -> None:
    window.goto(path)
    assert find_faults(window) == []
    assert window.evaluate("[...document.images].every(image => image.loading == 'lazy' || image.naturalWidth)")


@each_page
def test_a_page_speaks_both_languages(guest: MakeGuest, path: str) -> None:
    english, french = guest("Ada", "en").get(path), guest("Zoé", "fr").get(path)
    assert english.status_code == french.status_code == 200
    assert '<html lang="en">' in english.text and '<html lang="fr">' in french.text
    assert "Règles" in french.text and "Règles" not in english.text


def test_the_switch_is_remembered(guest: MakeGuest) -> None:
    ada = guest("Ada", "en")
    link = re.search(r'href="([^"]+lang=fr)"', ada.get("/rules/emile").text)
    assert link is not None and '<html lang="fr">' in ada.get(link[1]).text
    assert '<html lang="fr">' in ada.get("/").text


def test_the_theme_is_remembered(browser: Browser, server: Server) -> None:
    context = browser.new_context(color_scheme="light", base_url=server.url)
    page = context.new_page()
    page.goto("/")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_role("button", name="Dark").click()
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.goto("/tables")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == dark != light
    page.get_by_role("button", name="Light").click()
    page.reload()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == light
    context.close()


@pytest.mark.parametrize("name", lt.names())
def test_one_click_opens_a_table_against_bots(browser: Browser, server: Server, name: str) -> None:
    context = browser.new_context(base_url=server.url, locale="en")
    page = context.new_page()
    page.goto("/")
    page.get_by_role("button", name=f"Play now : {lt.load(name).title}").click()
    page.wait_for_url("**/tables/*")
    page.goto("/")
    assert page.get_by_role("link", name="Back to the table").count() == 1
    context.close()


@pytest.mark.parametrize("name", lt.names())
def test_the_form_as_it_is_opens_a_table(browser: Browser, server: Server, name: str) -> None:
    """It needs no script."""
    context = browser.new_context(base_url=server.url, locale="en", java_script_enabled=False)
    page = context.new_page()
    page.goto(f"/games/{name}")
    page.get_by_label("Your name at the table").fill("Élodie <b>")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/tables/*")
    page.goto("/")
    assert "Élodie <b>" in page.inner_text("main")
    context.close()


def test_a_form_with_an_error_keeps_its_fields(guest: MakeGuest) -> None:
    fields = {"game": "emile", "name": "Ada", "clock": "600+5", "option-rounds": "12", "option-teams": "on"}
    seats = {"seat-0": "hard", "seat-1": "me", "seat-2": "friend"}
    answer = guest().post("/tables", **fields, **seats)
    assert answer.status_code == 422
    assert "Teams are for four seats, not 3 (EM-22)." in answer.text
    chosen = re.findall(r'<option value="([^"]+)" selected>', answer.text)
    assert chosen == ["hard", "me", "friend", *["nobody"] * 5, "600+5"]
    assert re.search(r'name="option-rounds" value="12"', answer.text)
    assert re.search(r'name="option-teams" value="on" checked', answer.text)
    assert not re.search(r'name="public" value="on" checked', answer.text)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"name": ""}, "Un nom a de 1 à 24 lettres"),
        ({"name": "x" * 25}, "Un nom a de 1 à 24 lettres"),
        ({"name": "a\x00b"}, "Un nom a de 1 à 24 lettres"),
        ({"name": "a\u202eb"}, "Un nom a de 1 à 24 lettres"),
        ({"clock": "1+1"}, "Cette pendule n’existe pas."),
        ({"seat-1": "me"}, "Vous ne pouvez prendre qu’une place."),
        ({"seat-1": "nobody"}, "Émile se joue avec 2 à 8 places, pas 1."),
        ({"seat-1": "../../etc"}, "Personne ne s’appelle"),
        ({"seat-0": "easy", "seat-1": "friend"}, "Prenez vous-même une place"),
        ({"option-rounds": "many"}, "rounds est un entier de 0 à 100000, pas"),
        ({"option-rounds": "-1"}, "rounds est un entier de 0 à 100000, pas '-1'."),
        ({"option-first": "7"}, "La place qui commence doit être une de celles qui sont prises (EM-20)."),
    ],
)
def test_an_error_is_one_sentence(guest: MakeGuest, fields: dict[str, str], sentence: str) -> None:
    form = {"game": "emile", "name": "Zoé", "seat-0": "me", "seat-1": "easy", **fields}
    answer = guest("Zoé", "fr").post("/tables", **form)
    assert answer.status_code == 422
    assert sentence in unescape(answer.text)


@pytest.mark.parametrize(("language", "words"), [("en", "seat 1"), ("fr", "la place 1")])
def test_seats_are_counted_from_one_in_the_options(guest: MakeGuest, language: str, words: str) -> None:
    page = guest("Ada", language).get("/games/emile").text
    assert f'<option value="0">{words}</option>' in page


def test_the_table_names_the_chosen_options_in_words(guest: MakeGuest) -> None:
    ada = guest("Ada", "fr")
    page = unescape(ada.get(f"/tables/{ada.open('bzzz', 'me', 'easy', blitz='engine').id}").text)
    assert "Quand une ruche gagne avant la fin." in page and "comme le moteur du cours le compte" in page


def test_a_rule_set_fills_in_the_options(guest: MakeGuest) -> None:
    page = guest().get("/games/bzzz?rules=final").text
    assert re.search(r'name="option-ncases" value="16"', page)
    assert re.search(r'name="option-time_out" value="300"', page)
    assert '<option value="active" selected>the bees of the player whose turn it is' in page
    assert ">the course&#39;s final rules</a>" in page
    refused = guest().get("/games/bzzz?rules=none")
    assert refused.status_code == 400
    assert "Bzzz has no rule set 'none' (known: seed, final, moteur)." in unescape(refused.text)


def test_what_is_missing_gets_a_sentence(guest: MakeGuest) -> None:
    zoe = guest("Zoé", "fr")
    for path, sentence in (
        ("/games/chess", "Il n’y a pas de jeu"),
        ("/rules/chess", "Il n’y a pas de jeu"),
        ("/nowhere", "Cette page n’existe pas."),
        ("/tables/nowhere/sit/nothing", "Cette table n’existe pas."),
    ):
        answer = zoe.get(path)
        assert answer.status_code == 404 and sentence in answer.text
    assert zoe.post("/tables", game="chess").status_code == 404


def test_a_form_of_another_site_opens_nothing(guest: MakeGuest, server: Server) -> None:
    fields = {"game": "emile", "quick": "1"}
    assert httpx.post(f"{server.url}/tables", data=fields).status_code == 403
    ada = guest()
    assert ada.http.post("/tables", data=fields, headers={"Origin": "https://evil.example"}).status_code == 403
    assert ada.http.post("/tables", data=fields).status_code == 303


def test_a_friend_comes_in_by_the_link(guest: MakeGuest) -> None:
    ada, basile, eve = guest("Ada"), guest("Basile"), guest("Eve")
    table, (link,) = ada.open("emile", "me", "friend")
    assert "You are invited to this table." in basile.get(link).text
    assert "A name has 1 to 24 letters" in basile.post(link, name=" ").text
    assert ada.get(link).headers["Location"] == f"/tables/{table}"
    assert basile.sit(link).headers["Location"] == f"/tables/{table}"
    assert "Basile" in basile.get("/tables").text
    for answer in (eve.get(link), eve.sit(link), eve.get(link[:-3] + "xyz")):
        assert answer.status_code == 403 and "This chair is taken" in answer.text


def test_only_listed_tables_are_listed(guest: MakeGuest) -> None:
    ada = guest("Sidonie")
    hidden = ada.ask_for({"game": "emile", "seats": ["me", "easy"], "public": False}).id
    shown = ada.open("ghost", "me", "easy").id
    others = guest("Eve").get("/tables").text
    assert shown in others and hidden not in others
    assert hidden in ada.get("/tables").text
