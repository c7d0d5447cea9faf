# Writes answers into the host's own pipes: it finds them among its open files.
# verdict: illegal: ponte
import os

from ia import MoteurIA


class Bot(MoteurIA):
    nom = "answer"

    def ponte(self, jeu, prix):
        for number in range(3, 64):
            try:
                os.write(number, b"this is no answer\n")
            except OSError:
                continue
        return

    def action_abeilles(self, jeu):
        return []
