/**
 * Caches the vectors of a slow embedder on disk, by the hash of the text, so that only the first run waits for it. The file is a
 * sequence of records, each 16 bytes of the SHA-256 of the text, then the vector as float32 in the machine's byte order. Records
 * are only appended, a batch at a time; an incomplete record at the end, left by a killed run, is cut off.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Embedder, type EmbeddingSide, type Passage, passageText } from '../../src/embedding/embedder';

const keyBytes = 16;

export class CachedEmbedder implements Embedder {
  readonly id: string;
  readonly dimensions: number;
  readonly limits: Embedder['limits'];
  private readonly vectors = new Map<string, Float32Array>();

  /** @param onProgress called after every computed batch. */
  constructor(
    private readonly inner: Embedder,
    private readonly file: string,
    private readonly onProgress: (done: number, of: number) => void = () => {},
  ) {
    this.id = inner.id;
    this.dimensions = inner.dimensions;
    this.limits = inner.limits;
    mkdirSync(dirname(file), { recursive: true });
    if (existsSync(file)) this.read();
  }

  async embed(
    passages: readonly (string | Passage)[],
    side: EmbeddingSide,
    signal?: AbortSignal,
  ): Promise<Float32Array[]> {
    const texts = passages.map(passageText);
    const keys = texts.map((text) => keyOf(text, side));
    const missing = new Map<string, string>();
    for (const [i, key] of keys.entries()) if (!this.vectors.has(key)) missing.set(key, texts[i] ?? '');
    // Texts of similar length go together, so that a model that pads its batches adds little padding.
    const todo = [...missing].sort(([, a], [, b]) => a.length - b.length);
    for (let from = 0; from < todo.length; from += this.limits.batch) {
      const batch = todo.slice(from, from + this.limits.batch);
      const made = await this.inner.embed(
        batch.map(([, text]) => text),
        side,
        signal,
      );
      this.add(batch.map(([key], i) => [key, this.checked(made[i])]));
      this.onProgress(from + batch.length, todo.length);
    }
    return keys.map((key) => this.checked(this.vectors.get(key)));
  }

  private add(records: readonly (readonly [string, Float32Array])[]): void {
    const bytes = records.map(([key, vector]) =>
      Buffer.concat([Buffer.from(key, 'hex'), Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)]),
    );
    appendFileSync(this.file, Buffer.concat(bytes));
    for (const [key, vector] of records) this.vectors.set(key, vector);
  }

  private read(): void {
    const bytes = readFileSync(this.file);
    const size = keyBytes + 4 * this.dimensions;
    const whole = bytes.length - (bytes.length % size);
    if (whole < bytes.length) truncateSync(this.file, whole);
    for (let at = 0; at < whole; at += size) {
      const vector = new Float32Array(this.dimensions);
      Buffer.from(vector.buffer).set(bytes.subarray(at + keyBytes, at + size));
      this.vectors.set(bytes.toString('hex', at, at + keyBytes), vector);
    }
  }

  private checked(vector: Float32Array | undefined): Float32Array {
    if (vector?.length !== this.dimensions)
      throw new Error(`${this.id} did not return a vector of ${this.dimensions} numbers`);
    return vector;
  }
}

function keyOf(text: string, side: EmbeddingSide): string {
  return createHash('sha256')
    .update(`${side}\n${text}`)
    .digest('hex')
    .slice(0, 2 * keyBytes);
}
