# Opens sockets of every kind.
# verdict: ok
import socket

from attack import expect_failure, play_on

for family in (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX, socket.AF_NETLINK, socket.AF_PACKET):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW):
        expect_failure(f"{family} {kind}", lambda f=family, k=kind: socket.socket(f, k))
expect_failure("name", lambda: socket.create_connection(("localhost", 80), 1))
play_on()
