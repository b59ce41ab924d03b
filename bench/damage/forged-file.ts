/**
 * Takes an index file apart into its records and sections, and puts it together again with checksums that are right. So what a reader
 * gets is not what a disk would damage, but what someone has forged.
 */
import { decodeHeader, headerBytes } from '../../src/index/format/header';
import {
  decodeDirectory,
  decodeRecordHeader,
  encodeRecord,
  type RecordHeader,
  recordHeaderBytes,
  type SectionName,
} from '../../src/index/format/log-record';
import { crc32 } from '../../src/shared/crc';

export interface FileParts {
  /** The first bytes of the file; their checksum is made again. */
  readonly header: Buffer;
  readonly records: RecordParts[];
  /** How many of the records are before the end of the base. */
  readonly baseRecords: number;
}

export interface RecordParts extends Pick<RecordHeader, 'type' | 'sequence' | 'files'> {
  readonly sections: [SectionName, Buffer][];
  /** Changes the directory once the record is made: what it says about sections need not be true. */
  readonly change?: (directory: Buffer, header: Buffer) => void;
}

export function takeApart(file: Buffer): FileParts {
  const header = Buffer.from(file.subarray(0, headerBytes));
  const decoded = decodeHeader(header);
  if (typeof decoded === 'string') throw new Error(`the header is not one: ${decoded}`);
  const records: RecordParts[] = [];
  let baseRecords = 0;
  for (let at = headerBytes; at < file.length; ) {
    const record = decodeRecordHeader(file.subarray(at, at + recordHeaderBytes));
    if (!record) throw new Error(`there is no record at ${at}`);
    const start = at + recordHeaderBytes;
    const body = start + record.payload - record.body;
    const { entries = [] } = decodeDirectory(file.subarray(start, body), record) ?? {};
    const sections = entries.map(({ name, offset, length }): [SectionName, Buffer] => [
      name,
      Buffer.from(file.subarray(body + offset, body + offset + length)),
    ]);
    const { type, sequence, files } = record;
    records.push({ type, sequence, files, sections });
    at = start + record.payload;
    if (at <= decoded.baseEnd) baseRecords = records.length;
  }
  return { header, records, baseRecords };
}

const countAt = 16;
const randomAt = 20;
export const baseEndAt = 40;
const crcAt = 60;

/** @param keepsEnd the header says where the base ends; otherwise that is set right. */
export function putTogether({ header, records, baseRecords }: FileParts, keepsEnd = false): Buffer {
  const generation = { count: header.readUInt32LE(countAt), random: header.readUInt32LE(randomAt) };
  const pieces = records.map(({ change, ...record }) => {
    const bytes = Buffer.concat([...encodeRecord({ ...record, generation }).pieces()]);
    return change ? withDirectory(bytes, change) : bytes;
  });
  const head = Buffer.from(header);
  const end = pieces.slice(0, baseRecords).reduce((sum, { length }) => sum + length, headerBytes);
  if (!keepsEnd) head.writeBigUInt64LE(BigInt(end), baseEndAt);
  return Buffer.concat([sealed(head), ...pieces]);
}

/** With the checksum that the first or last bytes of a file or record end with. */
function sealed(header: Buffer): Buffer {
  header.writeUInt32LE(crc32(header.subarray(0, crcAt)), crcAt);
  return header;
}

const directoryCrcAt = 24;

function withDirectory(record: Buffer, change: NonNullable<RecordParts['change']>): Buffer {
  const header = decodeRecordHeader(record);
  if (!header) throw new Error('this is no record');
  const directory = record.subarray(recordHeaderBytes, recordHeaderBytes + header.payload - header.body);
  const own = record.subarray(0, recordHeaderBytes);
  change(directory, own);
  own.writeUInt32LE(crc32(directory), directoryCrcAt);
  sealed(own);
  return record;
}
