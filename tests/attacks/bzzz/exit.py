# Ends its host without an error, in the middle of a call.
# verdict: crash: ponte: exit code 0
import sys

from ia import MoteurIA


class Bot(MoteurIA):
    nom = "exit"

    def ponte(self, jeu, prix):
        sys.exit(0)

    def action_abeilles(self, jeu):
        return []
