/** A step of bench:graph: indexes a folder as a parse worker does, with or without links, and says what that took. */
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import type { Chunk } from '../../src/code/chunk';
import { coverageOf } from '../../src/code/records/coverage';
import { loadBuiltIn } from '../../src/embedding/built-in/built-in-embedder';
import { chunkText } from '../../src/engine/workers/chunker';
import { storedLinks } from '../../src/index/format/link-table';
import type { NewFile } from '../../src/index/format/segment-contents';
import { mergeLexical } from '../../src/index/lexical/merge-segments';
import { rowBytes } from '../../src/index/vectors/quantise-vector';
import { IndexWriter } from '../../src/index/write/index-writer';
import { discover } from '../../src/workspace/discover';
import { defaultLimits, readSource } from '../../src/workspace/read-file';
import { cpuMs, runStep } from '../index/cpu-time';
import { makeSegment } from '../index/make-segment';

export interface IndexCost {
  readonly files: number;
  readonly sourceBytes: number;
  readonly indexBytes: number;
  readonly cpuMs: number;
}

type CostFile = NewFile & { readonly chunks: readonly Chunk[] };

const batchBytes = 1e6;
const maxFiles = 10_000;
const parseMs = 10_000;

runStep(async (folder = '', indexFile = '', links = ''): Promise<IndexCost> => {
  const embedder = await loadBuiltIn();
  const settings = { chunker: 'bench', model: embedder.id, dimensions: rowBytes(embedder.dimensions) };
  const opened = await IndexWriter.open(indexFile, settings, { mergeLexical });
  if ('problem' in opened) throw new Error(opened.problem.message);
  const before = cpuMs();
  let batch: CostFile[] = [];
  let bytes = 0;
  let sourceBytes = 0;
  let files = 0;
  const flush = async (): Promise<void> => {
    const { segment } = await makeSegment(batch, embedder);
    const appended = await opened.writer.append(segment);
    if ('problem' in appended) throw new Error(appended.problem.message);
    batch = [];
    bytes = 0;
  };
  for await (const found of discover(folder)) {
    if ('skipped' in found || files === maxFiles) continue;
    const file = await costFile(found.file, found.path, links === 'links').catch(() => undefined);
    if (!file) continue;
    batch.push(file);
    files++;
    bytes += file.size;
    sourceBytes += file.size;
    if (bytes > batchBytes) await flush();
  }
  if (batch.length > 0) await flush();
  const { problem } = await opened.writer.compact();
  if (problem) throw new Error(problem.message);
  const cpu = cpuMs() - before;
  await opened.writer.close();
  return { files, sourceBytes, indexBytes: statSync(indexFile).size, cpuMs: cpu };
});

/** Undefined if the product would not index it. */
async function costFile(file: string, path: string, withLinks: boolean): Promise<CostFile | undefined> {
  const read = await readSource(file, defaultLimits);
  if ('skipped' in read) return undefined;
  const { text } = read;
  const { language, chunks, links } = await chunkText({ path, text }, {}, parseMs, { withLinks });
  const { size, mtimeMs } = statSync(file);
  return {
    path,
    size,
    mtimeMs,
    hash: createHash('md5').update(text).digest('hex'),
    language,
    lines: text.split('\n').length,
    coverage: coverageOf(text, chunks),
    chunks,
    ...(links && { links: storedLinks(links, chunks) }),
  };
}
