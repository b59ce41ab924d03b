"""The shipped model and its file format (`src/embedding/built-in/model-file.ts`)."""

import json
import math
import struct

import torch
import torch.nn.functional as F

DIMENSIONS = 256
TEACHER_WIDTH = 384


class Model(torch.nn.Module):
    def __init__(self, words, options, frequency, init):
        super().__init__()
        self.heads, self.words, self.about, hidden = options["heads"], words, options["about"], options["hidden"]
        self.table = torch.nn.Parameter(init)
        # A word may be important in a question and unimportant in code.
        self.weight = torch.nn.Parameter(-0.25 * torch.log(frequency.clamp(min=1)).repeat(options["sides"], 1))
        self.gate = torch.nn.Parameter(torch.zeros(options["rounds"], 2, DIMENSIONS, self.heads * DIMENSIONS))
        self.up = torch.nn.Parameter(torch.randn(2, DIMENSIONS, hidden) / 16) if hidden else None
        self.down = torch.nn.Parameter(torch.zeros(2, hidden, DIMENSIONS)) if hidden else None
        self.temperature = torch.nn.Parameter(torch.tensor(math.log(20.0)))
        # Maps our vectors to the space of the teacher; used only in training.
        self.alignment = torch.nn.Parameter(torch.randn(DIMENSIONS, TEACHER_WIDTH) / math.sqrt(DIMENSIONS))

    def forward(self, row, ids, weight, count, side):
        table = self.table[ids]
        weighted = table * (weight * torch.exp(self.weight[side % len(self.weight), ids])).unsqueeze(1)
        pooled = lambda vectors: torch.zeros(count, DIMENSIONS, device=ids.device).index_add_(0, row, vectors)
        total = pooled(weighted)
        unit = F.normalize(table, dim=1) if len(self.gate) else None
        for gate in self.gate:
            about = (F.normalize(total, dim=1) @ gate[side]).view(count, self.heads, DIMENSIONS)
            parts = [torch.exp(2 * torch.tanh((unit * about[:, head][row]).sum(1, keepdim=True))) for head in range(self.heads)]
            width = DIMENSIONS // self.heads
            total = pooled(weighted * (torch.cat(parts, 1).repeat_interleave(width, 1) if self.heads > 1 else parts[0]))
        if self.up is not None:
            unit = F.normalize(total, dim=1)
            total = unit + F.relu(unit @ self.up[side]) @ self.down[side]
        return total

    def groups(self, lr):
        slow = [p for p in (self.gate, self.up, self.down, self.alignment) if p is not None]
        return [
            {"params": [self.table, self.temperature], "lr": lr},
            {"params": [self.weight], "lr": 2 * lr},
            {"params": slow, "lr": lr / 4},
        ]


def quantised(table):
    """int8 with a scale per row."""
    scale = table.abs().amax(1).clamp(min=1e-8) / 127
    return torch.round(table / scale.unsqueeze(1)).clamp(-127, 127).to(torch.int8), scale


@torch.no_grad()
def write(model, vocabulary, path, about):
    """Each row includes the weight of its word in code; for questions another scale replaces it."""
    rows, scales = quantised(model.table * torch.exp(model.weight[-1]).unsqueeze(1))
    scales = scales * torch.exp(model.weight - model.weight[-1])
    sections = {
        "vocabulary": "\n".join(vocabulary).encode(),
        "rows": rows.cpu().numpy().tobytes(),
        "scales": scales.float().cpu().numpy().tobytes(),
    }
    for name, value in (("gate", model.gate), ("up", model.up), ("down", model.down)):
        if value is not None and value.numel():
            sections[name] = value.half().cpu().numpy().tobytes()
    places, at = {}, 0
    for name, content in sections.items():
        places[name] = [at, len(content)]
        at += (len(content) + 63) // 64 * 64
    header = {
        **about, "dimensions": DIMENSIONS, "words": len(vocabulary), "heads": model.heads, "about": model.about, "sides": len(model.weight), "rounds": len(model.gate),
        "hidden": 0 if model.up is None else model.up.shape[2], "sections": places,
    }
    text = json.dumps(header).encode()
    text += b" " * (-(len(text) + 8) % 64)
    with open(path, "wb") as file:
        file.write(b"CGM1" + struct.pack("<I", len(text)) + text)
        for content in sections.values():
            file.write(content + b"\0" * (-len(content) % 64))
