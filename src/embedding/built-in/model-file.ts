/**
 * The file of the built-in model, written by `training/train.py`: the letters CGM1, the length of the header (u32, little-endian), the
 * header as JSON, and after it the sections, aligned to 64 bytes.
 *
 * | section | content |
 * |---|---|
 * | `vocabulary` | the words, one per line |
 * | `rows` | int8, words × dimensions: each word's vector times its learned weight |
 * | `scales` | float32, words: the factor of each row |
 * | `gate` | float16, 2 sides × dimensions × (heads × dimensions): from the meaning of a text to what each head looks for |
 * | `up`, `down` | float16, 2 sides × dimensions × hidden and 2 sides × hidden × dimensions: the residual layer |
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { crc32 } from '../../shared/crc';
import { errorCode } from '../../shared/error-code';
import { errorMessage } from '../../shared/error-message';
import { isRecord } from '../../shared/is-record';
import { productFile } from '../../shared/product';

export const builtInModelPath = 'models/built-in.cgm';

/**
 * The model that comes with this version. A file with this length and CRC is that model, so its SHA-256, which is part of the model's
 * id, need not be computed at each start. A test compares these values with the file.
 */
export const knownModel = {
  length: 10_931_584,
  crc: 0x63220aff,
  sha256: '1f25afe51df4aec10d223aa92a7369b9bc750edfd3b3e4b897d5dfdec2f33696',
} as const;

/** The header of a model file. Everything it says about the rest of the file is checked before it is used. */
export interface ModelHeader {
  readonly name: string;
  readonly dimensions: number;
  readonly words: number;
  readonly heads: number;
  /** Width of the residual layer; 0 if there is none. */
  readonly hidden: number;
  /** The factor for words that say what a passage is about. */
  readonly about: number;
  /** Offsets from the end of the header, and lengths, in bytes. */
  readonly sections: ReadonlyMap<string, readonly [at: number, length: number]>;
}

const magic = 'CGM1';
/** The kernel processes rows, and each head's part of a row, 16 numbers at a time. */
const kernelWidth = 16;
const maxSize = 65_536;

/** The offset where the header ends, from the first bytes of the file; undefined if there are too few. */
export function headerEnd(bytes: Buffer): number | undefined {
  return bytes.length < 8 ? undefined : 8 + bytes.readUInt32LE(magic.length);
}

/** @param bytes up to the end of the header. @returns undefined if it is damaged. */
export function readHeader(bytes: Buffer): ModelHeader | undefined {
  let json: unknown;
  try {
    json = JSON.parse(bytes.toString('utf8', 8));
  } catch {
    return undefined;
  }
  return headerOf(json);
}

function headerOf(json: unknown): ModelHeader | undefined {
  if (!isRecord(json) || !isRecord(json.sections)) return undefined;
  const { name, dimensions, words, heads, hidden, about } = json;
  if (typeof name !== 'string' || !isSize(dimensions) || !isSize(words) || !isSize(heads) || !isSize(hidden))
    return undefined;
  if (!isSize(about)) return undefined;
  if (dimensions === 0 || dimensions % (kernelWidth * Math.max(1, heads)) !== 0 || hidden % kernelWidth !== 0)
    return undefined;
  const sections = new Map<string, readonly [number, number]>();
  for (const [part, place] of Object.entries(json.sections)) {
    if (!Array.isArray(place)) return undefined;
    const [at, length]: readonly unknown[] = place;
    if (!isOffset(at) || !isOffset(length)) return undefined;
    sections.set(part, [at, length]);
  }
  return { name, dimensions, words, heads, hidden, about, sections };
}

function isOffset(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isSize(value: unknown): value is number {
  return isOffset(value) && value < maxSize;
}

export interface ModelFile extends Omit<ModelHeader, 'sections'> {
  readonly path: string;
  readonly sha256: string;
  /** The words, one per line. */
  readonly vocabulary: Uint8Array;
  readonly rows: Int8Array;
  readonly scales: Float32Array;
  /** For each side (query, passage) and each head, `dimensions` × `dimensions`, row by row. */
  readonly gate: Uint8Array;
  readonly up: Uint8Array;
  readonly down: Uint8Array;
}

/** @throws if the file cannot be read, is not a model, or is damaged; the message contains its path. */
function openModel(path: string): { readonly header: ModelHeader; readonly body: Buffer; readonly sha256: string } {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const why = errorCode(error) === 'ENOENT' ? 'is missing' : `cannot be read: ${errorMessage(error)}`;
    throw new Error(`${path} ${why}`);
  }
  if (bytes.toString('latin1', 0, magic.length) !== magic) throw new Error(`${path} is not an embedding model`);
  const end = headerEnd(bytes) ?? Number.POSITIVE_INFINITY;
  const header = end <= bytes.length ? readHeader(bytes.subarray(0, end)) : undefined;
  if (!header) throw new Error(`${path} is damaged`);
  return { header, body: bytes.subarray(end), sha256: hashOf(bytes) };
}

/** Computed only if the file is not the model of this version, because that takes longer than reading it. */
function hashOf(bytes: Buffer): string {
  const isKnown = bytes.length === knownModel.length && crc32(bytes) === knownModel.crc;
  return isKnown ? knownModel.sha256 : createHash('sha256').update(bytes).digest('hex');
}

/** The name and dimensions in the header, and the hash of the file. */
export function readModelHeader(): Pick<ModelFile, 'name' | 'sha256' | 'dimensions'> {
  const { header, sha256 } = openModel(productFile(builtInModelPath));
  return { name: header.name, dimensions: header.dimensions, sha256 };
}

/**
 * @param move puts the bytes after the header where they are needed; the sections are views of what it returns.
 * @throws like `openModel`, and if a section does not match the header.
 */
export function readModel(
  path = productFile(builtInModelPath),
  move: (header: ModelHeader, body: Uint8Array) => Uint8Array = (_, body) => body,
): ModelFile {
  const { header, body, sha256 } = openModel(path);
  checkSections(path, header, body.length);
  const bytes = move(header, body);
  const section = (name: string): Uint8Array => {
    const [at, length] = header.sections.get(name) ?? [0, 0];
    return bytes.subarray(at, at + length);
  };
  const { sections: _, ...described } = header;
  const { heads, hidden } = header;
  const rows = section('rows');
  return {
    ...described,
    path,
    sha256,
    vocabulary: section('vocabulary'),
    rows: new Int8Array(rows.buffer, rows.byteOffset, rows.length),
    // Copied, because a view of 32-bit numbers must be aligned to four bytes.
    scales: new Float32Array(new Uint8Array(section('scales')).buffer),
    gate: heads === 0 ? nothing : section('gate'),
    up: hidden === 0 ? nothing : section('up'),
    down: hidden === 0 ? nothing : section('down'),
  };
}

const nothing = new Uint8Array(0);

/** Checks the sizes in the header before memory is allocated for them. */
function checkSections(
  path: string,
  { sections, dimensions, words, heads, hidden }: ModelHeader,
  length: number,
): void {
  const sizes = {
    rows: words * dimensions,
    scales: words * 4,
    gate: 2 * dimensions * heads * dimensions * 2,
    up: 2 * dimensions * hidden * 2,
    down: 2 * hidden * dimensions * 2,
    vocabulary: undefined,
  };
  for (const [name, expected] of Object.entries(sizes)) {
    if (expected === 0) continue;
    const [at, found] = sections.get(name) ?? [0, Number.POSITIVE_INFINITY];
    if (at + found > length) throw new Error(`${path} has no ${name}: it is damaged`);
    if (expected !== undefined && found !== expected) throw new Error(`${path} is damaged`);
  }
}
