/**
 * Real source, chunked once and cached in `.cache`: one line of JSON per file, with all its chunks. The checkouts that the questions
 * are about come first, then the corpus, then everything else in the packages of the corpus that the product would index. Files are
 * ordered by the hash of their paths, so that a small number of files is a mix of all. No chunk text occurs twice.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Chunk } from '../../src/code/chunk';
import { coverageOf } from '../../src/code/records/coverage';
import { chunkText } from '../../src/engine/workers/chunker';
import type { NewFile } from '../../src/index/format/segment-contents';
import { discover } from '../../src/workspace/discover';
import { defaultLimits, readSource } from '../../src/workspace/read-file';

export interface SourceFile extends NewFile {
  readonly chunks: readonly Chunk[];
}

/** Bytes of source to chunk: about 125,000 chunks. */
const sourceBytes = 150e6;
const parseMs = 10_000;

export async function chunkFolders(folders: readonly string[], out: string): Promise<void> {
  if (existsSync(out)) return;
  mkdirSync(dirname(out), { recursive: true });
  const part = `${out}.part`;
  const stream = createWriteStream(part);
  const seen = new Set<string>();
  for (const { file, path } of await chooseFiles(folders)) {
    const source = await chunkSource(file, path).catch(() => undefined);
    if (!source) continue;
    const isNew = ({ hash, role }: Chunk): boolean => role === 'parent' || !seen.has(hash);
    const chunks = source.chunks.filter(isNew);
    for (const { hash } of chunks) seen.add(hash);
    if (!chunks.some(({ role }) => role !== 'parent')) continue;
    if (!stream.write(`${JSON.stringify({ ...source, chunks })}\n`))
      await new Promise<void>((resolve) => stream.once('drain', () => resolve()));
  }
  await new Promise<void>((resolve) => stream.end(() => resolve()));
  renameSync(part, out);
}

interface Chosen {
  readonly file: string;
  readonly path: string;
  readonly order: string;
}

async function chooseFiles(folders: readonly string[]): Promise<Chosen[]> {
  const chosen: Chosen[] = [];
  let bytes = 0;
  for (const [number, folder] of folders.entries()) {
    for await (const found of discover(folder)) {
      // Most declaration files are compiler output.
      if ('skipped' in found || bytes > sourceBytes || found.path.endsWith('.d.ts')) continue;
      const path = `${number}/${found.path}`;
      chosen.push({ file: found.file, path, order: createHash('md5').update(path).digest('hex') });
      bytes += statSync(found.file).size;
    }
  }
  return chosen.sort((a, b) => (a.order < b.order ? -1 : 1));
}

async function chunkSource(file: string, path: string): Promise<SourceFile | undefined> {
  const read = await readSource(file, defaultLimits);
  if ('skipped' in read) return undefined;
  const { text } = read;
  const { language, chunks } = await chunkText({ path, text }, {}, parseMs);
  const { size, mtimeMs } = statSync(file);
  const lines = text.split('\n').length;
  const hash = createHash('md5').update(text).digest('hex');
  return { path, size, mtimeMs, hash, language, lines, coverage: coverageOf(text, chunks), chunks };
}

export async function* readFiles(file: string): AsyncGenerator<SourceFile> {
  const input = createReadStream(file);
  try {
    for await (const line of createInterface({ input })) yield JSON.parse(line) as SourceFile;
  } finally {
    // A caller that has enough chunks must not continue to read while something else is measured.
    input.destroy();
  }
}

/** A sentence of a comment: a question from someone who does not know the names in the code. */
const sentence = /(?:\/\/\/?|\*|#|""")\s+([A-Z][a-z]+(?: [\w-]+){4,14})[.\n]/;

/** At most one per file, without duplicates, from everywhere in the source. */
export async function sentencesOf(file: string, count: number): Promise<string[]> {
  const all = new Set<string>();
  for await (const { chunks } of readFiles(file)) {
    const text = chunks.map((chunk) => sentence.exec(chunk.text)?.[1]).find((found) => found !== undefined);
    if (text !== undefined) all.add(text);
  }
  const step = Math.max(1, Math.floor(all.size / count));
  return [...all].filter((_, i) => i % step === 0).slice(0, count);
}

export function corpusFolders(corpus: string, checkouts: readonly string[]): string[] {
  const languages = ['c', 'cpp', 'csharp', 'go', 'java', 'javascript', 'php', 'python', 'ruby', 'rust', 'typescript'];
  const inside = [...languages, 'debian', 'npm'].map((name) => join(corpus, name));
  return [...checkouts, ...inside].filter((folder) => existsSync(folder));
}
