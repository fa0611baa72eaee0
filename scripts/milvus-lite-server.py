# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Eddy authors
"""Milvus Lite as a server: milvus-lite-server.py FOLDER PORT. SIGTERM closes the data and ends it."""

import signal
import sys

from milvus_lite.adapter.grpc.server import run_server


def stop(*_):
    raise KeyboardInterrupt  # the server closes its folder on it


signal.signal(signal.SIGTERM, stop)
run_server(data_dir=sys.argv[1], host="127.0.0.1", port=int(sys.argv[2]))
