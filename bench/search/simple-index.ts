/**
 * Makes an index of a folder in one process with one append, to measure search, and indexing without its processes.
 */
import { readFile, stat } from 'node:fs/promises';
import type { Chunk } from '../../src/code/chunk';
import { coverageOf } from '../../src/code/records/coverage';
import { passageOf } from '../../src/code/records/embedded-text';
import type { Embedder } from '../../src/embedding/embedder';
import { chunkText } from '../../src/engine/workers/chunker';
import { type NewFile, searchedChunks } from '../../src/index/format/segment-contents';
import { SegmentBuilder } from '../../src/index/lexical/lexical-builder';
import { mergeLexical } from '../../src/index/lexical/merge-segments';
import { quantiseVector, rowBytes } from '../../src/index/vectors/quantise-vector';
import { IndexWriter } from '../../src/index/write/index-writer';
import { type ChunkOptions, defaultChunkOptions } from '../../src/options/chunk-options';
import { discover } from '../../src/workspace/discover';
import { contentHash } from '../../src/workspace/folder-changes';
import { readBytes, walkLimits } from '../../src/workspace/read-file';

interface ChunkedSource extends NewFile {
  readonly chunks: readonly Chunk[];
}

export async function makeSimpleIndex(
  folder: string,
  index: string,
  embedder: Embedder,
  context: ChunkOptions['context'] = defaultChunkOptions.context,
): Promise<{ readonly files: number; readonly chunks: number; readonly bytes: number }> {
  const settings = {
    dimensions: rowBytes(embedder.dimensions),
    model: embedder.id,
    chunker: `0 ${JSON.stringify({ ...defaultChunkOptions, context })}`,
  };
  const opened = await IndexWriter.open(index, settings, { mergeLexical });
  if ('problem' in opened) throw new Error(opened.problem.message);
  const files = await chunkFiles(folder, context);
  const chunks = searchedChunks(files);
  const builder = new SegmentBuilder();
  for (const chunk of chunks) builder.add(chunk);
  const bytes = rowBytes(embedder.dimensions);
  const vectors = new Int8Array(chunks.length * bytes);
  const texts = chunks.map(passageOf);
  const scales = Float32Array.from(await embedder.embed(texts, 'passage'), (vector, row) =>
    quantiseVector(vector, vectors.subarray(row * bytes, (row + 1) * bytes)),
  );
  const lexical = builder.finish();
  const appended = await opened.writer.append({ files, removed: [], lexical, vectors: { vectors, scales } });
  if ('problem' in appended) throw new Error(appended.problem.message);
  const finished = await opened.writer.finish();
  if (finished.problem) throw new Error(finished.problem.message);
  await opened.writer.close();
  return { files: files.length, chunks: chunks.length, bytes: files.reduce((sum, { size }) => sum + size, 0) };
}

async function chunkFiles(folder: string, context: ChunkOptions['context']): Promise<ChunkedSource[]> {
  const files: ChunkedSource[] = [];
  for await (const found of discover(folder)) {
    if ('skipped' in found) continue;
    const { size, mtimeMs, ctimeMs } = await stat(found.file);
    const bytes = await readFile(found.file);
    const read = readBytes(found.file, bytes, walkLimits({ maxBytes: 1_500_000, force: false }));
    if ('skipped' in read) continue;
    const { path } = found;
    const { chunks, language } = await chunkText({ path, text: read.text }, { context });
    files.push({
      path,
      size,
      mtimeMs: Math.max(mtimeMs, ctimeMs),
      hash: contentHash(bytes),
      language,
      lines: read.text.split('\n').length,
      coverage: coverageOf(read.text, chunks),
      chunks,
    });
  }
  return files;
}
