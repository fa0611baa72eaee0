# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Eddy authors
"""Small networks of one policy version: rows in, logits out.

Which networks there are and how large is told by the file of weights beside this, as dev.eddy.local.policy.WeightsForm says: of
network "act" the layers are the arrays act.0.weight and act.0.bias, act.1.weight and so on, with leaky rectifiers between them.
"""

import json
import os
import struct

import numpy as np
import triton_python_backend_utils as pb_utils

LEAK = np.float32(0.1)


def arrays(path):
    """Those of a file of safetensors, which holds 32-bit floats only."""
    with open(path, "rb") as file:
        content = file.read()
    (length,) = struct.unpack_from("<Q", content)
    header = json.loads(content[8:8 + length])
    header.pop("__metadata__", None)
    numbers = np.frombuffer(content, dtype="<f4", offset=8 + length)
    found = {}
    for name, entry in header.items():
        begin, end = (offset // 4 for offset in entry["data_offsets"])
        found[name] = numbers[begin:end].reshape(entry["shape"])
    return found


def networks(found):
    """The layers of each by its name: weights, and biases or 0."""
    layers = {}
    for name in found:
        network, layer, kind = name.rsplit(".", 2)
        if kind == "weight":
            layers.setdefault(network, {})[int(layer)] = (found[name], found.get(f"{network}.{layer}.bias", np.float32(0)))
    return {network: [by_number[number] for number in sorted(by_number)] for network, by_number in layers.items()}


def forward(layers, rows):
    for number, (weight, bias) in enumerate(layers):
        if number > 0:
            rows = np.where(rows > 0, rows, LEAK * rows)
        rows = rows @ weight + bias
    return rows


class TritonPythonModel:
    def initialize(self, args):
        path = os.path.join(args["model_repository"], args["model_version"], "weights.safetensors")
        self.networks = networks(arrays(path))

    def execute(self, requests):
        """Requests that came together; those to the same network go through it together."""
        responses = [None] * len(requests)
        together = {}
        for place, request in enumerate(requests):
            network = json.loads(request.parameters()).get("network")
            rows = pb_utils.get_input_tensor_by_name(request, "rows").as_numpy()
            layers = self.networks.get(network)
            if layers is None or rows.shape[1] != layers[0][0].shape[0]:
                responses[place] = pb_utils.InferenceResponse(error=pb_utils.TritonError(
                    f"no network '{network}' of {rows.shape[1]} inputs; there are "
                    f"{ {name: layers[0][0].shape[0] for name, layers in self.networks.items()} }",
                    pb_utils.TritonError.INVALID_ARG))
            else:
                together.setdefault(network, []).append((place, rows))
        for network, parts in together.items():
            logits = forward(self.networks[network], np.concatenate([rows for _, rows in parts]))
            at = 0
            for place, rows in parts:
                part = np.ascontiguousarray(logits[at:at + len(rows)])
                responses[place] = pb_utils.InferenceResponse([pb_utils.Tensor("logits", part)])
                at += len(rows)
        return responses
