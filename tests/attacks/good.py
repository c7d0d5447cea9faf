# Plays, and is the rival of all attacks.
# verdict: ok
from attack import play_on

play_on()
