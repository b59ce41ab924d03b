/** Loads the built-in model with the dimensions that an index was made with. */
import { loadBuiltIn } from '../../embedding/built-in/built-in-embedder';
import type { Embedder } from '../../embedding/embedder';
import { withFewerDimensions } from '../../embedding/vector-math';

/** @param id of the model an index was made with; undefined: that is not the built-in one. */
export async function loadBuiltInModel(id: string): Promise<Embedder | undefined> {
  const model = await loadBuiltIn();
  if (model.id === id) return model;
  const dimensions = Number(/[/=](\d+)$/.exec(id)?.[1]);
  if (!(dimensions >= 16 && dimensions < model.dimensions)) return undefined;
  return [withFewerDimensions(model, dimensions), await loadBuiltIn({ dimensions })].find(
    (shorter) => shorter.id === id,
  );
}
