# Never ends a call, and catches everything that could end it.
# verdict: timeout: action_abeilles
# clock: 0.3
from ia import MoteurIA


class Bot(MoteurIA):
    nom = "loop"

    def ponte(self, jeu, prix):
        return None

    def action_abeilles(self, jeu):
        while True:
            try:
                while True:
                    pass
            except BaseException:
                continue
