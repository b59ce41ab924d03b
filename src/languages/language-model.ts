/**
 * The model that guesses the language of a text: guesslang's, as published in `@vscode/vscode-languagedetection`, which VS Code
 * uses. That package runs it with a general library for tensors, which takes 50 to 100 ms of processor time for each text and
 * mistakes bytes above 127. The model is small, so its arithmetic is written out here: the same weights and the same sums, in a
 * third of a millisecond.
 *
 * 1. The text is its first 10,000 pairs of neighbouring bytes. A pair is written as three bytes, with a space between, and hashed
 *    (FarmHash's Fingerprint64) into 5,000 buckets.
 * 2. Deep part: the mean of the pairs' embeddings (70 numbers), two layers with ReLU (512, 32), one without (54).
 * 3. Wide part: the sum of the pairs' weights, one number for each of the 54 languages, and a bias.
 * 4. The softmax of both parts' sum gives the probability of each language.
 *
 * A file of weights is a list of arrays, described in `model.json`. Numbers are stored as one byte each: `min + byte * scale`.
 */

const buckets = 5000;
const maxPairs = 10_000;
const space = 0x20;

/** One entry of `weightsManifest` in `model.json`: the arrays lie behind one another in the file of weights. */
interface StoredArray {
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly quantization?: { readonly dtype: string; readonly min: number; readonly scale: number };
}

interface DescribedModel {
  readonly weightsManifest: readonly { readonly weights: readonly StoredArray[] }[];
}

interface Layer {
  /** Row by row: the weights from one input to all outputs. */
  readonly kernel: Float32Array;
  readonly bias: Float32Array;
}

interface LanguageGuess {
  /** The model's name of the language: an extension without its dot. */
  readonly name: string;
  /** From 0 to 1. */
  readonly confidence: number;
}

export class LanguageModel {
  private readonly names: readonly string[];
  private readonly embeddings: Float32Array;
  private readonly layers: readonly [Layer, Layer, Layer];
  private readonly wide: Layer;
  /** The bucket of each pair of bytes, plus 1; 0 until the pair is met. Hashing a pair takes longer than the rest. */
  private readonly bucketOfPair = new Uint16Array(0x10000);
  private readonly counts = new Uint16Array(buckets);

  /**
   * @param description `model.json`, parsed
   * @throws if it does not describe this model
   */
  constructor(description: unknown, weights: Uint8Array) {
    const arrays = new ModelArrays(description as DescribedModel, weights);
    this.names = arrays.strings('head/ExpandDims/input');
    this.embeddings = arrays.numbers(
      'dnn/input_from_feature_columns/input_layer/content_embedding/embedding_weights',
      buckets * 70,
    );
    this.layers = [
      arrays.layer('dnn/hiddenlayer_0/kernel', 'dnn/hiddenlayer_0/bias', 70, 512),
      arrays.layer('dnn/hiddenlayer_1/kernel', 'dnn/hiddenlayer_1/bias', 512, 32),
      arrays.layer('dnn/logits/kernel', 'dnn/logits/bias', 32, this.names.length),
    ];
    this.wide = arrays.layer(
      'linear/linear_model/content/weights',
      'linear/linear_model/bias_weights',
      buckets,
      this.names.length,
    );
  }

  /** The most probable language. The same bytes always give the same answer, on every platform. */
  guess(text: Uint8Array): LanguageGuess {
    const pairs = Math.min(maxPairs, Math.max(0, text.length - 1));
    const { counts } = this;
    counts.fill(0);
    for (let at = 0; at < pairs; at++) {
      const bucket = this.bucketOf(text[at] ?? 0, text[at + 1] ?? 0);
      counts[bucket] = (counts[bucket] ?? 0) + 1;
    }
    const mean = new Float64Array(70);
    const scores = new Float64Array(this.wide.bias);
    for (let bucket = 0; bucket < buckets; bucket++) {
      const count = counts[bucket] ?? 0;
      if (count === 0) continue;
      addRow(mean, this.embeddings, bucket, count / pairs);
      addRow(scores, this.wide.kernel, bucket, count);
    }
    const [first, second, last] = this.layers;
    const deep = through(last, withoutNegatives(through(second, withoutNegatives(through(first, mean)))));
    for (let i = 0; i < scores.length; i++) scores[i] = (scores[i] ?? 0) + (deep[i] ?? 0);
    return this.mostProbable(scores);
  }

  private mostProbable(scores: Float64Array): LanguageGuess {
    let best = 0;
    for (let i = 1; i < scores.length; i++) if ((scores[i] ?? 0) > (scores[best] ?? 0)) best = i;
    const highest = scores[best] ?? 0;
    let sum = 0;
    for (const score of scores) sum += Math.exp(score - highest);
    return { name: this.names[best] ?? '', confidence: 1 / sum };
  }

  private bucketOf(first: number, second: number): number {
    const pair = (first << 8) | second;
    const known = this.bucketOfPair[pair] ?? 0;
    if (known > 0) return known - 1;
    const bucket = hashBucket(first, second);
    this.bucketOfPair[pair] = bucket + 1;
    return bucket;
  }
}

const k0 = 0xc3a5c85c97cb3127n;
const k2 = 0x9ae16a3b2f90404fn;

/** Fingerprint64 of FarmHash for the three bytes `first`, a space and `second`. */
function hashBucket(first: number, second: number): number {
  const y = BigInt(first + (space << 8));
  const z = BigInt(3 + (second << 2));
  const mixed = BigInt.asUintN(64, BigInt.asUintN(64, y * k2) ^ BigInt.asUintN(64, z * k0));
  const hash = BigInt.asUintN(64, (mixed ^ (mixed >> 47n)) * k2);
  return Number(hash % BigInt(buckets));
}

function addRow(sum: Float64Array, rows: Float32Array, row: number, factor: number): void {
  const start = row * sum.length;
  for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + factor * (rows[start + i] ?? 0);
}

function through({ kernel, bias }: Layer, input: Float64Array): Float64Array {
  const output = new Float64Array(bias);
  for (let i = 0; i < input.length; i++) {
    const value = input[i] ?? 0;
    if (value !== 0) addRow(output, kernel, i, value);
  }
  return output;
}

function withoutNegatives(values: Float64Array): Float64Array {
  for (let i = 0; i < values.length; i++) values[i] = Math.max(0, values[i] ?? 0);
  return values;
}

/** Finds arrays by name in the file of weights. */
class ModelArrays {
  private readonly places = new Map<string, { readonly stored: StoredArray; readonly start: number }>();
  private readonly view: DataView;

  constructor(
    description: DescribedModel,
    private readonly bytes: Uint8Array,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = 0;
    for (const stored of description.weightsManifest.flatMap(({ weights }) => weights)) {
      this.places.set(stored.name, { stored, start: at });
      at = this.endOf(stored, at);
    }
    if (at !== bytes.length) throw new Error('the weights of the language model are damaged');
  }

  private endOf({ dtype, shape, quantization }: StoredArray, start: number): number {
    const length = lengthOf(shape);
    if (dtype !== 'string') return start + length * (quantization ? 1 : 4);
    let at = start;
    for (let i = 0; i < length; i++) at += 4 + this.view.getUint32(at, true);
    return at;
  }

  strings(name: string): string[] {
    const { stored, start } = this.find(name);
    let at = start;
    return Array.from({ length: lengthOf(stored.shape) }, () => {
      const from = at + 4;
      at = from + this.view.getUint32(at, true);
      return new TextDecoder().decode(this.bytes.subarray(from, at));
    });
  }

  numbers(name: string, length: number): Float32Array {
    const { stored, start } = this.find(name);
    const { quantization, shape } = stored;
    if (lengthOf(shape) !== length || quantization?.dtype !== 'uint8')
      throw new Error(`the language model has another shape than expected: ${name}`);
    const { min, scale } = quantization;
    const values = new Float32Array(length);
    for (let i = 0; i < length; i++) values[i] = min + (this.bytes[start + i] ?? 0) * scale;
    return values;
  }

  layer(kernel: string, bias: string, inputs: number, outputs: number): Layer {
    return { kernel: this.numbers(kernel, inputs * outputs), bias: this.numbers(bias, outputs) };
  }

  private find(name: string): { readonly stored: StoredArray; readonly start: number } {
    const place = this.places.get(name);
    if (!place) throw new Error(`the language model has no ${name}`);
    return place;
  }
}

function lengthOf(shape: readonly number[]): number {
  return shape.reduce((product, size) => product * size, 1);
}
