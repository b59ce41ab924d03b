/**
 * The first 64 bytes of an index file (docs/index-format.md). It stamps everything that later records must agree with: vectors of two
 * models, or chunks of two chunkers, never share a file.
 */
import { createHash } from 'node:crypto';
import { crc32 } from '../../shared/crc';

const formatVersion = 8;
export const headerBytes = 64;
/** Some times those of the largest models. */
const maxDimensions = 2 ** 15;
const magic = Buffer.from('CGX\r\n\x1a\n\0', 'latin1');

/** The settings that an index is made with. */
export interface IndexSettings {
  readonly dimensions: number;
  /** Id of the embedding model. */
  readonly model: string;
  /** Version of the chunker and the options that decide what chunks are. */
  readonly chunker: string;
}

/** Distinguishes a file from the one that replaces it: a count, and a random number for files made independently. */
export type Generation = { readonly count: number; readonly random: number };

export interface IndexHeader {
  readonly version: number;
  readonly generation: Generation;
  readonly dimensions: number;
  /** 16 hexadecimal digits. */
  readonly modelHash: string;
  readonly chunkerHash: string;
  /** Everything before this offset was complete before the file got its name: if it is not now, the file is damaged. The rest was appended. */
  readonly baseEnd: number;
}

/** The setting that an index was not made with. */
export type Mismatch = 'version' | 'model' | 'dimensions' | 'chunker';

function settingHash(setting: string): string {
  return createHash('sha256').update(setting).digest('hex').slice(0, 16);
}

export function nextGeneration(before: Generation | undefined): Generation {
  return { count: (before?.count ?? 0) + 1, random: Math.floor(Math.random() * 2 ** 32) };
}

export function encodeHeader(settings: IndexSettings, generation: Generation, baseEnd: number): Uint8Array {
  const bytes = Buffer.alloc(headerBytes);
  magic.copy(bytes);
  bytes.writeUInt32LE(formatVersion, 8);
  bytes.writeUInt32LE(settings.dimensions, 12);
  bytes.writeUInt32LE(generation.count, 16);
  bytes.writeUInt32LE(generation.random, 20);
  bytes.write(settingHash(settings.model), 24, 'hex');
  bytes.write(settingHash(settings.chunker), 32, 'hex');
  bytes.writeBigUInt64LE(BigInt(baseEnd), 40);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 60)), 60);
  return bytes;
}

/** `version`: another version of the format. All versions have the magic, the version and the CRC at these offsets. */
export function decodeHeader(source: Uint8Array): IndexHeader | 'damaged' | 'version' {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  if (bytes.length < headerBytes || !bytes.subarray(0, magic.length).equals(magic)) return 'damaged';
  if (bytes.readUInt32LE(60) !== crc32(bytes.subarray(0, 60))) return 'damaged';
  if (bytes.readUInt32LE(8) !== formatVersion) return 'version';
  const dimensions = bytes.readUInt32LE(12);
  if (dimensions === 0 || dimensions > maxDimensions) return 'damaged';
  return {
    version: bytes.readUInt32LE(8),
    dimensions,
    generation: { count: bytes.readUInt32LE(16), random: bytes.readUInt32LE(20) },
    modelHash: bytes.toString('hex', 24, 32),
    chunkerHash: bytes.toString('hex', 32, 40),
    baseEnd: Number(bytes.readBigUInt64LE(40)),
  };
}

export function mismatchOf(header: IndexHeader, settings: IndexSettings): Mismatch | undefined {
  if (header.modelHash !== settingHash(settings.model)) return 'model';
  if (header.dimensions !== settings.dimensions) return 'dimensions';
  return header.chunkerHash === settingHash(settings.chunker) ? undefined : 'chunker';
}
