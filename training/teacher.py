"""The teacher: all-MiniLM-L6-v2, fine-tuned on our pairs. It reads the words of a text in order, with attention between them, which
is too slow for the shipped model. Its vectors of every question and every code are computed once; from them the shipped model
learns how similar any two texts of a batch are.
"""

import math
import os

import numpy as np
import torch
import torch.nn.functional as F

HEADS = 12
WIDTH = 384
# Max words of a question, a path, a context and a code.
QUESTION, PATH, CONTEXT, CODE = 40, 12, 36, 100


class Teacher(torch.nn.Module):
    def __init__(self, folder):
        super().__init__()
        stored = np.load(os.path.join(folder, "minilm.npz"))
        weights = {name: torch.from_numpy(stored[name].astype(np.float32)) for name in stored.files}
        self.words = len(weights["table"])
        table = torch.cat([weights.pop("table"), weights.pop("ends")])
        self.table, self.places = torch.nn.Parameter(table), torch.nn.Parameter(weights.pop("places"))
        self.weights = torch.nn.ParameterDict({name.replace(".", "/"): torch.nn.Parameter(value) for name, value in weights.items()})
        self.depth = 1 + max(int(name.split(".")[2]) for name in weights if name.startswith("encoder"))
        self.temperature = torch.nn.Parameter(torch.tensor(math.log(20.0)))

    def of(self, name):
        return self.weights[f"{name}.weight".replace(".", "/")], self.weights[f"{name}.bias".replace(".", "/")]

    def encoded(self, ids, absent):
        count, length = ids.shape
        normal = lambda x, name: F.layer_norm(x.float(), (WIDTH,), *self.of(name), eps=1e-12).bfloat16()
        heads = lambda x: x.view(count, length, HEADS, -1).transpose(1, 2)
        seen = (~absent)[:, None, None, :].expand(count, 1, length, length)
        x = normal(self.table[ids] + self.places[:length], "embeddings.LayerNorm")
        with torch.autocast(device_type=ids.device.type, dtype=torch.bfloat16):
            for layer in range(self.depth):
                at = f"encoder.layer.{layer}"
                q, k, v = (heads(F.linear(x, *self.of(f"{at}.attention.self.{part}"))) for part in ("query", "key", "value"))
                looked = F.scaled_dot_product_attention(q, k, v, attn_mask=seen).transpose(1, 2).reshape(count, length, WIDTH)
                x = normal(x + F.linear(looked, *self.of(f"{at}.attention.output.dense")), f"{at}.attention.output.LayerNorm")
                wide = F.gelu(F.linear(x, *self.of(f"{at}.intermediate.dense")))
                x = normal(x + F.linear(wide, *self.of(f"{at}.output.dense")), f"{at}.output.LayerNorm")
        x = x.float().masked_fill(absent.unsqueeze(2), 0)
        return F.normalize(x.sum(1) / (~absent).sum(1, keepdim=True), dim=1)

    def forward(self, parts, count, groups=8):
        """Vectors of texts: the words of all parts of each text, one after the other. Texts of similar length are computed together."""
        row = torch.cat([part[0] for part in parts])
        place = torch.cat([part[1] + 4096 * number for number, part in enumerate(parts)])
        ids = torch.cat([part[2] for part in parts])
        order = torch.argsort(row * 65536 + place)
        row, ids, device = row[order], ids[order], row.device
        lengths = torch.bincount(row, minlength=count)
        place = torch.arange(len(row), device=device) - (torch.cumsum(lengths, 0) - lengths)[row]
        longest = (int(lengths.max()) + 2 + 7) // 8 * 8
        padded = torch.full((count, longest), self.words, device=device)
        padded[row, place + 1] = ids
        padded[torch.arange(count, device=device), lengths + 1] = self.words + 1
        by_length = torch.argsort(lengths)
        vectors = []
        for rows in by_length.chunk(groups):
            length = (int(lengths[rows[-1]]) + 2 + 7) // 8 * 8
            absent = torch.arange(length, device=device) > (lengths[rows] + 1).unsqueeze(1)
            vectors.append(self.encoded(padded[rows, :length], absent))
        return torch.cat(vectors)[torch.argsort(by_length)]

    def groups(self, lr):
        rest = [value for name, value in self.named_parameters() if name not in ("table", "temperature")]
        return [{"params": [self.table], "lr": 2 * lr}, {"params": [self.temperature], "lr": 10 * lr}, {"params": rest, "lr": lr}]

    @torch.no_grad()
    def of_words(self):
        """The vector of each single word."""
        every = torch.arange(self.words, device=self.table.device)
        alone = lambda ids: self([(torch.arange(len(ids), device=ids.device), torch.zeros_like(ids), ids)], len(ids), 1)
        return torch.cat([alone(ids) for ids in every.split(4096)])


def question_parts(split, rows):
    return [split.ordered("q", rows, QUESTION)]


def passage_parts(split, rows, context=None):
    """Path, context and code; path and context only for the chosen rows, or for all."""
    parts = []
    for key, longest in (("f", PATH), ("x", CONTEXT)):
        row, place, ids = split.ordered(key, rows, longest)
        keep = torch.ones_like(row, dtype=torch.bool) if context is None else context[row]
        parts.append((row[keep], place[keep], ids[keep]))
    return parts + [split.ordered("c", rows, CODE)]


def without(parts, keys, words):
    """The parts without the words of a row that are in `keys` (row × words + word)."""
    kept = [~torch.isin(row * words + ids, keys) for row, _, ids in parts]
    return [(row[keep], place[keep], ids[keep]) for (row, place, ids), keep in zip(parts, kept)]


def name_keys(split, rows, chosen=None):
    row, ids, _ = split.rows("n", rows)
    keys = row * split.words + ids
    return keys if chosen is None else keys[chosen[row]]


class TeacherBatches:
    """Pairs for the teacher, with light augmentation."""

    def __init__(self, split, options, generator):
        self.split, self.options, self.generator = split, options, generator

    def chance(self, count, share):
        return torch.rand(count, device=self.split.device, generator=self.generator) < share

    def dropped(self, parts, share):
        kept = [~self.chance(len(part[0]), share) for part in parts]
        return [tuple(column[keep] for column in part) for part, keep in zip(parts, kept)]

    def questions(self, rows):
        as_name = self.chance(len(rows), self.options["name_query"])
        as_name &= self.split.start["n"][rows + 1] - self.split.start["n"][rows] > 1
        short = self.chance(len(rows), self.options["short_query"])
        parts = []
        for key, chosen in (("q", ~as_name), ("n", as_name)):
            row, place, ids = self.split.ordered(key, rows, QUESTION)
            share = torch.where(short, 0.6, self.options["drop_query"]) if key == "q" else torch.zeros(len(rows), device=row.device)
            keep = chosen[row] & (torch.rand(len(row), device=row.device, generator=self.generator) >= share[row])
            parts.append((row[keep], place[keep], ids[keep]))
        return parts

    def passages(self, rows):
        parts = passage_parts(self.split, rows, self.chance(len(rows), self.options["context"]))
        parts = without(parts, name_keys(self.split, rows, self.chance(len(rows), self.options["drop_name"])), self.split.words)
        return self.dropped(parts, self.options["drop_code"])


@torch.no_grad()
def teacher_targets(teacher, split):
    """The vectors of the teacher for all questions and for all codes with their context."""
    rows = torch.arange(split.size, device=split.device)
    vectors = lambda parts: torch.cat([teacher(parts(split, some), len(some)).half() for some in rows.split(8192)])
    return vectors(question_parts), vectors(passage_parts)
