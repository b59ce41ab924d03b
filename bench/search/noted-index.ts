/** An index whose chunks have notes from a language model, made with the command line as a user would make it. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { productFile } from '../../src/shared/product';
import { indexedFolder } from '../code-search/checkouts';
import type { Repository } from '../code-search/queries';

/** @param flags of the language model, such as `--provider ollama --model qwen3:8b`. Existing notes are not requested again. */
export function notedIndex(repositories: string, repository: Repository, flags: readonly string[]): string {
  const model = createHash('sha256').update(flags.join(' ')).digest('hex').slice(0, 12);
  const name = `${repository.name}-${repository.revision.slice(0, 12)}-llm-${model}.cgx`;
  const file = productFile('.cache', 'bench', 'search', name);
  const folder = indexedFolder(repositories, repository);
  // Exit status 1 means that some chunks have no note. The index is measured as it is, as a user would have it.
  codegrain(['enrich', folder, '--index', file, '--yes', ...flags], [0, 1]);
  codegrain(['index', folder, '--index', file], [0]);
  return file;
}

function codegrain(args: readonly string[], allowedStatuses: readonly number[]): void {
  const { status } = spawnSync(process.execPath, [productFile('dist', 'cli.js'), ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (!allowedStatuses.includes(status ?? -1)) throw new Error(`codegrain ${args[0]} ended with ${status}`);
}
