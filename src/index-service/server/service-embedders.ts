/** The models of indexes, by their ids: the built-in one, loaded once and only when it is needed, and those that the editor asks for us. */
import { describeBuiltIn, loadBuiltIn } from '../../embedding/built-in/built-in-embedder';
import { type Embedder, type Side, textOf } from '../../embedding/embedder';
import { shortened } from '../../embedding/shorten-vectors';
import type { ServiceModel } from '../service-protocol';

/** Sends texts to the editor. */
export type AskEditor = (
  request: { readonly model: string; readonly texts: readonly string[]; readonly side: Side },
  signal?: AbortSignal,
) => Promise<Float32Array[]>;

type EditorModel = Extract<ServiceModel, { is: 'editor' }>;

export class ServiceEmbedders {
  private editorModels = new Map<string, EditorModel>();

  constructor(private readonly askEditor: AskEditor) {}

  setModels(models: readonly ServiceModel[]): void {
    this.editorModels = new Map();
    for (const model of models) if (model.is === 'editor') this.editorModels.set(model.id, model);
  }

  /** Undefined: the model is not there. */
  async find(id: string): Promise<Embedder | undefined> {
    const own = this.editorModels.get(id);
    if (own) return this.ofEditor(own);
    const dimensions = await builtInDimensions(id);
    if (dimensions === undefined) return undefined;
    const model = await loadBuiltIn();
    if (model.id === id) return model;
    const cut = shortened(model, dimensions);
    return cut.id === id ? cut : loadBuiltIn({ dimensions });
  }

  ofEditor({ id, dimensions, limits }: EditorModel): Embedder {
    return {
      id,
      dimensions,
      limits,
      embed: async (texts, side, signal) =>
        texts.length === 0 ? [] : this.askEditor({ model: id, texts: texts.map(textOf), side }, signal),
    };
  }
}

let described: Pick<Embedder, 'id' | 'dimensions'> | undefined;

/** The dimensions of the built-in model, whole or cut, where this is its id. */
export async function builtInDimensions(id: string): Promise<number | undefined> {
  described ??= await describeBuiltIn();
  const whole = described;
  if (id === whole.id) return whole.dimensions;
  const name = whole.id.slice(0, whole.id.lastIndexOf('/'));
  const cut = id.startsWith(`${whole.id}?dimensions=`) || id.startsWith(`${name}/`) ? /\d+$/.exec(id)?.[0] : undefined;
  const dimensions = Number(cut);
  return dimensions >= 16 && dimensions <= whole.dimensions ? dimensions : undefined;
}
