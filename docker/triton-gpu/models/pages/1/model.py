# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Eddy authors
"""DSE Qwen2 2B: pages of documents and questions about them as unit vectors of one space, of 1,536 elements."""

import io

import torch
import triton_python_backend_utils as pb_utils
from PIL import Image
from transformers import AutoProcessor, Qwen2VLForConditionalGeneration

WEIGHTS = "/models/weights/pages"
LENGTH = 1536
SIDE = 28
PAGE = "What is shown in this image?"


class TritonPythonModel:
    @staticmethod
    def auto_complete_config(config):
        config.set_max_batch_size(0)
        for name in "text", "picture":
            config.add_input({"name": name, "data_type": "TYPE_STRING", "dims": [-1], "optional": True})
        config.add_output({"name": "embedding", "data_type": "TYPE_FP32", "dims": [-1, LENGTH]})
        return config

    def initialize(self, args):
        self.device = f"cuda:{args['model_instance_device_id']}"
        self.processor = AutoProcessor.from_pretrained(
            WEIGHTS, local_files_only=True, min_pixels=SIDE * SIDE, max_pixels=2560 * SIDE * SIDE)
        self.processor.tokenizer.padding_side = "left"
        self.model = Qwen2VLForConditionalGeneration.from_pretrained(
            WEIGHTS, local_files_only=True, torch_dtype=torch.bfloat16)
        self.model.to(self.device).eval()

    def execute(self, requests):
        return [self.answer(request) for request in requests]

    def answer(self, request):
        texts = pb_utils.get_input_tensor_by_name(request, "text")
        pictures = pb_utils.get_input_tensor_by_name(request, "picture")
        try:
            if texts is not None:
                # A question was trained on beside a picture of nothing.
                pairs = [("Query: " + text.decode("utf-8"), Image.new("RGB", (SIDE, SIDE)))
                         for text in texts.as_numpy().reshape(-1)]
            else:
                pairs = [(PAGE, Image.open(io.BytesIO(file)).convert("RGB")) for file in pictures.as_numpy().reshape(-1)]
        except OSError as broken:
            return pb_utils.InferenceResponse(error=pb_utils.TritonError(
                f"a picture does not decode: {broken}", pb_utils.TritonError.INVALID_ARG))
        return pb_utils.InferenceResponse([pb_utils.Tensor("embedding", self.vectors(pairs))])

    @torch.inference_mode()
    def vectors(self, pairs):
        prompts = [self.processor.apply_chat_template(
            [{"role": "user", "content": [{"type": "image"}, {"type": "text", "text": text}]}],
            tokenize=False, add_generation_prompt=True) + "<|endoftext|>" for text, _ in pairs]
        inputs = self.processor(
            text=prompts, images=[image for _, image in pairs], padding="longest", return_tensors="pt").to(self.device)
        states = self.model(**inputs, output_hidden_states=True, use_cache=False).hidden_states[-1]
        return torch.nn.functional.normalize(states[:, -1].float(), dim=-1).cpu().numpy()
