/** Indexes of file questions that are made otherwise than by default, cached in `.cache` until what decides their content changes. */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { loadBuiltIn } from '../../src/embedding/built-in/built-in-embedder';
import type { ChunkOptions } from '../../src/options/chunk-options';
import { productFile } from '../../src/shared/product';
import { indexName, type Snapshot } from '../code-search/snapshot';
import { indexHash } from './index-hash';
import { makeSimpleIndex } from './simple-index';

/** Returns the cached index file, and makes it if it is missing. */
export async function cachedIndex(
  folder: string,
  snapshot: Snapshot,
  context: ChunkOptions['context'],
): Promise<string> {
  const name = `${await indexHash()}-${context}-${indexName(snapshot)}`;
  const file = productFile('.cache', 'bench', 'search', name);
  if (existsSync(file)) return file;
  const unfinished = `${file}.new`;
  mkdirSync(dirname(file), { recursive: true });
  rmSync(unfinished, { force: true });
  process.stderr.write(`indexing ${snapshot.repository} (context: ${context})…\n`);
  await makeSimpleIndex(folder, unfinished, await loadBuiltIn(), context);
  renameSync(unfinished, file);
  return file;
}
