/** Finds embedding models by id: the built-in model, loaded once when it is needed, and models that only the editor can reach. */
import { type Embedder, type EmbeddingSide, passageText } from '../../embedding/embedder';
import { loadBuiltInModel } from '../answers/kept-model';
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
    return own ? this.editorEmbedder(own) : loadBuiltInModel(id);
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
