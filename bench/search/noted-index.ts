/** An index whose chunks have notes of a language model, made by the command line as a user makes it. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { productFile } from '../../src/shared/product';
import { folderOf } from '../code-search/checkouts';
import type { Repository } from '../code-search/queries';

/** @param flags of the language model, such as `--provider ollama --model qwen3:8b`. Notes that are there are not asked for again. */
export function notedIndex(repositories: string, repository: Repository, flags: readonly string[]): string {
  const model = createHash('sha256').update(flags.join(' ')).digest('hex').slice(0, 12);
  const name = `${repository.name}-${repository.revision.slice(0, 12)}-llm-${model}.cgx`;
  const file = productFile('.cache', 'bench', 'search', name);
  const folder = folderOf(repositories, repository);
  // 1: some chunks have no note. What is measured is then the index as a user would have it.
  codegrain(['enrich', folder, '--index', file, '--yes', ...flags], [0, 1]);
  codegrain(['index', folder, '--index', file], [0]);
  return file;
}

function codegrain(args: readonly string[], fine: readonly number[]): void {
  const { status } = spawnSync(process.execPath, [productFile('dist', 'cli.js'), ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (!fine.includes(status ?? -1)) throw new Error(`codegrain ${args[0]} ended with ${status}`);
}
