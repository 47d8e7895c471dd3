#!/usr/bin/env python3
"""Answers LatentFuzz with a fully connected network, computed by NumPy alone.

    latentfuzz run --candidate 'process:python3 worker.py mlp.safetensors --image 1,28,28' ...

MLP.safetensors holds the weights [out, in] and biases [out] of linear layers, as PyTorch names and
lays them out; there is a ReLU between two layers. With --latent it is a decoder: its last layer ends
in a sigmoid and makes images.

The part below "The protocol" fits any model: docs/process-protocol.md describes every byte.
"""

import argparse
import json
import math
import mmap
import os
import pathlib
import re
import struct
import sys

import numpy as np

# The model ------------------------------------------------------------------------------------


def read_safetensors(path):
    data = pathlib.Path(path).read_bytes()
    (size,) = struct.unpack_from("<Q", data)
    header = json.loads(data[8:8 + size])
    tensors = {}
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        if entry["dtype"] != "F32":
            sys.exit(f"{path}: {name} is {entry['dtype']}, not F32")
        begin, end = (8 + size + offset for offset in entry["data_offsets"])
        tensors[name] = np.frombuffer(data[begin:end], "<f4").reshape(entry["shape"])
    return tensors


def natural(name):
    """Sorts fc2 before fc10."""
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name)]


class Mlp:
    def __init__(self, path):
        tensors = read_safetensors(path)
        names = sorted((n for n in tensors if n.endswith("weight")), key=natural)
        self.layers = [(tensors[n].T, tensors[n[:-len("weight")] + "bias"]) for n in names]

    @property
    def outputs(self):
        return self.layers[-1][0].shape[1]

    def __call__(self, rows):
        x = rows.reshape(len(rows), -1)
        for weight, bias in self.layers[:-1]:
            x = np.maximum(x @ weight + bias, 0)
        weight, bias = self.layers[-1]
        return x @ weight + bias


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


# The protocol ---------------------------------------------------------------------------------

HEADER = struct.Struct("<4sHHQ")  # magic, version, kind, length of the body
VERSION = 1
HELLO, PREDICT, DECODE, ENCODE = 1, 2, 3, 4
DESCRIPTION, TENSOR, ERROR = 17, 18, 19


class Memory:
    """The memory that LatentFuzz shares with its child, where it does: tensors lie there, and need
    not pass through pipes. A worker can do without."""

    DESCRIPTOR = 3

    def __init__(self):
        try:
            self.map = mmap.mmap(self.DESCRIPTOR, 0)
            self.mark = self.map[:16].decode("ascii")
        except (OSError, ValueError):
            self.mark = ""
        self.used = self.mark.startswith("LFZM")

    def floats(self):
        """All of it; it may have grown."""
        if os.fstat(self.DESCRIPTOR).st_size > len(self.map):
            self.map = mmap.mmap(self.DESCRIPTOR, 0)
        return np.frombuffer(self.map, "<f4")


def decode_tensor(body, memory):
    """The tensor of a request, and its labels."""
    rank, count = struct.unpack_from("<II", body)
    sizes = struct.unpack_from(f"<{rank}Q", body, 8)
    labels = np.frombuffer(body, "<i8", count, 8 + 8 * rank)
    if memory.used:
        values = memory.floats()[:math.prod(sizes)]
    else:
        values = np.frombuffer(body, "<f4", offset=8 + 8 * (rank + count))
    return values.reshape(sizes), labels


def encode_tensor(values, memory):
    head = struct.pack(f"<II{values.ndim}Q", values.ndim, 0, *values.shape)
    if not memory.used:
        return head + np.ascontiguousarray(values, "<f4").tobytes()
    memory.floats()[:values.size] = values.ravel()
    return head


def serve(description, answers):
    """Answers until LatentFuzz closes stdin. `answers` maps PREDICT, DECODE and ENCODE to functions
    of (tensor, labels)."""
    # Whatever the model's libraries print must not end up between two messages.
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def reply(kind, body):
        replies.write(HEADER.pack(b"LFZP", VERSION, kind, len(body)))
        replies.write(body)
        replies.flush()

    memory = Memory()
    if memory.used:
        description = {**description, "memory": memory.mark}
    requests = sys.stdin.buffer
    while len(header := requests.read(HEADER.size)) == HEADER.size:
        magic, version, kind, length = HEADER.unpack(header)
        if magic != b"LFZP" or version != VERSION:
            sys.exit(f"this worker speaks version {VERSION} of LatentFuzz's protocol")
        body = requests.read(length)
        if len(body) < length:
            return
        try:
            if kind == HELLO:
                reply(DESCRIPTION, json.dumps(description).encode())
            else:
                reply(TENSOR, encode_tensor(answers[kind](*decode_tensor(body, memory)), memory))
        except Exception as error:
            reply(ERROR, f"{type(error).__name__}: {error}".encode())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", help="weights, in a .safetensors file")
    parser.add_argument("--image", required=True, help="sizes of an image: 1,28,28")
    parser.add_argument("--latent", type=int, help="size of the latents; makes it a generator")
    arguments = parser.parse_args()
    mlp = Mlp(arguments.model)
    image = [int(size) for size in arguments.image.split(",")]
    description = {"name": pathlib.Path(arguments.model).stem, "image": image,
                   "engine": "numpy", "engine_version": np.__version__}
    if arguments.latent:
        serve({**description, "task": "generator", "latent": arguments.latent},
              {DECODE: lambda latents, labels: sigmoid(mlp(latents)).reshape(-1, *image)})
    else:
        serve({**description, "task": "classification", "classes": mlp.outputs},
              {PREDICT: lambda images, labels: mlp(images)})


if __name__ == "__main__":
    main()
