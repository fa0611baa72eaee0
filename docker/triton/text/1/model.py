# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Eddy authors
"""The tensors of Triton's vLLM backend over a model without weights, which says some words by chance.

It reads its prompt with the tokenizer.json beside it and sizes pictures as Qwen3-VL does, from 1,024 pixels up, so that what a
client counts is checked by another hand.
"""

import base64
import io
import json
import math
import os
import random
import threading

import numpy as np
import triton_python_backend_utils as pb_utils
from PIL import Image
from tokenizers import Tokenizer

WORDS = [" yes", " no", " the", " stream", " policy"]
SAID = 4
SIDE, MIN_PIXELS, MAX_PIXELS = 32, 1024, 1 << 24
FLAGS = ["stream", "exclude_input_in_output", "return_finish_reason", "return_cumulative_logprob", "return_logprobs",
         "return_num_input_tokens", "return_num_output_tokens"]


def visual_tokens(width, height):
    columns, rows = round(width / SIDE), round(height / SIDE)
    if columns * rows * SIDE * SIDE > MAX_PIXELS:
        shrink = math.sqrt(width * height / MAX_PIXELS)
        columns = max(1, math.floor(width / shrink / SIDE))
        rows = max(1, math.floor(height / shrink / SIDE))
    elif columns * rows * SIDE * SIDE < MIN_PIXELS:
        grow = math.sqrt(MIN_PIXELS / (width * height))
        columns, rows = math.ceil(width * grow / SIDE), math.ceil(height * grow / SIDE)
    return columns * rows


def texts(name, values):
    return pb_utils.Tensor(name, np.array([value.encode("utf-8") for value in values], dtype=np.object_))


class TritonPythonModel:
    @staticmethod
    def auto_complete_config(config):
        config.set_max_batch_size(0)
        config.set_model_transaction_policy({"decoupled": True})
        config.add_input({"name": "text_input", "data_type": "TYPE_STRING", "dims": [1]})
        config.add_input({"name": "image", "data_type": "TYPE_STRING", "dims": [-1], "optional": True})
        config.add_input({"name": "sampling_parameters", "data_type": "TYPE_STRING", "dims": [1], "optional": True})
        for flag in FLAGS:
            config.add_input({"name": flag, "data_type": "TYPE_BOOL", "dims": [1], "optional": True})
        for name in ("text_output", "finish_reason", "logprobs"):
            config.add_output({"name": name, "data_type": "TYPE_STRING", "dims": [-1]})
        config.add_output({"name": "cumulative_logprob", "data_type": "TYPE_FP32", "dims": [-1]})
        for name in ("num_input_tokens", "num_output_tokens"):
            config.add_output({"name": name, "data_type": "TYPE_UINT32", "dims": [-1]})
        return config

    def initialize(self, args):
        self.tokenizer = Tokenizer.from_file(os.path.join(os.path.dirname(os.path.abspath(__file__)), "tokenizer.json"))

    def execute(self, requests):
        for request in requests:
            threading.Thread(target=self.serve, args=(request, request.get_response_sender()), daemon=True).start()

    @staticmethod
    def values(request, name):
        tensor = pb_utils.get_input_tensor_by_name(request, name)
        return [] if tensor is None else list(tensor.as_numpy().reshape(-1))

    def serve(self, request, sender):
        final = pb_utils.TRITONSERVER_RESPONSE_COMPLETE_FINAL
        try:
            for tensors in self.said(request, sender):
                sender.send(pb_utils.InferenceResponse(output_tensors=tensors))
            sender.send(flags=final)
        except Exception as failure:  # as the real backend: any failure is told in band
            error = pb_utils.TritonError(f"Error generating stream: {failure}")
            sender.send(pb_utils.InferenceResponse(output_tensors=[texts("text_output", ["N/A"])], error=error), flags=final)

    def said(self, request, sender):
        prompt = self.values(request, "text_input")[0].decode("utf-8")
        flags = {flag: any(self.values(request, flag)) for flag in FLAGS}
        sampling = json.loads((self.values(request, "sampling_parameters") or [b"{}"])[0])
        read = len(self.tokenizer.encode(prompt).ids)
        for picture in self.values(request, "image"):
            read += visual_tokens(*Image.open(io.BytesIO(base64.b64decode(picture))).size) - 1
        tokens, said, reason = self.sample(sampling)
        steps = range(len(tokens)) if flags["stream"] else [None]
        total = 0.0
        for step in steps:
            if sender.is_cancelled():
                return
            part = tokens if step is None else tokens[step:step + 1]
            last = step is None or step == len(tokens) - 1
            total += sum(log_prob for _, log_prob in part)
            text = said if step is None else self.tokenizer.decode([part[0][0]])
            prefix = "" if flags["exclude_input_in_output"] or flags["stream"] else prompt
            yield self.tensors(flags, prefix + text, part, reason if last else "None", total, read, "logprobs" in sampling)

    def sample(self, sampling):
        """Ids with their log-probabilities, words, and why it ended."""
        chance = random.Random(sampling.get("seed"))
        greedy = sampling.get("temperature", 1.0) == 0
        words = "".join(WORDS[0] if greedy else chance.choice(WORDS) for _ in range(SAID))
        ids = self.tokenizer.encode(words).ids + [self.tokenizer.token_to_id("<|im_end|>")]
        cap = sampling.get("max_tokens", 16)
        reason = "stop" if len(ids) <= cap else "length"
        ids = ids[:cap]
        return [(token, -0.25) for token in ids], self.tokenizer.decode(ids), reason

    @staticmethod
    def tensors(flags, text, part, reason, total, read, wanted):
        tensors = [texts("text_output", [text])]
        if flags["return_finish_reason"]:
            tensors.append(texts("finish_reason", [reason]))
        if flags["return_cumulative_logprob"]:
            tensors.append(pb_utils.Tensor("cumulative_logprob", np.array([total], dtype=np.float32)))
        if flags["return_logprobs"]:
            maps = [{str(token): {"logprob": log_prob, "rank": 1, "decoded_token": ""}} for token, log_prob in part]
            tensors.append(texts("logprobs", [json.dumps(maps if wanted else None)]))
        if flags["return_num_input_tokens"]:
            tensors.append(pb_utils.Tensor("num_input_tokens", np.array([read], dtype=np.uint32)))
        if flags["return_num_output_tokens"]:
            tensors.append(pb_utils.Tensor("num_output_tokens", np.array([len(part)], dtype=np.uint32)))
        return tensors
