/** The indexes of the repositories that are asked, kept in `.cache` until what they are made by changes. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { loadBuiltIn } from '../../src/embedding/built-in/built-in-embedder';
import { type ChunkOptions, defaultChunkOptions } from '../../src/options/chunk-options';
import { productFile } from '../../src/shared/product';
import { folderOf } from '../code-search/checkouts';
import type { Repository } from '../code-search/queries';
import { chunkRooms, sourceHash } from '../code-search/source-hash';
import { indexSimply } from './simple-index';

/** Made where it is not there. */
export async function indexOf(
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
  await indexSimply(folderOf(repositories, repository), unfinished, embedder, context);
  renameSync(unfinished, file);
  return file;
}

let hash: string | undefined;

/** Of all source that an index depends on, and the model. */
function indexHash(model: string): string {
  hash ??= sourceHash([...chunkRooms, 'index'], model);
  return hash;
}
