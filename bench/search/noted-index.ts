/** An index whose chunks have notes from a language model, made with the command line as a user would make it. */
import { createHash } from 'node:crypto';
import { productFile } from '../../src/shared/product';
import { indexName, type Snapshot } from '../code-search/snapshot';
import { runCodegrain } from './run-codegrain';

/** @param flags of the language model, such as `--provider ollama --model qwen3:8b`. Existing notes are not requested again. */
export function notedIndex(folder: string, snapshot: Snapshot, flags: readonly string[]): string {
  const model = createHash('sha256').update(flags.join(' ')).digest('hex').slice(0, 12);
  const file = productFile('.cache', 'bench', 'search', `llm-${model}-${indexName(snapshot)}`);
  // Exit status 1 means that some chunks have no note. The index is measured as it is, as a user would have it.
  runCodegrain(['enrich', folder, '--index', file, '--yes', ...flags], [0, 1]);
  runCodegrain(['index', folder, '--index', file]);
  return file;
}
