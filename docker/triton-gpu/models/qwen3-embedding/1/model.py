# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Eddy authors
"""Qwen3-Embedding-0.6B: texts as unit vectors of 1,024 elements. Both sides of a comparison are texts of one kind, so no task is told."""

import torch
import triton_python_backend_utils as pb_utils
from transformers import AutoModel, AutoTokenizer

WEIGHTS = "/models/weights/qwen3-embedding"
LENGTH, TOKENS = 1024, 8192


class TritonPythonModel:
    @staticmethod
    def auto_complete_config(config):
        config.set_max_batch_size(0)
        config.add_input({"name": "text", "data_type": "TYPE_STRING", "dims": [-1]})
        config.add_output({"name": "embedding", "data_type": "TYPE_FP32", "dims": [-1, LENGTH]})
        return config

    def initialize(self, args):
        self.device = f"cuda:{args['model_instance_device_id']}"
        # The last token's state is the text's, which is the last of each row only where rows are filled from the left.
        self.tokenizer = AutoTokenizer.from_pretrained(WEIGHTS, local_files_only=True, padding_side="left")
        self.model = AutoModel.from_pretrained(WEIGHTS, local_files_only=True, torch_dtype=torch.bfloat16)
        self.model.to(self.device).eval()

    @torch.inference_mode()
    def execute(self, requests):
        responses = []
        for request in requests:
            texts = pb_utils.get_input_tensor_by_name(request, "text").as_numpy().reshape(-1)
            inputs = self.tokenizer([text.decode("utf-8") for text in texts], padding=True, truncation=True,
                                    max_length=TOKENS, return_tensors="pt").to(self.device)
            last = self.model(**inputs).last_hidden_state[:, -1]
            rows = torch.nn.functional.normalize(last.float(), dim=-1).cpu().numpy()
            responses.append(pb_utils.InferenceResponse([pb_utils.Tensor("embedding", rows)]))
        return responses
