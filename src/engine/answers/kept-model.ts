/** Loads the built-in model with the dimensions that an index was made with. */
import { describeBuiltIn, loadBuiltIn } from '../../embedding/built-in/built-in-embedder';
import type { Embedder } from '../../embedding/embedder';
import { withFewerDimensions } from '../../embedding/vector-math';
import { IndexReader } from '../../index/file/index-reader';
import { stampedOptions } from '../../index/index-settings';

let described: Pick<Embedder, 'id' | 'dimensions'> | undefined;

/** The dimensions, if this is the id of the built-in model, full or shortened. */
export async function builtInDimensions(id: string): Promise<number | undefined> {
  described ??= await describeBuiltIn();
  const whole = described;
  if (id === whole.id) return whole.dimensions;
  const name = whole.id.slice(0, whole.id.lastIndexOf('/'));
  const cut = id.startsWith(`${whole.id}?dimensions=`) || id.startsWith(`${name}/`) ? /\d+$/.exec(id)?.[0] : undefined;
  const dimensions = Number(cut);
  return dimensions >= 16 && dimensions < whole.dimensions ? dimensions : undefined;
}

/** @param id of the model an index was made with; undefined: that is not the built-in one. */
export async function loadBuiltInModel(id: string): Promise<Embedder | undefined> {
  const dimensions = await builtInDimensions(id);
  if (dimensions === undefined) return undefined;
  const model = await loadBuiltIn();
  if (model.id === id) return model;
  return [withFewerDimensions(model, dimensions), await loadBuiltIn({ dimensions })].find(
    (shorter) => shorter.id === id,
  );
}

// The settings that an index was made with, for programs that only keep it up to date.

/**
 * Undefined if there is no index that can be read: a new one is made with other settings.
 * @throws if only the program that made the index can keep it up to date
 */
export async function keptIndexSettings(indexFile: string) {
  const { model: id, ...kept } = keptOptions(indexFile) ?? {};
  if (id === undefined) return undefined;
  const model = await loadBuiltInModel(id);
  if (!model) throw new Error(`the index was made with the model ${id}, which is not available here`);
  return { ...kept, dimensions: model.dimensions };
}

/**
 * Without the model itself.
 * @throws if only the program that made the index can keep it up to date
 */
export function keptOptions(indexFile: string) {
  const opened = IndexReader.open(indexFile);
  if ('problem' in opened) return undefined;
  const { about } = opened.index.contents;
  opened.index.dispose();
  // What `force` let in is decided by the user of this run, never by a file.
  const { maxBytes, force: _, ...chunk } = stampedOptions(about?.chunker ?? '');
  if (chunk.customStrategy !== undefined)
    throw new Error('the index was made with a custom strategy; name it again to refresh the index');
  return { chunk, limits: maxBytes === undefined ? {} : { maxBytes }, model: about?.model ?? '' };
}
