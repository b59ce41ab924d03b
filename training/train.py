"""Trains the built-in embedding model from prepared pairs and writes it in the format of `src/embedding/built-in/model-file.ts`.

    python3 training/train.py --variants teacher,aligned,aligned-2

The model is a table of word vectors with a learned weight each (model.py). Loss: InfoNCE in both directions over large batches
with runs of pairs from one repository, so that most negatives are hard. A teacher (teacher.py, too slow to ship) is trained first:
its similarities in a batch are a second target, which distinguishes near misses from clear ones. Every random choice comes from one
seed; models with different seeds have the same start, so that their mean is also a good model (average.py).
"""

import argparse
import math
import os
import time

import torch
import torch.nn.functional as F
from batches import Batches, epoch_order, passage_weight, same_texts
from columns import Split, merged, neighbours
from model import DIMENSIONS, Model, write
from teacher import TeacherBatches, Teacher, question_parts, passage_parts, name_keys, teacher_targets, without
from variants import VARIANTS

SHORTER = ((256, 1.0), (128, 0.5), (64, 0.25))
POOL = 1000


def loss_of(model, questions, passages, mask, targets=None, teacher_share=0.0):
    total = 0
    scale = model.temperature.exp().clamp(max=100)
    target = torch.arange(len(mask), device=mask.device)
    for size, share in SHORTER if questions.shape[1] == DIMENSIONS else ((questions.shape[1], 1.0),):
        q = F.normalize(questions[:, :size], dim=1)
        p = F.normalize(passages[:, :size], dim=1)
        logits = (q @ p.T * scale).masked_fill(mask, -1e4)
        loss = (F.cross_entropy(logits, target) + F.cross_entropy(logits.T, target)) / 2
        if targets is not None:
            soft = (F.cross_entropy(logits, targets[0]) + F.cross_entropy(logits.T, targets[1])) / 2
            loss = (1 - teacher_share) * loss + teacher_share * soft
        total = total + share * loss
    return total


class TeacherTargets:
    """The soft targets of the teacher: how similar each passage of a batch is to each question, as probabilities, in both directions."""

    def __init__(self, questions, passages, scale):
        self.questions, self.passages, self.scale = questions, passages, scale

    @torch.no_grad()
    def of(self, rows, mask, scale):
        logits = (self.questions[rows].float() @ self.passages[rows].float().T * self.scale * scale).masked_fill(mask, -1e4)
        return F.softmax(logits, 1), F.softmax(logits.T, 1)

    def distance(self, model, vectors, rows):
        """The distance between our vectors, mapped into the space of the teacher, and its own vectors."""
        pairs = zip(vectors, (self.questions[rows], self.passages[rows]))
        mapped = lambda own: F.normalize(own, dim=1) @ model.alignment
        return sum(1 - F.cosine_similarity(mapped(own), target.float(), dim=1).mean() for own, target in pairs)


def run(name, options, split, model, step_loss, generator):
    optimizer = torch.optim.AdamW(model.groups(options["lr"]), betas=(0.9, 0.98), weight_decay=0, fused=split.device == "cuda")
    steps = max(1, options["epochs"] * len(epoch_order(split, options, generator)))
    rate = lambda step: min(1, (step + 1) / (0.05 * steps)) * 0.5 * (1 + math.cos(math.pi * min(1, step / steps)))
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    started = time.time()
    for epoch in range(options["epochs"]):
        for rows in epoch_order(split, options, generator):
            loss = step_loss(rows)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            if isinstance(model, Teacher):
                torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
        print(f"  {name} epoch {epoch + 1}: loss {loss.item():.3f}, {time.time() - started:.0f} s", flush=True)


def train_teacher(name, options, split, teacher):
    generator = torch.Generator(device=split.device).manual_seed(options["seed"])
    batches = TeacherBatches(split, options, generator)

    def step_loss(rows):
        questions, passages = teacher(batches.questions(rows), len(rows)), teacher(batches.passages(rows), len(rows))
        return loss_of(teacher, questions, passages, same_texts(split, rows, 0))

    run(name, options, split, teacher, step_loss, generator)


def train_model(name, options, split, vocabulary, model, targets_of_teacher):
    generator = torch.Generator(device=split.device).manual_seed(options["seed"])
    batches = Batches(split, vocabulary, options, generator)

    def step_loss(rows):
        count = len(rows)
        questions, passages = batches.questions(rows), batches.passages(rows)
        mask = same_texts(split, rows, len(options["mix"]))
        targets = targets_of_teacher.of(rows, mask, options["teacher_scale"]) if options["teacher_share"] else None
        vectors = model(*questions, count, 0), model(*passages, count, 1)
        loss = loss_of(model, *vectors, mask, targets, options["teacher_share"])
        return loss + options["aligned"] * targets_of_teacher.distance(model, vectors, rows) if options["aligned"] else loss

    run(name, options, split, model, step_loss, generator)


def about(split, rows, times):
    """Adds the words of the path and of the enclosing names of a passage `times` more times."""
    return [(row, ids, tf * times) for row, ids, tf in (split.rows(key, rows) for key in "fs")]


def student_vectors(model, split, rows, removed, context, mixed):
    row, ids, tf = split.rows("c", rows)
    if removed:
        keep = ~torch.isin(row * split.words + ids, name_keys(split, rows))
        row, ids, tf = row[keep], ids[keep], tf[keep]
    parts = [(row, ids, tf)] + ([split.rows("x", rows), split.rows("f", rows), *about(split, rows, model.about)] if context else [])
    for step in range(1, mixed + 1):
        parts += neighbours(split, rows, step)
    row, ids, tf = merged(parts, split.words)
    passages = model(row, ids, passage_weight(tf), len(rows), 1)
    return model(*merged([split.rows("q", rows)], split.words), len(rows), 0), passages


def teacher_vectors(teacher, split, rows, removed, context, mixed):
    parts = passage_parts(split, rows) if context else passage_parts(split, rows)[2:]
    parts = without(parts, name_keys(split, rows), split.words) if removed else parts
    return teacher(question_parts(split, rows), len(rows)), teacher(parts, len(rows))


def random_pools(split, rows, pools):
    return rows[: pools * POOL].split(POOL)


def repository_pools(split, rows, pools):
    """Pools from one repository each: a search has to distinguish these passages."""
    rows = rows[torch.argsort(split.group[rows], stable=True)]
    _, counts = torch.unique_consecutive(split.group[rows], return_counts=True)
    large = [pool[:POOL] for pool in rows.split(counts.tolist()) if len(pool) >= 100]
    return large[: 2 * pools]


@torch.no_grad()
def mean_reciprocal_rank(model, split, pools, removed=False, context=False, size=None, mixed=0, pools_of=random_pools, near=None):
    documented = torch.nonzero(split.kind == 0).flatten()
    generator = torch.Generator(device=split.device).manual_seed(7)
    documented = documented[torch.argsort(torch.rand(len(documented), device=split.device, generator=generator))]
    vectors = teacher_vectors if isinstance(model, Teacher) else student_vectors
    ranks = []
    for rows in pools_of(split, documented, pools):
        q, p = (F.normalize(side[:, :size], dim=1) for side in vectors(model, split, rows, removed, context, mixed))
        scores = q @ p.T
        if near is not None:
            scores.masked_fill_(same_texts(split, rows, near), -1)
        ranks.append(1.0 / ((scores > scores.diagonal().unsqueeze(1)).sum(1) + 1).float())
    return torch.cat(ranks).mean().item()


MEASURES = {
    "visible": {},
    "removed": {"removed": True},
    "with context": {"context": True},
    "as chunks": {"context": True, "mixed": 3},
    "in a repository": {"context": True, "mixed": 3, "pools_of": repository_pools, "near": 3},
    "visible 128": {"size": 128},
    "visible 64": {"size": 64},
}


def start_of(teacher):
    """The initial rows of the shipped table: the vectors of MiniLM for the words, reduced to our number of dimensions."""
    wide = teacher.of_words()
    wide = F.normalize(wide - wide.mean(0), dim=1)
    _, _, v = torch.linalg.svd(wide, full_matrices=False)
    rows = wide @ v[:DIMENSIONS].T
    noise = torch.randn(rows.shape, device=rows.device, generator=torch.Generator(device=rows.device).manual_seed(3))
    return (rows / rows.norm(dim=1).mean() + noise * 0.02).cpu()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", default="training/data/prepared")
    parser.add_argument("--out", default="training/data/variants")
    parser.add_argument("--variants", default="teacher,aligned,aligned-2")
    parser.add_argument("--save", default="all", help="names of variants, or all")
    parser.add_argument("--targets", default="", help="file for the vectors of the teacher, to reuse them in another run")
    parser.add_argument("--pools", type=int, default=20)
    parser.add_argument("--epochs", type=int)
    parser.add_argument("--batch", type=int)
    args = parser.parse_args()
    names = args.variants.split(",")
    if not os.path.exists(args.targets) and not names[0].startswith("teacher"):
        parser.error("the other variants need a teacher: put it first, or give its vectors with --targets")
    os.makedirs(args.out, exist_ok=True)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cuda.matmul.allow_tf32 = True
    started = time.time()
    with open(os.path.join(args.data, "vocabulary.txt")) as file:
        vocabulary = file.read().split()
    words = len(vocabulary)
    data, validation = (Split(os.path.join(args.data, name), words, device) for name in ("train", "validation"))
    frequency = torch.bincount(data.bags["c"][1], minlength=words).float().cpu()
    init = start_of(Teacher(args.data).to(device))
    print(f"{data.size} pairs, {words} words, read in {time.time() - started:.0f} s on {device}", flush=True)
    targets_of_teacher = TeacherTargets(*torch.load(args.targets)) if os.path.exists(args.targets) else None
    table = []
    for name in names:
        options = {**VARIANTS[name]}
        options |= {key: value for key, value in (("epochs", args.epochs), ("batch", args.batch)) if value is not None}
        at = time.time()
        torch.manual_seed(1)
        if name.startswith("teacher"):
            model = Teacher(args.data).to(device)
            train_teacher(name, options, data, model)
            vectors = teacher_targets(model, data)
            targets_of_teacher = TeacherTargets(*vectors, model.temperature.exp().clamp(max=100).item())
            if args.targets:
                torch.save((*vectors, targets_of_teacher.scale), args.targets)
        else:
            model = Model(words, options, frequency, init.clone()).to(device)
            train_model(name, options, data, vocabulary, model, targets_of_teacher)
            if args.save == "all" or name in args.save.split(","):
                about = {"name": "codegrain-code-1", "variant": name, "options": options}
                write(model, vocabulary, os.path.join(args.out, f"{name}.cgm"), about)
        row = {measure: mean_reciprocal_rank(model, validation, args.pools, **how) for measure, how in MEASURES.items()}
        table.append((name, time.time() - at, row))
        print(f"| {name} | {time.time() - at:.0f} s | " + " | ".join(f"{k} {v:.4f}" for k, v in row.items()) + " |", flush=True)
    print("| variant | seconds | " + " | ".join(MEASURES) + " |")
    for name, seconds, row in table:
        print(f"| {name} | {seconds:.0f} | " + " | ".join(f"{v:.3f}" for v in row.values()) + " |")


main()
