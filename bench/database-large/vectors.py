"""
The index of vectors alone, in a PostgreSQL of any size: time to load and to build it, its size, recall and latency.

    python3 bench/database-large/vectors.py --passages FILE.npy --questions FILE.npy [--count 10000000] [--parts 1] [--jobs 16]
      [--memory 40GB]

Needs numpy, psql, and a server with pgvector whose address is in PGHOST, PGPORT and so on; a database `vectors` is made anew. Passages
are real vectors, one row each; the others are made from them as in copied-chunks.ts. With several parts, each has an index of its own
for as many repositories, and a search asks all of them. Prints the tables of bench/results/database-large-vectors.md.
"""

import argparse
import os
import re
import subprocess
import time
from multiprocessing import Pool

import numpy as np

REPOSITORY = 50_000
MOVED = 0.4
SLICE = 20_000
TOP = 100


def psql(sql, *options):
    command = ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", "vectors", *options]
    return subprocess.run(command, input=sql, text=True, check=True, capture_output=True).stdout


def made(first, count, passages):
    """The vectors of some numbers: a real one, moved by a part of the difference of two others."""
    numbers = np.arange(first, first + count)
    random = np.random.default_rng(first)
    size = len(passages)
    rows = passages[numbers % size]
    others = passages[random.integers(0, size, count)] - passages[random.integers(0, size, count)]
    rows = rows + np.where(numbers < size, 0, MOVED)[:, None].astype(np.float32) * others
    rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
    return rows.astype(np.float16)


def questions_in(file):
    """Of questions without a known word there is no vector."""
    questions = np.load(file).astype(np.float32)
    return questions[np.isfinite(questions).all(axis=1)]


def load_part(task):
    """Copies one part into the table, and returns the nearest of each question in it."""
    part, jobs, count, passage_file, question_file = task
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    passages = np.load(passage_file).astype(np.float32)
    passages /= np.maximum(np.linalg.norm(passages, axis=1, keepdims=True), 1e-9)
    questions = questions_in(question_file)
    dimensions = passages.shape[1]
    row = np.dtype(
        [
            ("fields", ">i2"),
            ("id_bytes", ">i4"),
            ("id", ">i4"),
            ("repository_bytes", ">i4"),
            ("repository", ">i4"),
            ("vector_bytes", ">i4"),
            ("dimensions", ">i2"),
            ("unused", ">i2"),
            ("vector", ">f2", dimensions),
        ]
    )
    copy = subprocess.Popen(
        ["psql", "-X", "-q", "-d", "vectors", "-c", "copy chunks from stdin (format binary)"], stdin=subprocess.PIPE
    )
    copy.stdin.write(b"PGCOPY\n\xff\r\n\0" + bytes(8))
    scores = np.full((len(questions), TOP), -2, np.float32)
    ids = np.zeros((len(questions), TOP), np.int64)
    for first in range(part * SLICE, count, jobs * SLICE):
        size = min(SLICE, count - first)
        vectors = made(first, size, passages)
        rows = np.zeros(size, row)
        rows["fields"], rows["id_bytes"], rows["repository_bytes"] = 3, 4, 4
        rows["id"] = np.arange(first, first + size)
        rows["repository"] = rows["id"] // REPOSITORY
        rows["vector_bytes"], rows["dimensions"], rows["vector"] = 4 + 2 * dimensions, dimensions, vectors
        copy.stdin.write(rows.tobytes())
        all_scores = np.concatenate([scores, questions @ vectors.astype(np.float32).T], axis=1)
        all_ids = np.concatenate([ids, np.broadcast_to(np.arange(first, first + size), (len(questions), size))], axis=1)
        best = np.argpartition(-all_scores, TOP, axis=1)[:, :TOP]
        scores, ids = np.take_along_axis(all_scores, best, 1), np.take_along_axis(all_ids, best, 1)
    copy.stdin.write(b"\xff\xff")
    copy.stdin.close()
    if copy.wait() != 0:
        raise RuntimeError("copy failed")
    return scores, ids


def literal(vector):
    return "'[" + ",".join(f"{value:.5f}" for value in vector) + "]'::halfvec"


def ask(questions, settings="", wheres=("true",), limit=10, exact=False):
    """The ids that each question finds, and the milliseconds that psql waited. An expression has no index, so it is exact."""
    plus = " + 0" if exact else ""
    statements = []
    for question in questions:
        distance = f"(embedding <=> {literal(question)}){plus}"
        parts = " union all ".join(
            f"(select id, {distance} as distance from chunks where {where} order by {distance} limit {limit})" for where in wheres
        )
        statements.append(
            f"select 'ids', string_agg(id::text, ' ' order by distance) from (select * from ({parts}) p order by distance limit {limit}) x;"
        )
    output = psql("\n".join([settings, "\\timing on", *statements]))
    found = [[int(each) for each in line[4:].split()] for line in output.splitlines() if line.startswith("ids|")]
    return found, [float(ms) for ms in re.findall(r"Time: ([\d.]+) ms", output)]


def recall(found, nearest):
    return np.mean([len(set(f) & set(n[: len(f)])) / len(f) for f, n in zip(found, nearest)])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--passages", required=True)
    parser.add_argument("--questions", required=True)
    parser.add_argument("--count", type=int, default=10_000_000)
    parser.add_argument("--parts", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--memory", default="40GB")
    values = parser.parse_args()
    questions = questions_in(values.questions)
    dimensions = questions.shape[1]
    for sql in ["drop database if exists vectors", "create database vectors"]:
        subprocess.run(["psql", "-X", "-q", "-d", "postgres", "-c", sql], check=True)
    psql(
        f"create extension vector; create table chunks (id int not null, repository int not null, embedding halfvec({dimensions}) not null);"
        "alter table chunks alter embedding set storage plain;"
    )
    started = time.time()
    tasks = [(part, values.jobs, values.count, values.passages, values.questions) for part in range(values.jobs)]
    with Pool(values.jobs) as pool:
        parts = pool.map(load_part, tasks, chunksize=1)
    loaded = time.time() - started
    scores = np.concatenate([part[0] for part in parts], axis=1)
    ids = np.concatenate([part[1] for part in parts], axis=1)
    order = np.argsort(-scores, axis=1)[:, :TOP]
    nearest = np.take_along_axis(ids, order, 1)
    print(f"loaded in {loaded:.0f} s", flush=True)
    psql("create index on chunks (repository); vacuum analyze chunks;")
    repositories = -(-values.count // REPOSITORY)
    limits = [repositories * part // values.parts for part in range(values.parts + 1)]
    wheres = [f"repository >= {first} and repository < {end}" for first, end in zip(limits, limits[1:])]
    started = time.time()
    for part, where in enumerate(wheres):
        psql(
            f"set maintenance_work_mem = '{values.memory}'; set max_parallel_maintenance_workers = {values.jobs - 1};"
            f"create index hnsw{part} on chunks using hnsw (embedding halfvec_cosine_ops) with (m = 16, ef_construction = 64) where {where};"
        )
    built = time.time() - started
    print(f"built in {built:.0f} s", flush=True)
    index_size = "sum(pg_relation_size(indexrelid)) filter (where indexrelid::regclass::text like 'hnsw%')"
    table, index = psql(f"select pg_table_size('chunks'), {index_size} from pg_index").strip().split("|")
    print(f"\n{values.count:,} vectors of {dimensions} dimensions, {len(questions)} questions, {values.jobs} cores, indexes: {values.parts}.\n")
    print("| | |\n| --- | ---: |")
    print(f"| load | {loaded:.0f} s |\n| build the index | {built:.0f} s |")
    print(f"| table | {int(table) / 1e9:.1f} GB |\n| index | {int(index) / 1e9:.1f} GB |\n")
    print("| search | recall@10 | recall@100 | p50 ms | p95 ms |\n| --- | ---: | ---: | ---: | ---: |")
    ask(questions, "set hnsw.ef_search = 100;", wheres)
    for ef in [40, 100, 200, 400, 1000]:
        settings = f"set hnsw.ef_search = {ef}; set enable_seqscan = off; set enable_bitmapscan = off; set enable_sort = off;"
        found, ms = ask(questions, settings, wheres)
        more = f"{recall(ask(questions, settings, wheres, limit=TOP)[0], nearest):.3f}" if ef >= TOP else "–"
        p50, p95 = np.percentile(ms, [50, 95])
        print(f"| all, `ef_search` {ef} | {recall(found, nearest):.3f} | {more} | {p50:.1f} | {p95:.1f} |", flush=True)
    _, ms = ask(questions, wheres=[f"repository = {repositories // 2}"], exact=True)
    everything, slow = ask(questions[:5], exact=True)
    print(f"| one repository of {REPOSITORY:,}, compared | 1.000 | 1.000 | {np.median(ms):.1f} | {np.percentile(ms, 95):.1f} |")
    print(f"| all compared | {recall(everything, nearest):.3f} | 1.000 | {np.median(slow):.0f} | – |")


if __name__ == "__main__":
    main()
