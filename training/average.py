"""Averages models that were trained from the same start with the data in different orders, and writes a test fixture.

    python3 training/average.py models/built-in.cgm training/data/variants/aligned{,-2}.cgm

Such models are in the same valley of the loss, and their mean is better than each of them. Needs only NumPy. Writes the model,
and to `test/fixtures/embedding/` a thousand texts of the test split (their words) with the vectors of the mean before rounding,
for the test that the product computes the same vectors.
"""

import argparse
import json
import os
import struct

import numpy as np

MATRICES = ("gate", "up", "down")


def read(path):
    with open(path, "rb") as file:
        content = file.read()
    assert content[:4] == b"CGM1", path
    end = 8 + struct.unpack("<I", content[4:8])[0]
    header = json.loads(content[8:end])
    part = {name: content[end + at : end + at + size] for name, (at, size) in header["sections"].items()}
    rows = np.frombuffer(part["rows"], np.int8).reshape(header["words"], header["dimensions"]).astype(np.float32)
    rows = rows * np.frombuffer(part["scales"], np.float32)[:, None]
    return header, part["vocabulary"], rows, {name: np.frombuffer(part[name], np.float16).astype(np.float32) for name in MATRICES}


def write(path, header, vocabulary, rows, matrices):
    scales = np.maximum(np.abs(rows).max(1), 1e-8) / 127
    rounded = np.clip(np.round(rows / scales[:, None]), -127, 127).astype(np.int8)
    sections = {"vocabulary": vocabulary, "rows": rounded.tobytes(), "scales": scales.astype(np.float32).tobytes()}
    sections |= {name: matrix.astype(np.float16).tobytes() for name, matrix in matrices.items()}
    places, at = {}, 0
    for name, content in sections.items():
        places[name] = [at, len(content)]
        at += (len(content) + 63) // 64 * 64
    text = json.dumps({**header, "sections": places}).encode()
    text += b" " * (-(len(text) + 8) % 64)
    with open(path, "wb") as file:
        file.write(b"CGM1" + struct.pack("<I", len(text)) + text)
        for content in sections.values():
            file.write(content + b"\0" * (-len(content) % 64))


def vector(rows, matrices, ids, weights, side):
    """The same as `Model.forward` in model.py, for one gate."""
    size = rows.shape[1]
    unit = lambda x: x / np.linalg.norm(x, axis=-1, keepdims=True)
    gate, up, down = (matrices[name].reshape(2, -1)[side] for name in MATRICES)
    words = rows[ids] * weights[:, None]
    about = unit(words.sum(0)) @ gate.reshape(size, size)
    total = unit((words * np.exp(2 * np.tanh(unit(rows[ids]) @ about))[:, None]).sum(0))
    return unit(total + np.maximum(total @ up.reshape(size, -1), 0) @ down.reshape(-1, size))


def column(folder, key):
    """The word numbers of each row; see columns.ts."""
    kind = lambda name: np.fromfile(os.path.join(folder, name), np.uint16).astype(int)
    lengths, ids = kind(f"{key}.len.u16"), kind(f"{key}.u16")
    return [np.sort(ids[end - length : end]) for end, length in zip(np.cumsum(lengths), lengths)]


def fixture(rows, matrices, about, vocabulary, split, folder):
    """The question and the code of each pair; for every second pair, the code together with its path and enclosing names."""
    words = vocabulary.decode().split("\n")
    written = lambda ids: " ".join(words[i] for i in ids)
    texts, vectors = [], []
    questions, codes, paths, scopes = (column(split, key) for key in "qcfs")
    step = max(1, len(questions) // 500)
    for number, at in enumerate(range(0, len(questions), step)[:500]):
        if len(questions[at]):
            ids, often = np.unique(questions[at], return_counts=True)
            vectors.append(vector(rows, matrices, ids, np.sqrt(often).astype(np.float32), 0))
            texts.append(f"query\t{written(questions[at])}")
        of = np.concatenate([paths[at], scopes[at]]) if number % 2 else np.zeros(0, int)
        if len(codes[at]) + len(of):
            ids, often = np.unique(np.concatenate([codes[at], np.repeat(of, about)]), return_counts=True)
            vectors.append(vector(rows, matrices, ids, (1 + np.log(often)).astype(np.float32), 1))
            texts.append(f"passage\t{written(codes[at])}\t{written(of)}")
    with open(os.path.join(folder, "texts.tsv"), "w") as file:
        file.write("\n".join(texts) + "\n")
    np.stack(vectors).astype(np.float16).tofile(os.path.join(folder, "vectors.f16"))
    print(f"{len(texts)} texts")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("models", nargs="+")
    parser.add_argument("--data", default="training/data/prepared")
    parser.add_argument("--fixture", default="test/fixtures/embedding")
    args = parser.parse_args()
    models = [read(path) for path in args.models]
    header, vocabulary = models[0][0], models[0][1]
    assert all(other[1] == vocabulary and other[0]["heads"] == other[0]["rounds"] == other[0]["sides"] == 1 for other in models), "the models have different vocabularies or shapes"
    rows = sum(model[2] for model in models) / len(models)
    matrices = {name: sum(model[3][name] for model in models) / len(models) for name in MATRICES}
    header = {**header, "variant": "mean of " + ", ".join(model[0]["variant"] for model in models)}
    write(args.out, header, vocabulary, rows, matrices)
    fixture(rows, matrices, header["about"], vocabulary, os.path.join(args.data, "test"), args.fixture)


main()
