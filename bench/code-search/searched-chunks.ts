/**
 * Our chunks of a checkout: those that the product indexes for its folder with default options. Chunking all repositories takes
 * half a minute, so the chunks are cached in `.cache` until the commit or any source that affects chunks changes.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Chunk } from '../../src/code/chunk';
import { chunkText } from '../../src/engine/workers/chunker';
import { detectLanguage } from '../../src/languages/detect-language';
import { languageById } from '../../src/languages/registry';
import { productFile } from '../../src/shared/product';
import { discover } from '../../src/workspace/discover';
import { readSource } from '../../src/workspace/read-file';
import type { Repository } from './queries';
import { indexedFolder, snapshotOf } from './snapshot';
import { chunkSourceFolders, sourceHash } from './source-hash';

/** A searched chunk; its path is relative to the indexed folder. */
export type SearchedChunk = Pick<Chunk, 'path' | 'context' | 'text' | 'name' | 'scope' | 'language' | 'startLine'> & {
  readonly tokens: number;
};

export async function searchedChunks(snapshots: string, repository: Repository): Promise<SearchedChunk[]> {
  const folder = productFile('.cache', 'bench', 'code-search');
  const cacheFile = join(folder, `${repository.name}-${repository.revision.slice(0, 12)}-${chunkerHash()}.json`);
  if (existsSync(cacheFile)) return JSON.parse(readFileSync(cacheFile, 'utf8')) as SearchedChunk[];
  const chunks = await chunkFolder(indexedFolder(snapshots, snapshotOf(repository)));
  mkdirSync(folder, { recursive: true });
  writeFileSync(cacheFile, JSON.stringify(chunks));
  return chunks;
}

export async function chunkFolder(folder: string): Promise<SearchedChunk[]> {
  const all: SearchedChunk[] = [];
  for await (const found of discover(folder)) {
    if ('skipped' in found) continue;
    const source = await readSource(found.file);
    if ('skipped' in source) continue;
    const path = relative(folder, found.file).split(sep).join('/');
    const { chunks } = await chunkText({ path, text: source.text });
    for (const { role, context, text, name, scope, language, startLine, tokens } of chunks) {
      if (role !== 'parent') all.push({ path, context, text, name, scope, language, startLine, tokens: tokens.total });
    }
  }
  return all;
}

const windowLines = 50;

/** Windows of 50 lines of the code files, each after the words of its path: the simplest chunks, for comparison with published numbers. */
export async function lineWindows(snapshots: string, repository: Repository): Promise<SearchedChunk[]> {
  const folder = indexedFolder(snapshots, snapshotOf(repository));
  const all: SearchedChunk[] = [];
  for await (const found of discover(folder)) {
    if ('skipped' in found) continue;
    const path = relative(folder, found.file).split(sep).join('/');
    const language = detectLanguage(path, '');
    if (language === undefined || !languageById(language)?.references) continue;
    const source = await readSource(found.file);
    if ('skipped' in source) continue;
    const lines = source.text.split('\n');
    for (let from = 0; from < lines.length; from += windowLines) {
      const text = lines.slice(from, from + windowLines).join('\n');
      const context = `${path.replaceAll(/[/._-]/g, ' ')}\n`;
      if (text.trim()) all.push({ path, context, text, name: '', scope: [], language, startLine: from + 1, tokens: 0 });
    }
  }
  return all;
}

let hash: string | undefined;

/** The hash of all source that chunks depend on. */
function chunkerHash(): string {
  hash ??= sourceHash(chunkSourceFolders);
  return hash;
}
