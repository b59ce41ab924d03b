/**
 * What an index was made with: in its first record, `about`, and in the section `origin` of every further record, a header of the file
 * (without the end of the base, which is not needed there) followed by the same JSON. So a file whose beginning is gone can still be read.
 */
import {
  decodeHeader,
  encodeHeader,
  type Generation,
  headerBytes,
  type IndexHeader,
  type IndexSettings,
} from '../format/header';
import type { SectionBytes, SectionName } from '../format/log-record';
import type { RecordSections } from '../format/segment-sections';

export interface About {
  readonly model: string;
  readonly chunker: string;
}

export function encodeAbout({ model, chunker }: About): Uint8Array {
  return Buffer.from(JSON.stringify({ model, chunker }));
}

/** @throws if it is not JSON. */
export function decodeAbout(bytes: Uint8Array | undefined): About {
  const { model, chunker }: Partial<About> = JSON.parse(Buffer.from(bytes ?? []).toString());
  return { model: String(model), chunker: String(chunker) };
}

export function withOrigin(sections: RecordSections, settings: IndexSettings, generation: Generation): RecordSections {
  const origin = Buffer.concat([encodeHeader(settings, generation, 0), encodeAbout(settings)]);
  return new Map<SectionName, SectionBytes>(sections).set('origin', origin);
}

export function decodeOrigin(
  bytes: Uint8Array | undefined,
): { readonly header: IndexHeader; readonly about: About } | undefined {
  if (!bytes || bytes.length < headerBytes) return undefined;
  const header = decodeHeader(bytes.subarray(0, headerBytes));
  return typeof header === 'string' ? undefined : { header, about: decodeAbout(bytes.subarray(headerBytes)) };
}
