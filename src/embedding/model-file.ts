/**
 * The file of the built-in model, as `training/train.py` writes it: the letters CGM1, the length of a header (u32, little-endian),
 * the header as JSON, and sections at multiples of 64 bytes behind it.
 *
 * | section | content |
 * |---|---|
 * | `vocabulary` | the words, one per line |
 * | `rows` | int8, words × dimensions: each word's vector times its learned weight |
 * | `scales` | float32, words: what a row is multiplied by |
 * | `gate` | float16, 2 sides × dimensions × (heads × dimensions): from what a text is about to what each head looks for |
 * | `up`, `down` | float16, 2 sides × dimensions × hidden and 2 sides × hidden × dimensions: the residual layer |
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { productFile } from '../product';
import { isModel, type ModelHeader, readHeader } from './model-header';

export interface ModelFile {
  readonly name: string;
  readonly sha256: string;
  readonly dimensions: number;
  readonly words: number;
  readonly heads: number;
  readonly vocabulary: string;
  readonly rows: Int8Array;
  readonly scales: Float32Array;
  /** Per side (query, passage); of head h, `dimensions` × `dimensions`, row by row. */
  readonly gate: Uint8Array;
  /** Width of the residual layer; 0: there is none. */
  readonly hidden: number;
  readonly up: Uint8Array;
  readonly down: Uint8Array;
}

export const builtInModel = 'models/built-in.cgm';

interface OpenedFile {
  readonly bytes: Buffer;
  readonly header: ModelHeader;
  /** Where the header ends and the sections begin. */
  readonly end: number;
  readonly sha256: string;
}

/** @throws where the file cannot be read, is something else or damaged; the message names it. */
async function openFile(file: string): Promise<OpenedFile> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? `${file} is missing` : `${file} cannot be read: ${error.message}`);
  });
  if (!isModel(bytes)) throw new Error(`${file} is no embedding model`);
  const found = readHeader(bytes);
  if (!found) throw new Error(`${file} is damaged`);
  return { ...found, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** What the file says of itself, and its hash. */
export async function readModelHeader(
  file = productFile(builtInModel),
): Promise<Pick<ModelFile, 'name' | 'sha256' | 'dimensions'>> {
  const { header, sha256 } = await openFile(file);
  return { name: header.name, dimensions: header.dimensions, sha256 };
}

/** @throws as above, and where a section is not what the header says. */
export async function readModel(file = productFile(builtInModel)): Promise<ModelFile> {
  const { bytes, header, end, sha256 } = await openFile(file);
  const section = (name: string): Buffer => {
    const [at, length] = header.sections.get(name) ?? [0, Number.POSITIVE_INFINITY];
    if (end + at + length > bytes.length) throw new Error(`${file} lacks its ${name}: it is damaged`);
    return bytes.subarray(end + at, end + at + length);
  };
  const { name, dimensions, words, heads, hidden } = header;
  const halves = (part: string, count: number): Uint8Array => {
    const bytes = count === 0 ? new Uint8Array(0) : section(part);
    if (bytes.length !== 2 * count) throw new Error(`${file} is damaged`);
    return bytes;
  };
  const rows = section('rows');
  const scales = section('scales');
  const vocabulary = section('vocabulary').toString('latin1');
  const isWhole = rows.length === words * dimensions && scales.length === words * 4 && lines(vocabulary) === words;
  if (!isWhole) throw new Error(`${file} is damaged`);
  return {
    name,
    sha256,
    dimensions,
    words,
    heads,
    vocabulary,
    rows: new Int8Array(rows.buffer, rows.byteOffset, rows.length),
    // Copied: a view of 32-bit numbers must begin at a multiple of four, and a Buffer may begin anywhere.
    scales: new Float32Array(Uint8Array.from(scales).buffer),
    gate: halves('gate', 2 * dimensions * heads * dimensions),
    hidden,
    up: halves('up', 2 * dimensions * hidden),
    down: halves('down', 2 * hidden * dimensions),
  };
}

/** Lines that hold something: a new line may end the last one. */
function lines(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    if (end !== at) count++;
    at = end < 0 ? text.length : end + 1;
  }
  return count;
}
