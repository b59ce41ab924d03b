/** The indexes of the searched repositories, cached in `.cache` until the source or model that makes them changes. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { loadBuiltIn } from '../../src/embedding/built-in/built-in-embedder';
import { type ChunkOptions, defaultChunkOptions } from '../../src/options/chunk-options';
import { productFile } from '../../src/shared/product';
import { indexedFolder } from '../code-search/checkouts';
import type { Repository } from '../code-search/queries';
import { chunkSourceFolders, sourceHash } from '../code-search/source-hash';
import { makeSimpleIndex } from './simple-index';

/** Returns the cached index file, and makes it if it is missing. */
export async function cachedIndex(
  repositories: string,
  repository: Repository,
  context: ChunkOptions['context'] = defaultChunkOptions.context,
): Promise<string> {
  const embedder = await loadBuiltIn();
  const name = `${repository.name}-${repository.revision.slice(0, 12)}-${context}-${indexHash(embedder.id)}.cgx`;
  const file = productFile('.cache', 'bench', 'search', name);
  if (existsSync(file)) return file;
  const unfinished = `${file}.new`;
  rmSync(unfinished, { force: true });
  process.stderr.write(`indexing ${repository.name} (context: ${context})…\n`);
  await makeSimpleIndex(indexedFolder(repositories, repository), unfinished, embedder, context);
  renameSync(unfinished, file);
  return file;
}

let hash: string | undefined;

/** The hash of the model and of all source that an index depends on. */
function indexHash(model: string): string {
  hash ??= sourceHash([...chunkSourceFolders, 'index'], model);
  return hash;
}
