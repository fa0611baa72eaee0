# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Eddy authors
"""SigLIP: texts and pictures as unit vectors of one space, of 1,152 elements."""

import io

import torch
import triton_python_backend_utils as pb_utils
from PIL import Image
from transformers import AutoModel, AutoProcessor

WEIGHTS = "/models/weights/siglip"
LENGTH, TOKENS = 1152, 64


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
        self.processor = AutoProcessor.from_pretrained(WEIGHTS, local_files_only=True)
        self.model = AutoModel.from_pretrained(WEIGHTS, local_files_only=True, torch_dtype=torch.float16)
        self.model.to(self.device).eval()

    def execute(self, requests):
        return [self.answer(request) for request in requests]

    def answer(self, request):
        texts = pb_utils.get_input_tensor_by_name(request, "text")
        pictures = pb_utils.get_input_tensor_by_name(request, "picture")
        try:
            vectors = self.of_texts(texts) if texts is not None else self.of_pictures(pictures)
        except OSError as broken:
            return pb_utils.InferenceResponse(error=pb_utils.TritonError(
                f"a picture does not decode: {broken}", pb_utils.TritonError.INVALID_ARG))
        rows = torch.nn.functional.normalize(vectors.float(), dim=-1).cpu().numpy()
        return pb_utils.InferenceResponse([pb_utils.Tensor("embedding", rows)])

    @torch.inference_mode()
    def of_texts(self, tensor):
        words = [text.decode("utf-8") for text in tensor.as_numpy().reshape(-1)]
        # It was trained on texts filled up to this length.
        inputs = self.processor(text=words, padding="max_length", max_length=TOKENS, truncation=True, return_tensors="pt")
        return self.model.get_text_features(**inputs.to(self.device))

    @torch.inference_mode()
    def of_pictures(self, tensor):
        images = [Image.open(io.BytesIO(file)).convert("RGB") for file in tensor.as_numpy().reshape(-1)]
        inputs = self.processor(images=images, return_tensors="pt").to(self.device, torch.float16)
        return self.model.get_image_features(**inputs)
