"""Chooses the pairs of a batch and augments them: questions and passages, as bags of words."""

import torch
from columns import merged, neighbours

QUESTION_FRAMES = [
    "how does work", "how is", "how are", "how to", "where is implemented", "where are defined", "what is", "what does do",
    "code that", "function that", "function to", "class that", "which class handles", "implementation of", "how can",
    "how does handle", "find", "logic for", "where does happen",
]


def passage_weight(tf):
    return 1 + torch.log(tf)


class Batches:
    def __init__(self, split, vocabulary, options, generator):
        self.split, self.options, self.generator = split, options, generator
        number = {word: i for i, word in enumerate(vocabulary)}
        known = [[number[word] for word in frame.split() if word in number] for frame in QUESTION_FRAMES]
        self.frames = [torch.tensor(frame, dtype=torch.long, device=split.device) for frame in known]

    def draw(self, count):
        return torch.rand(count, device=self.split.device, generator=self.generator)

    def chance(self, count, share):
        return self.draw(count) < share

    def passages(self, rows):
        split, options, count = self.split, self.options, len(rows)
        row, ids, tf = split.rows("c", rows)
        named = self.chance(count, options["drop_name"])
        name_row, name_ids, _ = split.rows("n", rows)
        keep = ~torch.isin(row * split.words + ids, (name_row * split.words + name_ids)[named[name_row]])
        keep &= ~self.chance(len(row), options["drop_code"])
        parts = [(row[keep], ids[keep], tf[keep])]
        context = self.chance(count, options["context"])
        for key, chosen in (("x", context), ("f", context | self.chance(count, 0.2))):
            r, i, t = split.rows(key, rows)
            keep = chosen[r] & ~self.chance(len(r), 0.1)
            parts.append((r[keep], i[keep], t[keep]))
        # Small definitions share a chunk with the definitions after them, including documentation.
        draw = self.draw(count)
        for step, share in enumerate(options["mix"], 1):
            for r, i, t in neighbours(split, rows, step):
                keep = (draw < share)[r]
                parts.append((r[keep], i[keep], t[keep]))
        row, ids, tf = merged(parts, split.words)
        return row, ids, passage_weight(tf)

    def questions(self, rows):
        split, options, count = self.split, self.options, len(rows)
        draw = self.draw(count)
        names = split.start["n"][rows + 1] - split.start["n"][rows]
        as_name = (draw < options["name_query"]) & (names > 1)
        as_code = draw > 1 - options["code_query"]
        row, ids, tf = split.rows("q", rows)
        keep = ~(as_name | as_code)[row] & ~self.chance(len(row), options["drop_query"]) & self.shortened(row, count)
        parts = [(row[keep], ids[keep], tf[keep])]
        r, i, t = split.rows("n", rows)
        parts.append((r[as_name[r]], i[as_name[r]], t[as_name[r]]))
        r, i, t = split.rows("c", rows)
        half = as_code[r] & self.chance(len(r), 0.5)
        parts.append((r[half], i[half], torch.ones_like(t[half])))
        return merged(parts + self.framed(self.chance(count, options["frames"]) & ~as_code), split.words)

    def shortened(self, row, count):
        """Keeps a few random words of some rows: each word gets a random score, and the best of each row are kept."""
        short = self.chance(count, self.options["short_query"])
        length = torch.randint(2, 8, (count,), device=row.device, generator=self.generator)
        order = torch.argsort(row.double() + self.draw(len(row)).double())
        first = torch.searchsorted(row.contiguous(), torch.arange(count, device=row.device))
        place = torch.empty(len(row), dtype=torch.long, device=row.device)
        place[order] = torch.arange(len(row), device=row.device) - first[row[order]]
        return ~short[row] | (place < length[row])

    def framed(self, chosen):
        rows = torch.nonzero(chosen).flatten()
        frames = torch.randint(len(self.frames), (len(rows),), device=rows.device, generator=self.generator)
        parts = []
        for number, frame in enumerate(self.frames):
            own = rows[frames == number]
            r = own.repeat_interleave(len(frame))
            parts.append((r, frame.repeat(len(own)), torch.ones(len(r), device=rows.device)))
        return parts


def epoch_order(split, options, generator):
    """Runs of pairs from one repository, in random order; TypeScript pairs occur several times."""
    size, block = options["batch"], options["block"]
    every = torch.arange(split.size, device=split.device)
    typescript = every[(split.language == 1) | (split.language == 2)]
    every = torch.cat([every] + [typescript] * (options["typescript"] - 1))
    shuffled = lambda rows: rows[torch.argsort(torch.rand(len(rows), device=split.device, generator=generator))]
    order = shuffled(every)
    order = order[torch.argsort(split.group[order], stable=True)]
    flat = shuffled(order[: len(order) // block * block].view(-1, block)).flatten()
    return flat[: len(flat) // size * size].view(-1, size)


def same_texts(split, rows, reach):
    """Pairs of rows that are not negatives of each other: the same question, or so close that the passage of one may contain the other."""
    row, ids, _ = split.rows("q", rows)
    mixed = (ids * 2654435761 % 4294967291) ** 2 % 4294967291
    key = torch.zeros(len(rows), dtype=torch.long, device=split.device).index_add_(0, row, mixed)
    near = (rows.unsqueeze(0) - rows.unsqueeze(1)).abs() <= reach
    return ((key.unsqueeze(0) == key.unsqueeze(1)) | near).fill_diagonal_(False)
