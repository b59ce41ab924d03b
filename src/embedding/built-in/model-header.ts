/** The header of a model file. Everything it says about the rest of the file is checked before it is used. */

export interface ModelHeader {
  readonly name: string;
  readonly dimensions: number;
  readonly words: number;
  readonly heads: number;
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

export function isModel(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, magic.length) === magic;
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

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOffset(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isSize(value: unknown): value is number {
  return isOffset(value) && value < maxSize;
}
