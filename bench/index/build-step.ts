/**
 * A step of bench:index: writes an index of a given number of chunks as the product does, a megabyte of source at a time, and
 * compacts it. It also writes the vectors as floats, in row order: the exact results that recall is measured against.
 */
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { loadBuiltIn } from '../../src/embedding/built-in/built-in-embedder';
import { mergeLexical } from '../../src/index/lexical/merge-segments';
import { rowBytes } from '../../src/index/vectors/quantise-vector';
import { IndexWriter } from '../../src/index/write/index-writer';
import type { SourceFile } from './chunked-source';
import { cpuMs, runStep, timedAsync } from './cpu-time';
import { makeSegment } from './make-segment';
import { filesWith } from './repeat-chunks';

export interface Built {
  readonly files: number;
  readonly chunks: number;
  readonly sourceBytes: number;
  readonly indexBytes: number;
  /** CPU milliseconds. */
  readonly embedding: number;
  readonly lexical: number;
  readonly appending: number;
  readonly compacting: number;
  readonly peakMemory: number;
}

const batchBytes = 1e6;
const settings = { chunker: 'bench' };

runStep(async (chunksFile = '', count = '', indexFile = '', floatsFile = ''): Promise<Built> => {
  const embedder = await loadBuiltIn();
  const opened = await IndexWriter.open(
    indexFile,
    { ...settings, model: embedder.id, dimensions: rowBytes(embedder.dimensions) },
    { mergeLexical },
  );
  if ('problem' in opened) throw new Error(opened.problem.message);
  const { writer } = opened;
  const sum = { files: 0, chunks: 0, sourceBytes: 0, embedding: 0, lexical: 0, appending: 0 };
  const floatsFd = openSync(floatsFile, 'w');
  let batch: SourceFile[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    const { segment, floats, ms } = await makeSegment(batch, embedder);
    const [appended, appending] = await timedAsync(() => writer.append(segment));
    if ('problem' in appended) throw new Error(appended.problem.message);
    for (const vector of floats) writeSync(floatsFd, vector);
    sum.files += batch.length;
    sum.chunks += floats.length;
    sum.sourceBytes += bytes;
    sum.embedding += ms.embedding;
    sum.lexical += ms.lexical;
    sum.appending += appending;
    batch = [];
    bytes = 0;
  };
  for await (const file of filesWith(chunksFile, Number(count))) {
    batch.push(file);
    bytes += file.size;
    if (bytes >= batchBytes) await flush();
  }
  if (batch.length > 0) await flush();
  closeSync(floatsFd);
  const before = cpuMs();
  const { problem } = await writer.compact();
  if (problem) throw new Error(problem.message);
  const compacting = cpuMs() - before;
  await writer.close();
  const indexBytes = statSync(indexFile).size;
  return { ...sum, compacting, indexBytes, peakMemory: process.resourceUsage().maxRSS * 1024 };
});
