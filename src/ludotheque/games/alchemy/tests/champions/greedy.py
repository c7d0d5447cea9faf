# mypy: ignore-errors
# ruff: noqa: F403, F405
"""A champion for the tests: the same one is written in C and in C++ beside it."""

from api import *


def partie_init():
    print("bonjour", moi(), tour_actuel())


def jouer_tour():
    for i in range(TAILLE_ETABLI * TAILLE_ETABLI):
        if taille_region((i // 6, i % 6), moi()) >= 3:
            transmuter((i // 6, i % 6))
    for action in historique():
        if action.atype == ACTION_PLACER:
            catalyser(action.pos2, adversaire(), 1 + tour_actuel() % 5)
        elif action.atype == ACTION_CATALYSER:
            catalyser(action.poshist1, action.id_apprenti, action.nouvelle_case)
    placer()
    un, deux = echantillon_tour()
    if donner_echantillon((deux, 1 + (tour_actuel() + score(moi())) % 5)) != OK:
        donner_echantillon((un, deux))


def placer():
    possibles = placements_possible_echantillon(echantillon_tour(), moi())
    for essai in range(3):
        if possibles:
            pos1, pos2 = possibles[(tour_actuel() * 7 + essai * 11) % len(possibles)]
            placer_echantillon(pos1, pos2)
            if len(positions_region(pos1, moi())) + taille_region(pos2, moi()) > 3 or essai == 2:
                return
            annuler()


def partie_fin():
    print("au revoir", score(moi()), score(adversaire()))
