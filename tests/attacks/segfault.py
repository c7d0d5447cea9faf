# Reads memory that is not there.
# verdict: crash: killed by SIGSEGV
import ctypes

from attack import questions

for _ in questions():
    ctypes.string_at(0)
