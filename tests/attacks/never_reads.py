# Reads nothing.
# verdict: timeout: has read nothing within 0.5 s
# start: 0.5
# upload: takes ten seconds
import time

time.sleep(1000)
