/** What an index was made with: the JSON of its first record, `about`. */
import { DamagedSectionError } from '../damaged-section';
import type { Generation, IndexSettings } from '../format/header';

/** The beginning of another index file, which an index continues (shared-base.ts). */
export interface SharedBase {
  /** Its name, in the folder of the index. */
  readonly file: string;
  readonly generation: Generation;
  /** Where it ends for this index, in bytes: the process that made it may append to it. */
  readonly end: number;
  /** Of its last record before `end`. */
  readonly sequence: number;
  /** CRC-32 of the header of that record. */
  readonly lastHeader: number;
}

export interface About {
  readonly model: string;
  readonly chunker: string;
  /** Left out: the file has the whole index. */
  readonly shared?: SharedBase;
  /** A hash of all contents, in an index that is made for others (portable-index.ts). */
  readonly tree?: string;
}

/** All that a new file is stamped with. */
export type IndexStamp = IndexSettings & About;

export function encodeAbout({ model, chunker, shared, tree }: About): Uint8Array {
  return Buffer.from(JSON.stringify({ model, chunker, shared, tree }));
}

/** @throws DamagedSectionError if it is not what `encodeAbout` writes. */
export function decodeAbout(bytes: Uint8Array | undefined): About {
  const about = parsedObject(Buffer.from(bytes ?? []).toString());
  const { shared, tree, model, chunker } = about;
  if ((shared !== undefined && !isSharedBase(shared)) || (tree !== undefined && typeof tree !== 'string'))
    throw new DamagedSectionError('what it says about itself is not as it is written');
  return { ...about, model: String(model), chunker: String(chunker) };
}

function parsedObject(json: string): Partial<About> {
  try {
    const parsed: unknown = JSON.parse(json);
    if (typeof parsed === 'object' && parsed !== null) return parsed;
  } catch {
    // Told below.
  }
  throw new DamagedSectionError('what it says about itself is no JSON');
}

function isSharedBase(shared: Partial<SharedBase> | null): boolean {
  const { file, generation, end, sequence, lastHeader } = shared ?? {};
  const numbers = [generation?.count, generation?.random, end, sequence, lastHeader];
  return typeof file === 'string' && numbers.every((number) => Number.isSafeInteger(number));
}
