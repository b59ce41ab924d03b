/** The settings that an index was made with, for programs that only keep it up to date. */
import { IndexReader } from '../../index/file/index-reader';
import { stampedOptions } from '../../index/index-settings';
import { loadBuiltInModel } from './load-built-in';

/**
 * Undefined if there is no index that can be read: a new one is made with other settings.
 * @throws if only the program that made the index can keep it up to date
 */
export async function keptIndexSettings(indexFile: string) {
  const opened = IndexReader.open(indexFile);
  if ('problem' in opened) return undefined;
  const { about } = opened.index.contents;
  opened.index.dispose();
  // What `force` let in is decided by the user of this run, never by a file.
  const { maxBytes, force: _, ...chunk } = stampedOptions(about?.chunker ?? '');
  if (chunk.customStrategy !== undefined)
    throw new Error('the index was made with a custom strategy; name it again to refresh the index');
  const model = await loadBuiltInModel(about?.model ?? '');
  if (!model) throw new Error(`the index was made with the model ${about?.model}, which is not available here`);
  return { chunk, limits: maxBytes === undefined ? {} : { maxBytes }, dimensions: model.dimensions };
}
