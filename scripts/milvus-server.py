# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Eddy authors
"""Milvus itself on one loopback port: milvus-server.py FOLDER PORT. SIGTERM ends it.

It listens on a dozen fixed ports of all interfaces, so it runs in a network namespace of its own, which goes with this process.
What comes to the port, which is opened when the server is ready, is passed into that namespace.
"""

import ctypes
import fcntl
import os
import signal
import socket
import struct
import sys
import threading

from milvus import MilvusServer

CLONE_NEWUSER, CLONE_NEWNET = 0x10000000, 0x40000000
SIOCSIFFLAGS, IFF_UP, IFF_RUNNING = 0x8914, 0x1, 0x40

folder, port = os.path.abspath(sys.argv[1]), int(sys.argv[2])
outside = socket.socket()
outside.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
outside.bind(("127.0.0.1", port))

flags = CLONE_NEWNET if os.geteuid() == 0 else CLONE_NEWNET | CLONE_NEWUSER
if ctypes.CDLL(None, use_errno=True).unshare(flags) != 0:
    sys.exit("no network namespace: " + os.strerror(ctypes.get_errno()))
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as anything:
    fcntl.ioctl(anything, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", IFF_UP | IFF_RUNNING))

server = MilvusServer()
server.set_base_dir(folder)
server.config.set("proxy_port", port)


def stop(*_):
    server.stop()
    os._exit(0)


def copy(source, target):
    try:
        while data := source.recv(1 << 16):
            target.sendall(data)
    except OSError:
        pass  # one side is gone, and then so is the other
    for end in (source, target):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # it was closed before


signal.signal(signal.SIGTERM, stop)
signal.signal(signal.SIGINT, stop)
server.start()  # returns when the server calls itself healthy
child = server.server_proc.pid  # told to services.sh as its function child does, since it outlives a kill of this process
with open(f"/proc/{child}/stat", encoding="ascii") as stat, open("children", "a", encoding="ascii") as children:
    children.write(f"{child} {stat.read().rsplit(') ', 1)[1].split()[19]}\n")
outside.listen()
while True:
    client, _ = outside.accept()
    inside = socket.create_connection(("127.0.0.1", port))
    for pair in ((client, inside), (inside, client)):
        threading.Thread(target=copy, args=pair, daemon=True).start()
