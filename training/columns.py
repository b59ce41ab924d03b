"""Loads the columns of one split (see columns.ts) onto the device, as ordered words and as bags of words."""

import os

import numpy as np
import torch


class Split:
    def __init__(self, folder, words, device):
        self.device, self.words = device, words
        read = lambda name, kind: np.fromfile(os.path.join(folder, name), dtype=kind)
        self.ids, self.start, self.bags = {}, {}, {}
        for key in "qncxfs":
            lengths = torch.from_numpy(read(f"{key}.len.u16", np.uint16).astype(np.int64)).to(device)
            self.start[key] = starts_of(lengths)
            self.ids[key] = torch.from_numpy(read(f"{key}.u16", np.uint16).astype(np.int32)).to(device)
        self.group = torch.from_numpy(read("g.u32", np.uint32).astype(np.int64)).to(device)
        self.kind = torch.from_numpy(read("t.u8", np.uint8)).to(device)
        self.language = torch.from_numpy(read("l.u8", np.uint8)).to(device)
        self.size = len(self.group)
        for key in "cxf":
            self.bags[key] = self.bag_column(key)

    def bag_column(self, key):
        """Each distinct word of a row, with its count."""
        row = torch.repeat_interleave(torch.arange(self.size, device=self.device), self.start[key].diff())
        keys, tf = torch.unique(row * self.words + self.ids[key], return_counts=True)
        lengths = torch.bincount(keys // self.words, minlength=self.size)
        return starts_of(lengths), (keys % self.words).int(), tf.clamp(max=255).to(torch.uint8)

    def places(self, start, rows):
        """For each word: its row, its position in the row and its position in the column."""
        lengths = start[rows + 1] - start[rows]
        row = torch.repeat_interleave(torch.arange(len(rows), device=self.device), lengths)
        place = torch.arange(len(row), device=self.device) - (torch.cumsum(lengths, 0) - lengths)[row]
        return row, place, place + start[rows][row]

    def rows(self, key, rows):
        """The words of some rows; for each word: its row, its number, its count."""
        if key not in self.bags:
            row, _, at = self.places(self.start[key], rows)
            return row, self.ids[key][at].long(), torch.ones(len(row), device=self.device)
        start, ids, tf = self.bags[key]
        row, _, at = self.places(start, rows)
        return row, ids[at].long(), tf[at].float()

    def ordered(self, key, rows, longest):
        """The first words of some rows in text order; for each word: its row, its position in the row, its number."""
        row, place, at = self.places(self.start[key], rows)
        keep = place < longest
        return row[keep], place[keep], self.ids[key][at[keep]].long()


def starts_of(lengths):
    start = torch.zeros(len(lengths) + 1, dtype=torch.long, device=lengths.device)
    torch.cumsum(lengths, 0, out=start[1:])
    return start


def merged(parts, words):
    """Merges several bags into one per row by adding the counts of each word."""
    row = torch.cat([part[0] for part in parts])
    ids = torch.cat([part[1] for part in parts])
    tf = torch.cat([part[2] for part in parts])
    keys, inverse = torch.unique(row * words + ids, return_inverse=True)
    total = torch.zeros(len(keys), device=row.device).index_add_(0, inverse, tf)
    return keys // words, keys % words, total


def neighbours(split, rows, step):
    """The code and documentation of the pair `step` rows later in the same repository."""
    following = (rows + step).clamp(max=split.size - 1)
    same = split.group[following] == split.group[rows]
    for key in "cq":
        r, i, t = split.rows(key, following)
        yield r[same[r]], i[same[r]], t[same[r]]
