"""Trains the built-in embedding model from prepared pairs and writes it in the format of `src/embedding/model-file.ts`.

    python3 training/train.py --data training/data/prepared --out models --variants gate4

A table of word vectors with a learned weight each. A text is the weighted sum of its words' vectors, made in two rounds: the first
sum says what the text is about, and from that each word's weight is set anew ("gate"), by one or several heads that each decide
for a part of the dimensions. Questions and code share the table and have gates of their own. An optional residual layer follows.
Loss: InfoNCE both ways over large batches that hold runs of pairs of one repository, so that most negatives are near. A teacher (a
small transformer over the same words, too slow to ship) can be trained first: its similarities in a batch are then a second target,
which tells near misses from far ones. Every random choice comes from one seed; models of different seeds start alike, so that
their mean is a model too (soup.py).
"""

import argparse
import json
import math
import os
import struct
import time

import numpy as np
import torch
import torch.nn.functional as F

DIMENSIONS = 256
POOLS = int(os.environ.get("POOLS", "20"))
SHORTER = ((256, 1.0), (128, 0.5), (64, 0.25))
QUESTION_FRAMES = [
    "how does work", "how is", "how are", "how to", "where is implemented", "where are defined", "what is", "what does do",
    "code that", "function that", "function to", "class that", "which class handles", "implementation of", "how can",
    "how does handle", "find", "logic for", "where does happen",
]


class Split:
    """The columns of one split on the device; see columns.ts."""

    def __init__(self, folder, device):
        self.device = device
        read = lambda name, kind: np.fromfile(os.path.join(folder, name), dtype=kind)
        self.ids, self.start, self.tf = {}, {}, {}
        for key in "qncxf":
            lengths = read(f"{key}.len.u16", np.uint16).astype(np.int64)
            start = np.zeros(len(lengths) + 1, np.int64)
            np.cumsum(lengths, out=start[1:])
            ids = read(f"{key}.u16", np.uint16).astype(np.int64)
            if key in "cxf":
                total = np.cumsum(ids)
                before = np.concatenate([[0], total])[start[:-1]]
                ids = total - np.repeat(before, lengths)
                self.tf[key] = torch.from_numpy(read(f"{key}.tf.u8", np.uint8)).to(device)
            self.ids[key] = torch.from_numpy(ids.astype(np.int32)).to(device)
            self.start[key] = torch.from_numpy(start).to(device)
        self.group = torch.from_numpy(read("g.u32", np.uint32).astype(np.int64)).to(device)
        self.kind = torch.from_numpy(read("t.u8", np.uint8)).to(device)
        self.language = torch.from_numpy(read("l.u8", np.uint8)).to(device)
        self.size = len(self.group)

    def rows(self, key, rows):
        """The words of some rows: which of them each belongs to, its number, how often it occurs."""
        start = self.start[key][rows]
        lengths = self.start[key][rows + 1] - start
        row = torch.repeat_interleave(torch.arange(len(rows), device=self.device), lengths)
        first = torch.cumsum(lengths, 0) - lengths
        at = torch.arange(len(row), device=self.device) - first[row] + start[row]
        tf = self.tf[key][at].float() if key in self.tf else torch.ones(len(row), device=self.device)
        return row, self.ids[key][at].long(), tf


def neighbours(split, rows, step):
    """What stands some rows after in the same repository: its code and its documentation."""
    following = (rows + step).clamp(max=split.size - 1)
    same = split.group[following] == split.group[rows]
    for key in "cq":
        r, i, t = split.rows(key, following)
        yield r[same[r]], i[same[r]], t[same[r]]


def merged(parts, words):
    """One bag per row from several: occurrences of a word add up."""
    row = torch.cat([part[0] for part in parts])
    ids = torch.cat([part[1] for part in parts])
    tf = torch.cat([part[2] for part in parts])
    keys, inverse = torch.unique(row * words + ids, return_inverse=True)
    total = torch.zeros(len(keys), device=row.device).index_add_(0, inverse, tf)
    return keys // words, keys % words, total


class Model(torch.nn.Module):
    def __init__(self, words, heads, hidden, frequency, init):
        super().__init__()
        self.heads, self.words = heads, words
        table = init if init is not None else torch.randn(words, DIMENSIONS) / math.sqrt(DIMENSIONS)
        self.table = torch.nn.Parameter(table)
        self.weight = torch.nn.Parameter(-0.25 * torch.log(frequency.clamp(min=1)))
        self.gate = torch.nn.Parameter(torch.zeros(2, DIMENSIONS, heads * DIMENSIONS)) if heads else None
        self.up = torch.nn.Parameter(torch.randn(2, DIMENSIONS, hidden) / 16) if hidden else None
        self.down = torch.nn.Parameter(torch.zeros(2, hidden, DIMENSIONS)) if hidden else None
        self.temperature = torch.nn.Parameter(torch.tensor(math.log(20.0)))

    def forward(self, row, ids, weight, count, side):
        table = self.table[ids]
        scale = (weight * torch.exp(self.weight[ids])).unsqueeze(1)
        total = torch.zeros(count, DIMENSIONS, device=ids.device).index_add_(0, row, table * scale)
        if self.heads:
            about = (F.normalize(total, dim=1) @ self.gate[side]).view(count, self.heads, DIMENSIONS)
            unit = F.normalize(table, dim=1)
            parts = [torch.exp(2 * torch.tanh((unit * about[:, head][row]).sum(1, keepdim=True))) for head in range(self.heads)]
            width = DIMENSIONS // self.heads
            gates = torch.cat(parts, 1).repeat_interleave(width, 1) if self.heads > 1 else parts[0]
            total = torch.zeros(count, DIMENSIONS, device=ids.device).index_add_(0, row, table * scale * gates)
        if self.up is not None:
            unit = F.normalize(total, dim=1)
            total = unit + F.relu(unit @ self.up[side]) @ self.down[side]
        return total

    def groups(self, lr):
        slow = [p for p in (self.gate, self.up, self.down) if p is not None]
        return [
            {"params": [self.table, self.temperature], "lr": lr},
            {"params": [self.weight], "lr": 2 * lr},
            {"params": slow, "lr": lr / 4},
        ]


class Teacher(torch.nn.Module):
    """Attention between the words of a text, which the shipped model cannot afford; sees at most `LONGEST` of them."""

    LONGEST = (31, 95)

    def __init__(self, words, vectors, width=384, layers=3):
        super().__init__()
        self.words, self.width = words, width
        table = vectors.clone() if vectors is not None else torch.randn(words, width) / math.sqrt(width)
        self.table = torch.nn.Parameter(table)
        self.often = torch.nn.Parameter(torch.zeros(width))
        self.first = torch.nn.Parameter(torch.randn(2, width) / math.sqrt(width))
        layer = lambda: torch.nn.TransformerEncoderLayer(width, 6, 4 * width, 0.0, "gelu", batch_first=True, norm_first=True)
        self.layers = torch.nn.ModuleList(layer() for _ in range(layers))
        self.last = torch.nn.LayerNorm(width)
        self.temperature = torch.nn.Parameter(torch.tensor(math.log(20.0)))

    def forward(self, row, ids, weight, count, side):
        longest, device = self.LONGEST[side], ids.device
        order = torch.argsort(row.double() + torch.rand(len(row), device=device).double())
        row, ids, weight = row[order], ids[order], weight[order]
        place = torch.arange(len(row), device=device) - torch.searchsorted(row.contiguous(), torch.arange(count, device=device))[row]
        keep = place < longest
        at = (row[keep], place[keep] + 1)
        padded = torch.zeros(count, longest + 1, dtype=torch.long, device=device).index_put_(at, ids[keep])
        often = torch.zeros(count, longest + 1, device=device).index_put_(at, torch.log(weight[keep].clamp(min=1e-3)))
        absent = torch.ones(count, longest + 1, dtype=torch.bool, device=device).index_put_(at, torch.zeros_like(row[keep], dtype=torch.bool))
        absent[:, 0] = False
        with torch.autocast(device_type=device.type, dtype=torch.bfloat16):
            x = F.embedding(padded, self.table) * math.sqrt(self.width) / 4 + often.unsqueeze(2) * self.often
            x = torch.cat([self.first[side].expand(count, 1, -1), x[:, 1:]], 1)
            for layer in self.layers:
                x = layer(x, src_key_padding_mask=absent)
        return self.last(x[:, 0].float())

    def groups(self, lr):
        slow = [p for name, p in self.named_parameters() if name not in ("table", "temperature")]
        return [{"params": [self.table, self.temperature], "lr": lr / 4}, {"params": slow, "lr": lr / 8}]


def passage_weight(tf):
    return 1 + torch.log(tf)


class Batches:
    """Augmented pairs: what asks and what answers, as bags."""

    def __init__(self, split, words, frames, options, generator):
        self.split, self.words, self.frames, self.options, self.generator = split, words, frames, options, generator

    def chance(self, count, share):
        return torch.rand(count, device=self.split.device, generator=self.generator) < share

    def passages(self, rows, by_path):
        split, options = self.split, self.options
        count = len(rows)
        row, ids, tf = split.rows("c", rows)
        named = self.chance(count, options["drop_name"])
        name_row, name_ids, _ = split.rows("n", rows)
        name_keys = (name_row * self.words + name_ids)[named[name_row]]
        keep = ~torch.isin(row * self.words + ids, name_keys)
        keep &= ~self.chance(len(row), options["drop_code"])
        parts = [(row[keep], ids[keep], tf[keep])]
        context = self.chance(count, options["context"])
        path = (context | self.chance(count, 0.2)) & ~by_path
        for key, chosen in (("x", context), ("f", path)):
            r, i, t = split.rows(key, rows)
            keep = chosen[r] & ~self.chance(len(r), 0.1)
            parts.append((r[keep], i[keep], t[keep]))
        # Small definitions share a chunk with those after them, documentation included.
        draw = torch.rand(count, device=split.device, generator=self.generator)
        for step, share in enumerate(options["mix"], 1):
            parts += [
                (r[keep], i[keep], t[keep])
                for r, i, t, keep in ((*words, (draw < share)[words[0]]) for words in neighbours(split, rows, step))
            ]
        row, ids, tf = merged(parts, self.words)
        return row, ids, passage_weight(tf)

    def questions(self, rows, by_path):
        split, options = self.split, self.options
        count = len(rows)
        row, ids, tf = split.rows("q", rows)
        draw = torch.rand(count, device=split.device, generator=self.generator)
        names = split.start["n"][rows + 1] - split.start["n"][rows]
        as_name = (draw < options["name_query"]) & (names > 1)
        as_name &= ~by_path
        as_code = (draw > 1 - options["code_query"]) & ~by_path
        keep = ~(as_name | as_code | by_path)[row] & ~self.chance(len(row), options["drop_query"])
        # A few random words of the text: a random score per word, the best of each row kept.
        short = self.chance(count, options["short_query"])
        wanted = torch.randint(2, 8, (count,), device=split.device, generator=self.generator)
        score = torch.rand(len(row), device=split.device, generator=self.generator)
        order = torch.argsort(row.double() + score.double())
        first = torch.searchsorted(row.contiguous(), torch.arange(count, device=split.device))
        place = torch.empty(len(row), dtype=torch.long, device=split.device)
        place[order] = torch.arange(len(row), device=split.device) - first[row[order]]
        keep &= ~short[row] | (place < wanted[row])
        parts = [(row[keep], ids[keep], tf[keep])]
        r, i, t = split.rows("n", rows)
        parts.append((r[as_name[r]], i[as_name[r]], t[as_name[r]]))
        r, i, t = split.rows("c", rows)
        half = as_code[r] & self.chance(len(r), 0.5)
        parts.append((r[half], i[half], torch.ones_like(t[half])))
        framed = torch.nonzero(self.chance(count, options["frames"]) & ~as_code).flatten()
        if len(framed):
            chosen = torch.randint(len(self.frames), (len(framed),), device=split.device, generator=self.generator)
            for number, frame in enumerate(self.frames):
                rows_of = framed[chosen == number]
                r = rows_of.repeat_interleave(len(frame))
                parts.append((r, frame.repeat(len(rows_of)), torch.ones(len(r), device=split.device)))
        r, i, t = split.rows("f", rows)
        some = by_path[r] & self.chance(len(r), 0.6)
        parts.append((r[some], i[some], t[some]))
        return merged(parts, self.words)


def epoch_order(split, options, generator):
    """Runs of pairs of one repository, in a random order; pairs about whole files, or in TypeScript, several times."""
    size, block = options["batch"], options["block"]
    every = torch.arange(split.size, device=split.device)
    typescript = every[(split.language == 1) | (split.language == 2)]
    every = torch.cat([every] + [every[split.kind == 2]] * (options["files"] - 1) + [typescript] * (options["typescript"] - 1))
    order = every[torch.argsort(torch.rand(len(every), device=split.device, generator=generator))]
    order = order[torch.argsort(split.group[order], stable=True)]
    blocks = order[: len(order) // block * block].view(-1, block)
    blocks = blocks[torch.argsort(torch.rand(len(blocks), device=split.device, generator=generator))]
    flat = blocks.flatten()
    return flat[: len(flat) // size * size].view(-1, size)


def same_texts(split, rows, reach):
    """Pairs of rows that are no negatives of each other: the same question, or so near that one's passage may hold the other."""
    row, ids, _ = split.rows("q", rows)
    mixed = (ids * 2654435761 % 4294967291) ** 2 % 4294967291
    key = torch.zeros(len(rows), dtype=torch.long, device=split.device).index_add_(0, row, mixed)
    near = (rows.unsqueeze(0) - rows.unsqueeze(1)).abs() <= (reach if reach > 1 else 0)
    return ((key.unsqueeze(0) == key.unsqueeze(1)) | near).fill_diagonal_(False)


@torch.no_grad()
def taught(teacher, questions, passages, mask):
    """How near the teacher finds each passage to each question, as chances, both ways."""
    q, p = F.normalize(questions, dim=1), F.normalize(passages, dim=1)
    logits = (q @ p.T * teacher.temperature.exp().clamp(max=100)).masked_fill(mask, -1e4)
    return F.softmax(logits, 1), F.softmax(logits.T, 1)


def loss_of(model, questions, passages, mask, targets=None, share_taught=0.0):
    total = 0
    scale = model.temperature.exp().clamp(max=100)
    target = torch.arange(len(mask), device=mask.device)
    for size, share in SHORTER if questions.shape[1] == DIMENSIONS else ((questions.shape[1], 1.0),):
        q = F.normalize(questions[:, :size], dim=1)
        p = F.normalize(passages[:, :size], dim=1)
        logits = (q @ p.T * scale).masked_fill(mask, -1e4)
        hard = (F.cross_entropy(logits, target) + F.cross_entropy(logits.T, target)) / 2
        if targets is not None:
            soft = (F.cross_entropy(logits, targets[0]) + F.cross_entropy(logits.T, targets[1])) / 2
            hard = (1 - share_taught) * hard + share_taught * soft
        total = total + share * hard
    return total


@torch.no_grad()
def mean_reciprocal_rank(model, split, words, removed, context, pool=1000, size=None, mixed=0):
    kept = torch.nonzero(split.kind == 0).flatten()
    generator = torch.Generator(device=split.device).manual_seed(7)
    kept = kept[torch.argsort(torch.rand(len(kept), device=split.device, generator=generator))]
    ranks = []
    for at in range(0, min(len(kept), POOLS * pool) - pool + 1, pool):
        rows = kept[at : at + pool]
        row, ids, tf = split.rows("c", rows)
        if removed:
            r, i, _ = split.rows("n", rows)
            keep = ~torch.isin(row * words + ids, r * words + i)
            row, ids, tf = row[keep], ids[keep], tf[keep]
        parts = [(row, ids, tf)] + ([split.rows("x", rows), split.rows("f", rows)] if context else [])
        for step in range(1, mixed + 1):
            parts += neighbours(split, rows, step)
        row, ids, tf = merged(parts, words)
        p = F.normalize(model(row, ids, passage_weight(tf), pool, 1)[:, :size], dim=1)
        row, ids, tf = merged([split.rows("q", rows)], words)
        q = F.normalize(model(row, ids, tf, pool, 0)[:, :size], dim=1)
        scores = q @ p.T
        ranks.append(1.0 / ((scores > scores.diagonal().unsqueeze(1)).sum(1) + 1).float())
    return torch.cat(ranks).mean().item()


def train(name, options, data, words, vocabulary, model, device, teacher=None):
    generator = torch.Generator(device=device).manual_seed(options["seed"])
    number = {word: i for i, word in enumerate(vocabulary)}
    frames = [torch.tensor([number[w] for w in frame.split() if w in number], device=device) for frame in QUESTION_FRAMES]
    batches = Batches(data["train"], words, frames, options, generator)
    optimizer = torch.optim.AdamW([g for g in model.groups(options["lr"]) if g["params"]], betas=(0.9, 0.98), weight_decay=0)
    steps = max(1, options["epochs"] * len(epoch_order(data["train"], options, generator)))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda s: min(1, (s + 1) / (0.05 * steps)) * 0.5 * (1 + math.cos(math.pi * min(1, s / steps)))
    )
    started, step = time.time(), 0
    for epoch in range(options["epochs"]):
        for rows in epoch_order(data["train"], options, generator):
            count = len(rows)
            by_path = batches.chance(count, options["path_query"])
            asked = batches.questions(rows, by_path)
            given = batches.passages(rows, by_path)
            mask = same_texts(data["train"], rows, len(options["mix"]))
            targets = None
            if teacher is not None:
                with torch.no_grad():
                    targets = taught(teacher, teacher(*asked, count, 0), teacher(*given, count, 1), mask)
            loss = loss_of(model, model(*asked, count, 0), model(*given, count, 1), mask, targets, options["taught"])
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            if isinstance(model, Teacher):
                torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            step += 1
        print(f"  {name} epoch {epoch + 1}: loss {loss.item():.3f}, {time.time() - started:.0f} s", flush=True)
    return model


def measures(model, split, words):
    mrr = lambda **kw: mean_reciprocal_rank(model, split, words, **kw)
    return {
        "visible": mrr(removed=False, context=False),
        "removed": mrr(removed=True, context=False),
        "with context": mrr(removed=False, context=True),
        "as chunks": mrr(removed=False, context=True, mixed=3),
        "visible 128": mrr(removed=False, context=False, size=128),
        "visible 64": mrr(removed=False, context=False, size=64),
    }


def quantised(table):
    """int8 with a scale per row."""
    scale = table.abs().amax(1).clamp(min=1e-8) / 127
    return torch.round(table / scale.unsqueeze(1)).clamp(-127, 127).to(torch.int8), scale


@torch.no_grad()
def write(model, vocabulary, path, about):
    rows, scales = quantised(model.table * torch.exp(model.weight).unsqueeze(1))
    sections = {
        "vocabulary": "\n".join(vocabulary).encode(),
        "rows": rows.cpu().numpy().tobytes(),
        "scales": scales.float().cpu().numpy().tobytes(),
    }
    for name, value in (("gate", model.gate), ("up", model.up), ("down", model.down)):
        if value is not None:
            sections[name] = value.half().cpu().numpy().tobytes()
    places, at = {}, 0
    for name, content in sections.items():
        places[name] = [at, len(content)]
        at += (len(content) + 63) // 64 * 64
    header = {
        **about, "dimensions": DIMENSIONS, "words": len(vocabulary), "heads": model.heads,
        "hidden": 0 if model.up is None else model.up.shape[2], "sections": places,
    }
    text = json.dumps(header).encode()
    text += b" " * (-(len(text) + 8) % 64)
    with open(path, "wb") as file:
        file.write(b"CGM1" + struct.pack("<I", len(text)) + text)
        for content in sections.values():
            file.write(content + b"\0" * (-len(content) % 64))


BASE = {
    "heads": 1, "hidden": 0, "seed": 1, "batch": 8192, "block": 64, "epochs": 5, "lr": 4e-3, "context": 0.5, "frames": 0.15,
    "drop_name": 0.3, "drop_code": 0.15, "drop_query": 0.1, "short_query": 0.15, "name_query": 0.08, "code_query": 0.05,
    "mix": (0.1,), "path_query": 0.0, "files": 1, "typescript": 1, "taught": 0.0,
}
WHOLE = {"heads": 4, "hidden": 512, "mix": (0.5, 0.3, 0.15, 0.1)}
# People ask in fewer words than documentation has.
SHORT = {"short_query": 0.35, "name_query": 0.12}
NAMES = {**WHOLE, **SHORT, "heads": 1, "hidden": 1024, "name_query": 0.22}
VARIANTS = {
    "plain": {"heads": 0},
    "gate": {},
    "gate4": {"heads": 4},
    "layer": {"heads": 0, "hidden": 512},
    "gate4-layer": {"heads": 4, "hidden": 512},
    "no-context": {"context": 0.0},
    "no-frames": {"frames": 0.0},
    "whole": WHOLE,
    "whole-1024": {**WHOLE, "hidden": 1024},
    "whole-gate1-1024": {**WHOLE, "heads": 1, "hidden": 1024},
    "whole-context": {**WHOLE, "context": 0.8},
    "whole-8": {**WHOLE, "epochs": 8},
    "whole-more": {**WHOLE, "mix": (0.8, 0.6, 0.4, 0.3)},
    "whole-1024-8": {**WHOLE, "hidden": 1024, "epochs": 8},
    "whole-seed2": {**WHOLE, "seed": 2},
    "short": {**WHOLE, **SHORT, "heads": 1, "hidden": 1024},
    "short-gate4": {**WHOLE, **SHORT},
    "shorter": {**WHOLE, **SHORT, "heads": 1, "hidden": 1024, "short_query": 0.55},
    "paths": {**WHOLE, **SHORT, "heads": 1, "hidden": 1024, "name_query": 0.16, "path_query": 0.08},
    "paths-files": {**WHOLE, **SHORT, "heads": 1, "hidden": 1024, "name_query": 0.16, "path_query": 0.08, "files": 4},
    "short-names": NAMES,
    "teacher": {**NAMES, "teacher": True, "epochs": 4},
    "taught": {**NAMES, "taught": 0.5},
    "taught-more": {**NAMES, "taught": 0.8},
    **{f"taught-typescript-{seed}": {**NAMES, "taught": 0.5, "typescript": 2, "seed": seed} for seed in (1, 2, 3)},
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", default="training/data/prepared")
    parser.add_argument("--out", default="models")
    parser.add_argument("--variants", default="gate4")
    parser.add_argument("--save", default="")
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--epochs", type=int)
    parser.add_argument("--batch", type=int)
    parser.add_argument("--test", action="store_true")
    parser.add_argument("--teacher", default="", help="where the teacher is kept, to go on with it in another run")
    args = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cuda.matmul.allow_tf32 = True
    started = time.time()
    with open(os.path.join(args.data, "vocabulary.txt")) as file:
        vocabulary = file.read().split()
    data = {name: Split(os.path.join(args.data, name), device) for name in ("train", "validation", "test")}
    words = len(vocabulary)
    frequency = torch.bincount(data["train"].ids["c"].long(), minlength=words).float().cpu()
    vectors = os.path.join(args.data, "words.f16")
    init = wide = None
    if os.path.exists(vectors):
        loaded = torch.from_numpy(np.fromfile(vectors, dtype=np.float16).astype(np.float32).reshape(words, -1)).to(device)
        wide = F.normalize(loaded - loaded.mean(0), dim=1)
        _, _, v = torch.linalg.svd(wide, full_matrices=False)
        init = wide @ v[:DIMENSIONS].T
        init = (init / init.norm(dim=1).mean() + torch.randn(init.shape, device=device, generator=torch.Generator(device=device).manual_seed(3)) * 0.02).cpu()
    print(f"{data['train'].size} pairs, {words} words, read in {time.time() - started:.0f} s on {device}", flush=True)
    table, teacher = [], None
    if args.teacher and os.path.exists(args.teacher):
        teacher = Teacher(words, wide).to(device)
        teacher.load_state_dict(torch.load(args.teacher))

    def finish(name, model, options, at):
        row = measures(model, data["test" if args.test else "validation"], words)
        table.append((name, time.time() - at, row))
        print(f"| {name} | {time.time() - at:.0f} s | " + " | ".join(f"{k} {v:.4f}" for k, v in row.items()) + " |", flush=True)
        if isinstance(model, Model) and (name in args.save.split(",") or args.save == "all"):
            about = {"name": "codegrain-code-1", "variant": name, "options": options}
            write(model, vocabulary, os.path.join(args.out, f"{name}.cgm"), about)

    for name in args.variants.split(","):
        if time.time() - started > args.seconds:
            print(f"no time for {name}")
            continue
        options = {**BASE, **VARIANTS[name.removesuffix("-init0")]}
        if args.epochs is not None:
            options["epochs"] = args.epochs
        if args.batch:
            options["batch"] = args.batch
        at = time.time()
        torch.manual_seed(1)
        start = None if name.endswith("-init0") else init
        if options.pop("teacher", False):
            model = teacher = train(name, options, data, words, vocabulary, Teacher(words, wide).to(device), device).eval()
            if args.teacher:
                torch.save(teacher.state_dict(), args.teacher)
        else:
            model = Model(words, options["heads"], options["hidden"], frequency, None if start is None else start.clone()).to(device)
            train(name, options, data, words, vocabulary, model, device, teacher if options["taught"] else None)
        finish(name, model, options, at)
    print("| variant | seconds | " + " | ".join(table[0][2]) + " |")
    for name, seconds, row in table:
        print(f"| {name} | {seconds:.0f} | " + " | ".join(f"{v:.3f}" for v in row.values()) + " |")


main()
