/**
 * The file of the built-in model, as `training/train.py` writes it: the letters CGM1, the length of a header (u32, little-endian),
 * the header as JSON, and sections at multiples of 64 bytes behind it.
 *
 * | section | content |
 * |---|---|
 * | `vocabulary` | the words, one per line |
 * | `rows` | int8, words × dimensions: each word's vector times its learned weight |
 * | `scales` | float32, words: what a row is multiplied by |
 * | `gate` | float16, 2 sides × dimensions × (heads × dimensions): from what a text means to what each head looks for |
 * | `up`, `down` | float16, 2 sides × dimensions × hidden and 2 sides × hidden × dimensions: the residual layer |
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { crc32 } from '../../shared/crc';
import { productFile } from '../../shared/product';
import { builtInModel, knownModel } from './known-model';
import { headerEnd, isModel, type ModelHeader, readHeader } from './model-header';

export interface ModelFile {
  readonly path: string;
  readonly name: string;
  readonly sha256: string;
  readonly dimensions: number;
  readonly words: number;
  readonly heads: number;
  /** The words, one per line. */
  readonly vocabulary: Uint8Array;
  readonly rows: Int8Array;
  readonly scales: Float32Array;
  /** Per side (query, passage); of head h, `dimensions` × `dimensions`, row by row. */
  readonly gate: Uint8Array;
  /** How many times more the words count that say what a passage is about. */
  readonly about: number;
  /** Width of the residual layer; 0: there is none. */
  readonly hidden: number;
  readonly up: Uint8Array;
  readonly down: Uint8Array;
}

/** Room for the bytes behind the header. */
type MakeRoom = (header: ModelHeader, length: number) => Uint8Array;

interface OpenedFile {
  readonly header: ModelHeader;
  /** Up to the end of the header. */
  readonly start: Uint8Array;
  /** What is behind it. */
  readonly bytes: Uint8Array;
  /** Of all of the file. */
  readonly crc: number;
}

/** @throws where the file cannot be read, is something else or damaged; the message names it. */
function openFile(file: string, makeRoom: MakeRoom): OpenedFile {
  let fd: number | undefined;
  try {
    fd = openSync(file, 'r');
    const { size } = fstatSync(fd);
    const beginning = Buffer.alloc(Math.min(size, headerRoom));
    readInto(fd, beginning, 0);
    if (!isModel(beginning)) throw new Error(`${file} is no embedding model`);
    const end = headerEnd(beginning);
    if (end === undefined || end > size) throw new Error(`${file} is damaged`);
    const start = end <= beginning.length ? beginning.subarray(0, end) : Buffer.alloc(end);
    if (start.length > beginning.length) readInto(fd, start, 0);
    const header = readHeader(start);
    if (!header) throw new Error(`${file} is damaged`);
    const bytes = makeRoom(header, size - end);
    let crc = crc32(start);
    readInto(fd, bytes, end, (piece) => {
      crc = crc32(piece, crc);
    });
    return { header, start, bytes, crc };
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new Error(error.code === 'ENOENT' ? `${file} is missing` : `${file} cannot be read: ${error.message}`);
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** Headers are shorter; longer ones are read in a second step. */
const headerRoom = 65_536;
/** What was just read is still in the processor's cache when it is checked. */
const pieceBytes = 2 ** 18;

function readInto(fd: number, bytes: Uint8Array, from: number, done?: (piece: Uint8Array) => void): void {
  for (let at = 0; at < bytes.length; ) {
    const count = readSync(fd, bytes, at, Math.min(pieceBytes, bytes.length - at), from + at);
    if (count === 0) throw new Error('the model file was cut while it was read');
    done?.(bytes.subarray(at, at + count));
    at += count;
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

/** What the file says of itself, and its hash. */
export async function readModelHeader(
  file = productFile(builtInModel),
): Promise<Pick<ModelFile, 'name' | 'sha256' | 'dimensions'>> {
  const opened = openFile(file, plainRoom);
  const { name, dimensions } = opened.header;
  return { name, dimensions, sha256: await hashOf(opened) };
}

/** Worked out only where the file is not the one this version came with: that takes longer than reading it. */
async function hashOf({ start, bytes, crc }: OpenedFile): Promise<string> {
  const { length, crc: knownCrc, sha256 } = knownModel;
  if (start.length + bytes.length === length && crc === knownCrc) return sha256;
  const { createHash } = await import('node:crypto');
  return createHash('sha256').update(start).update(bytes).digest('hex');
}

const plainRoom: MakeRoom = (_, length) => new Uint8Array(length);

/**
 * @param makeRoom where to read the sections to: they are views of it.
 * @throws as above, and where a section is not what the header says.
 */
export async function readModel(path = productFile(builtInModel), makeRoom: MakeRoom = plainRoom): Promise<ModelFile> {
  const opened = openFile(path, (header, length) => {
    checkSections(path, header, length);
    return makeRoom(header, length);
  });
  const { bytes, header } = opened;
  const sha256 = await hashOf(opened);
  const section = (name: string): Uint8Array => {
    const [at, length] = header.sections.get(name) ?? [0, 0];
    return bytes.subarray(at, at + length);
  };
  const { name, dimensions, words, heads, hidden, about } = header;
  const rows = section('rows');
  return {
    path,
    name,
    sha256,
    dimensions,
    words,
    heads,
    about,
    vocabulary: section('vocabulary'),
    rows: new Int8Array(rows.buffer, rows.byteOffset, rows.length),
    // Copied: a view of 32-bit numbers must begin at a multiple of four.
    scales: new Float32Array(section('scales').slice().buffer),
    gate: heads === 0 ? nothing : section('gate'),
    hidden,
    up: hidden === 0 ? nothing : section('up'),
    down: hidden === 0 ? nothing : section('down'),
  };
}

const nothing = new Uint8Array(0);

/** Before anything is made as large as the header says. */
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
  for (const [name, wanted] of Object.entries(sizes)) {
    if (wanted === 0) continue;
    const [at, found] = sections.get(name) ?? [0, Number.POSITIVE_INFINITY];
    if (at + found > length) throw new Error(`${path} lacks its ${name}: it is damaged`);
    if (wanted !== undefined && found !== wanted) throw new Error(`${path} is damaged`);
  }
}
