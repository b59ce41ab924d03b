/** The beginning of a model file: what it says about the rest is checked before any of it is believed. */

export interface ModelHeader {
  readonly name: string;
  readonly dimensions: number;
  readonly words: number;
  readonly heads: number;
  readonly hidden: number;
  /** How many times more the words count that say what a passage is about. */
  readonly about: number;
  /** Offsets from the end of the header, and lengths, in bytes. */
  readonly sections: ReadonlyMap<string, readonly [at: number, length: number]>;
}

const magic = 'CGM1';
/** The kernel goes through rows, and through each head's part of them, 16 numbers at a time. */
const step = 16;
const mostNumbers = 65_536;

/** Where the header ends, as the file begins; undefined: it does not say. */
export function headerEnd(bytes: Buffer): number | undefined {
  return bytes.length < 8 ? undefined : 8 + bytes.readUInt32LE(magic.length);
}

/** @param bytes up to the end of the header. @returns undefined: it makes no sense. */
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
  if (dimensions === 0 || dimensions % (step * Math.max(1, heads)) !== 0 || hidden % step !== 0) return undefined;
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
  return isOffset(value) && value < mostNumbers;
}
