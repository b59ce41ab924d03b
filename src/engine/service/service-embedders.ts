/** Finds embedding models by id: the built-in model, loaded once when it is needed, and models that only the editor can reach. */
import { describeBuiltIn, loadBuiltIn } from '../../embedding/built-in/built-in-embedder';
import { type Embedder, type EmbeddingSide, passageText } from '../../embedding/embedder';
import { withFewerDimensions } from '../../embedding/vector-math';
import type { ServiceModel } from '../service-protocol';

/** Asks the editor to embed texts. */
export type AskEditor = (
  request: { readonly model: string; readonly texts: readonly string[]; readonly side: EmbeddingSide },
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

  /** Undefined if the model is not available. */
  async find(id: string): Promise<Embedder | undefined> {
    const own = this.editorModels.get(id);
    if (own) return this.editorEmbedder(own);
    const dimensions = await builtInDimensions(id);
    if (dimensions === undefined) return undefined;
    const model = await loadBuiltIn();
    if (model.id === id) return model;
    const shorter = withFewerDimensions(model, dimensions);
    return shorter.id === id ? shorter : loadBuiltIn({ dimensions });
  }

  editorEmbedder({ id, dimensions, limits }: EditorModel): Embedder {
    return {
      id,
      dimensions,
      limits,
      embed: async (texts, side, signal) =>
        texts.length === 0 ? [] : this.askEditor({ model: id, texts: texts.map(passageText), side }, signal),
    };
  }
}

let described: Pick<Embedder, 'id' | 'dimensions'> | undefined;

/** The dimensions, if this is the id of the built-in model, full or shortened. */
export async function builtInDimensions(id: string): Promise<number | undefined> {
  described ??= await describeBuiltIn();
  const whole = described;
  if (id === whole.id) return whole.dimensions;
  const name = whole.id.slice(0, whole.id.lastIndexOf('/'));
  const cut = id.startsWith(`${whole.id}?dimensions=`) || id.startsWith(`${name}/`) ? /\d+$/.exec(id)?.[0] : undefined;
  const dimensions = Number(cut);
  return dimensions >= 16 && dimensions <= whole.dimensions ? dimensions : undefined;
}
