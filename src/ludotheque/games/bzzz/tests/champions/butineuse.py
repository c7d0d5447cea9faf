# mypy: ignore-errors
"""A bot as students of the course write them: workers go to the nearest flower that still gives, and come home."""

from typing import Literal

from ia import JeuDict, MoteurIA

OUVRIERES = 6


class Butineuse(MoteurIA):
    nom = "Maya"

    def __init__(self, joueur_id: str, ncases: int, max_tours: int, temps_ko: int) -> None:
        self.joueur_id = joueur_id
        self.ncases = ncases
        self.max_tours = max_tours
        self.vides = set()
        self.butinage = {}  # for each bee that foraged last turn: the flower, and what it carried then

    def ponte(self, jeu: JeuDict, cout_ponte: int) -> Literal["OUV", "BOU", "ECL", "RIEN"]:
        assert jeu["moi"]["id"] == self.joueur_id
        assert jeu["tour_actuel"] < self.max_tours
        est_tot = jeu["tour_actuel"] < self.max_tours // 2
        assez = jeu["moi"]["nectar"] >= cout_ponte
        return "OUV" if est_tot and assez and len(jeu["moi"]["abeilles"]) < OUVRIERES else "RIEN"

    def action_abeilles(self, jeu: JeuDict) -> list[tuple[str, int, int, Literal["DEPLACEMENT", "BUTINAGE"]]]:
        self.apprendre(jeu)
        joueurs = [jeu["moi"], *jeu["autres_joueurs"]]
        self.prises = {case(abeille) for joueur in joueurs for abeille in joueur["abeilles"]}
        self.ruches = [case(joueur) for joueur in jeu["autres_joueurs"]]
        actions = [self.action(jeu, abeille) for abeille in jeu["moi"]["abeilles"] if not abeille["ko_temps"]]
        return [action for action in actions if action]

    def apprendre(self, jeu):
        """A flower from which a bee with room got nothing is empty."""
        for abeille in jeu["moi"]["abeilles"]:
            fleur, nectar = self.butinage.pop(abeille["id"], (None, 0))
            if fleur and abeille["nectar"] == nectar and not abeille["ko_temps"]:
                self.vides.add(fleur)

    def action(self, jeu, abeille):
        x, y = case(abeille)
        fleurs = [(f["x"], f["y"]) for f in jeu["fleurs"] if (f["x"], f["y"]) not in self.vides]
        proches = [fleur for fleur in fleurs if max(abs(fleur[0] - x), abs(fleur[1] - y)) <= 1]
        if abeille["nectar"] < abeille["max_nectar"] and proches:
            self.butinage[abeille["id"]] = proches[0], abeille["nectar"]
            return (abeille["id"], *proches[0], "BUTINAGE")
        pleine = abeille["nectar"] == abeille["max_nectar"] or not fleurs
        but = case(jeu["moi"]) if pleine else min(fleurs, key=lambda f: abs(f[0] - x) + abs(f[1] - y))
        pas = self.pas(x, y, but)
        if pas:
            self.prises.remove((x, y))
            self.prises.add(pas)
            return (abeille["id"], *pas, "DEPLACEMENT")
        return None

    def pas(self, x, y, but):
        """The free neighbour that is nearest to the goal."""
        voisines = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        libres = [case for case in voisines if self.est_libre(*case)]
        return min(libres, key=lambda c: abs(c[0] - but[0]) + abs(c[1] - but[1]), default=None)

    def est_libre(self, x, y):
        dedans = 0 <= x < self.ncases and 0 <= y < self.ncases
        interdite = any(abs(x - rx) < 4 and abs(y - ry) < 4 for rx, ry in self.ruches)
        return dedans and not interdite and (x, y) not in self.prises


def case(chose):
    return chose["position"]["x"], chose["position"]["y"]
