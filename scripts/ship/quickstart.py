#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Eddy authors
"""Types the commands of docs/quickstart.md as a reader does, and fails unless they print what stands below them.

A block of `sh` that begins with `./eddy demo` goes to a terminal of its own and stays; any other is a shell's, and must succeed. A block
of `text` is what the one before it prints: lines in this order among others, … for anything, ^C typed into the demo's terminal.
"""

import os
import pty
import re
import signal
import subprocess
import sys
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PATIENCE_SECONDS = 900
END_SECONDS = 30


class Terminal:
    """A demo with a terminal of its own; what it prints stands on ours as well."""

    def __init__(self, command):
        self.said, self.read = "", 0
        self.pid, self.screen = pty.fork()
        if self.pid == 0:
            # What began us may ignore it, and Java would do the same.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.execvp("bash", ["bash", "-c", "exec " + command])
        self.reader = threading.Thread(target=self._keep, daemon=True)
        self.reader.start()

    def _keep(self):
        while True:
            try:
                more = os.read(self.screen, 65536)
            except OSError:  # Linux's way of telling that nobody writes any more
                return
            self.said += more.decode(errors="replace")
            sys.stdout.buffer.write(more)
            sys.stdout.flush()

    def expect(self, lines):
        for line in lines:
            if line == "^C":
                os.write(self.screen, b"\x03")
                continue
            deadline = time.monotonic() + PATIENCE_SECONDS
            while not (found := pattern(line).search(self.said, self.read)):
                if time.monotonic() > deadline or not self.reader.is_alive():
                    sys.exit(f"\nquickstart: the demo does not print '{line}'")
                time.sleep(0.2)
            self.read = found.end()

    def end(self):
        """It is to end by itself, with the code of what Ctrl-C ends."""
        self.reader.join(END_SECONDS)
        if self.reader.is_alive():
            sys.exit("\nquickstart: the demo goes on after Ctrl-C")
        code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        if code != 128 + signal.SIGINT:
            sys.exit(f"\nquickstart: the demo ended with {code}")


def pattern(line):
    return re.compile(".*".join(re.escape(part) for part in line.split("…")))


def blocks(text):
    """Pairs of commands and the lines that they are to print."""
    pairs = []
    for kind, body in re.findall(r"^```(sh|text)\n(.*?)^```$", text, re.M | re.S):
        if kind == "sh":
            pairs.append((body.strip(), []))
        elif body.startswith("^C"):
            pairs.append((None, body.splitlines()))
        else:
            pairs[-1][1].extend(body.splitlines())
    return pairs


def main():
    os.chdir(ROOT)
    with open("docs/quickstart.md", encoding="utf-8") as file:
        pairs = blocks(file.read())
    demo = None
    for command, lines in pairs:
        if command and command.startswith("./eddy demo"):
            demo = Terminal(command)
        if command is None or command.startswith("./eddy demo"):
            demo.expect(lines)
            if "^C" in lines:
                demo.end()
            continue
        print(f"\n$ {command}", flush=True)
        ran = subprocess.run(["bash", "-eo", "pipefail", "-c", command], stdout=subprocess.PIPE, text=True, check=False)
        print(ran.stdout, flush=True)
        if ran.returncode:
            sys.exit(f"quickstart: '{command}' ended with {ran.returncode}")
        read = 0
        for line in lines:
            found = pattern(line).search(ran.stdout, read)
            if not found:
                sys.exit(f"quickstart: '{command}' does not print '{line}'")
            read = found.end()
    print(f"quickstart: {len(pairs)} blocks hold")


main()
