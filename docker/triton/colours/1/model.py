# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Eddy authors
"""Texts and pictures as vectors of one space: what colours a text names, and what colours a picture's pixels are nearest to."""

import io
import re

import numpy as np
import triton_python_backend_utils as pb_utils
from PIL import Image

COLOURS = {
    "black": (0, 0, 0),
    "white": (255, 255, 255),
    "grey": (128, 128, 128),
    "red": (255, 0, 0),
    "green": (0, 128, 0),
    "blue": (0, 0, 255),
    "yellow": (255, 255, 0),
    "orange": (255, 165, 0),
    "purple": (128, 0, 128),
    "pink": (255, 192, 203),
    "brown": (139, 69, 19),
}
NAMES = list(COLOURS)
SHADES = np.array(list(COLOURS.values()), dtype=np.float32)
SIDE = 32


def unit(counts):
    """The last element is for a text that names no colour."""
    counts[-1] = 0 if counts.any() else 1
    return counts / np.linalg.norm(counts)


def of_text(text):
    words = re.findall("[a-z]+", text.decode("utf-8").lower())
    return unit(np.array([words.count(name) for name in NAMES] + [0], dtype=np.float32))


def of_picture(file):
    with Image.open(io.BytesIO(file)) as image:
        pixels = np.asarray(image.convert("RGB").resize((SIDE, SIDE)), dtype=np.float32).reshape(-1, 1, 3)
    nearest = np.square(pixels - SHADES).sum(axis=2).argmin(axis=1)
    return unit(np.bincount(nearest, minlength=len(NAMES) + 1).astype(np.float32))


class TritonPythonModel:
    @staticmethod
    def auto_complete_config(config):
        config.set_max_batch_size(0)
        for name in "text", "picture":
            config.add_input({"name": name, "data_type": "TYPE_STRING", "dims": [-1], "optional": True})
        config.add_output({"name": "embedding", "data_type": "TYPE_FP32", "dims": [-1, len(NAMES) + 1]})
        return config

    def execute(self, requests):
        return [self.answer(request) for request in requests]

    def answer(self, request):
        texts = pb_utils.get_input_tensor_by_name(request, "text")
        pictures = pb_utils.get_input_tensor_by_name(request, "picture")
        try:
            if texts is not None:
                vectors = [of_text(text) for text in texts.as_numpy().reshape(-1)]
            else:
                vectors = [of_picture(picture) for picture in pictures.as_numpy().reshape(-1)]
        except OSError as broken:
            return pb_utils.InferenceResponse(error=pb_utils.TritonError(
                f"a picture does not decode: {broken}", pb_utils.TritonError.INVALID_ARG))
        return pb_utils.InferenceResponse([pb_utils.Tensor("embedding", np.stack(vectors))])
