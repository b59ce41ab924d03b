/**
 * Forges an index: changes what its sections say, and makes all checksums right again. The same seed forges the same.
 *
 * Numbers become 0, the largest ones, off by one or random, in the widths that the format has (docs/index-format.md); sections change
 * their length, are exchanged, repeated, left out or renamed; strings and paths become hostile; records change their place and type.
 * What has a table of places is changed with its places, so that readers get further.
 */
import { deflateRawSync } from 'node:zlib';
import type { SectionName } from '../../src/index/format/log-record';
import { encodeStrings, StringList } from '../../src/index/format/string-list';
import { baseEndAt, type FileParts, putTogether, type RecordParts, takeApart } from './forged-file';
import type { ForgedSample } from './forged-samples';
import { SeededRandom } from './seeded-random';

/** The files of a forged index, by name. @param sample which of its files are forged follows from the seed. */
export function forgeIndex({ files }: ForgedSample, seed: number): Map<string, Buffer> {
  const forged = new Map(files);
  const random = new SeededRandom(seed * 7919 + 1);
  const names = [...files.keys()].filter((name) => /\.cgx(\.base-.*)?$/.test(name));
  const name = random.pick(names);
  const bytes = files.get(name);
  if (bytes) forged.set(name, forgeFile(bytes, random));
  return forged;
}

function forgeFile(bytes: Buffer, random: SeededRandom): Buffer {
  let parts = takeApart(bytes);
  const kind = random.below(16);
  if (kind === 0) return forgedHeader(parts, random);
  if (kind === 1) parts = forgedRecords(parts, random);
  else for (let times = 1 + random.below(3); times > 0; times--) forgeSection(parts, random);
  const made = putTogether(parts);
  // With a wrong checksum too, what is left of it is recovered.
  if (random.below(8) === 0) setByte(noRecord, made, random, 'files');
  return made;
}

const noRecord: RecordParts = { type: 'about', sequence: 0, files: 0, sections: [] };

/** Numbers that readers may not expect. @param near one that they do. */
function hostileNumber(random: SeededRandom, near: number): number {
  const numbers = [0, 1, near - 1, near + 1, 2 * near, 127, 128, 2 ** 14, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1];
  const number = random.below(4) === 0 ? random.below(2 ** 20) : random.pick(numbers);
  return Math.min(Math.max(0, number), 2 ** 32 - 1);
}

/** A varint of any value, also one that has more bytes than any number needs. */
function hostileVarint(random: SeededRandom, near: number): Buffer {
  switch (random.below(8)) {
    case 0:
      return Buffer.from([...Array<number>(9).fill(0xff), 1]);
    case 1:
      return Buffer.concat([Buffer.alloc(1 + random.below(200), 0x80), Buffer.of(1)]);
    case 2:
      return varint(Number.MAX_SAFE_INTEGER);
    case 3:
      return varint(2 ** (20 + random.below(33)));
    default:
      return varint(hostileNumber(random, near));
  }
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

type Forge = (record: RecordParts, section: Buffer, random: SeededRandom, name: SectionName) => Buffer | undefined;

function forgeSection({ records }: FileParts, random: SeededRandom): void {
  const record = random.pick(records);
  if (record.sections.length === 0) return;
  const entry = random.pick(record.sections);
  const [name, bytes] = entry;
  const own = ofSection[name] ?? [];
  const forge = random.below(3) > 0 && own.length > 0 ? random.pick(own) : random.pick(ofAny);
  const made = forge(record, bytes, random, name);
  if (made) entry[1] = made;
}

const setByte: Forge = (_, section, random) => {
  if (section.length === 0) return undefined;
  section[random.below(section.length)] = random.pick([0, 1, 2, 127, 128, 254, 255, random.below(256)]);
  return section;
};

/** One of the numbers of four bytes that most sections begin with, or any other. */
const setNumber: Forge = (_, section, random) => {
  const numbers = section.length >> 2;
  if (numbers === 0) return undefined;
  const at = 4 * (random.below(2) === 0 ? random.below(Math.min(numbers, 8)) : random.below(numbers));
  section.writeUInt32LE(hostileNumber(random, section.readUInt32LE(at)), at);
  return section;
};

const setDouble: Forge = (_, section, random) => {
  if (section.length < 8) return undefined;
  const at = 8 * random.below(section.length >> 3);
  section.writeDoubleLE(random.pick([Number.NaN, Infinity, -1, 1e300, 0.5, 2 ** 53]), at);
  return section;
};

/** Over what is there: the section keeps its length. */
const writeVarint: Forge = (_, section, random) => {
  if (section.length === 0) return undefined;
  hostileVarint(random, section.length).copy(section, random.below(section.length));
  return section;
};

/** Between what is there. */
const insertVarint: Forge = (_, section, random) => {
  const at = random.below(section.length + 1);
  return Buffer.concat([section.subarray(0, at), hostileVarint(random, section.length), section.subarray(at)]);
};

const changeLength: Forge = (_, section, random) => {
  const length = random.pick([0, 1, section.length - 1, section.length + 1, section.length >> 1, 2 * section.length]);
  const made = Buffer.alloc(Math.max(0, length), random.below(256));
  section.copy(made);
  return made;
};

const otherSection: Forge = (record, _, random) => Buffer.from(random.pick(record.sections)[1]);

const removeSection: Forge = ({ sections }, _section, _random, name) => {
  const at = sections.findIndex(([own]) => own === name);
  if (sections.length > 1) sections.splice(at, 1);
  return undefined;
};

const repeatSection: Forge = ({ sections }, _section, random) => {
  const [name, bytes] = random.pick(sections);
  sections.splice(random.below(sections.length + 1), 0, [name, Buffer.from(bytes)]);
  return undefined;
};

const addSection: Forge = ({ sections }, _section, random) => {
  const bytes = Buffer.alloc(random.below(200), random.below(256));
  sections.push([random.pick(allSections), bytes]);
  return undefined;
};

const swapSections: Forge = ({ sections }, _section, random) => {
  const [one, other] = [random.pick(sections), random.pick(sections)];
  [one[1], other[1]] = [other[1], one[1]];
  return undefined;
};

const ofAny: readonly Forge[] = [
  setByte,
  setByte,
  setNumber,
  setNumber,
  writeVarint,
  writeVarint,
  insertVarint,
  changeLength,
  otherSection,
  removeSection,
  repeatSection,
  addSection,
  swapSections,
];

const hostileTexts: readonly string[] = [
  '',
  '.',
  '..',
  '../../../../etc/passwd',
  '/etc/passwd',
  'C:\\Windows\\win.ini',
  '.git/config',
  'a\0b',
  '\u001b[31mred\u0007\r\n\u0000',
  'src/./router.ts',
  'src//router.ts',
  'src/../../out.ts',
  'long.ts',
  'x'.repeat(100_000),
  'ab/'.repeat(20_000),
  'a.'.repeat(50_000),
  '\u202e\u2066sj.retuor',
  '__proto__',
  'constructor',
];

/** One of the strings of a list becomes another; or there are many more. */
const forgeStrings: Forge = (_, section, random) => {
  const texts = listed(section);
  if (random.below(6) === 0) return longList(random);
  if (texts.length === 0) return Buffer.from(encodeStrings([random.pick(hostileTexts)]));
  texts[random.below(texts.length)] = random.pick([...hostileTexts, random.pick(texts)]);
  return Buffer.from(encodeStrings(texts));
};

function listed(section: Buffer): string[] {
  try {
    return new StringList(new Uint8Array(section)).all();
  } catch {
    // It was forged before.
    return [];
  }
}

/** All strings begin like the first one, which is long: a few bytes in the file, and gigabytes in memory. */
function longList(random: SeededRandom): Buffer {
  const length = Math.min(20_000, 10 ** (2 + random.below(4)));
  const count = 16 * (1 + random.below(20));
  return madeOnce(`${length} ${count}`, () => {
    const long = 'long '.repeat(length);
    return Buffer.from(encodeStrings(Array.from({ length: count }, (_, i) => `${long}${i}`)));
  });
}

/** To make what is large takes most of the time of thousands of seeds. */
function madeOnce(key: string, make: () => Buffer): Buffer {
  const made = large.get(key) ?? make();
  large.set(key, made);
  return Buffer.from(made);
}

const large = new Map<string, Buffer>();

/** Where the columns of `files` begin, and where its rows and paths do. */
function columnsOf(section: Buffer): readonly number[] | undefined {
  if (section.length < 8) return undefined;
  const count = section.readUInt32LE(0);
  const first = 8 + 24 * count;
  const after = 4 * (count + 1);
  const places = first + 3 * after;
  const paths = places + 4 * count;
  const columns = [first, first + after, first + 2 * after, places, paths];
  return paths + after + section.readUInt32LE(4) <= section.length ? columns : undefined;
}

/** A number of one of the columns, which say where rows, chunks and paths are. */
const forgeColumn: Forge = (_, section, random) => {
  const columns = columnsOf(section);
  const count = section.length < 8 ? 0 : section.readUInt32LE(0);
  if (!columns || count === 0) return undefined;
  const at = random.pick(columns) + 4 * random.below(count);
  section.writeUInt32LE(hostileNumber(random, section.readUInt32LE(at)), at);
  return section;
};

/** The facts about a file, with places that fit. */
const forgeFileRow: Forge = (_, section, random) => {
  const columns = columnsOf(section);
  const count = section.length < 8 ? 0 : section.readUInt32LE(0);
  if (!columns || count === 0) return undefined;
  const [, , , places = 0, paths = 0] = columns;
  const rows = paths + 4 * (count + 1);
  const number = random.below(count);
  const at = rows + section.readUInt32LE(places + 4 * number) + 1 + random.below(5);
  if (at > section.length) return undefined;
  const added = hostileVarint(random, section.length);
  const made = Buffer.concat([section.subarray(0, at), added, section.subarray(at)]);
  made.writeUInt32LE(section.readUInt32LE(4) + added.length, 4);
  for (let file = number + 1; file < count; file++)
    made.writeUInt32LE((section.readUInt32LE(places + 4 * file) + added.length) >>> 0, places + 4 * file);
  return made;
};

/** A path, with places that fit. */
const forgePath: Forge = (_, section, random) => {
  const columns = columnsOf(section);
  const count = section.length < 8 ? 0 : section.readUInt32LE(0);
  if (!columns || count === 0) return undefined;
  const placesAt = columns[4] ?? 0;
  const pathsAt = placesAt + 4 * (count + 1) + section.readUInt32LE(4);
  const paths = section.subarray(pathsAt).toString('utf8').split('\0').slice(0, -1);
  paths[random.below(paths.length || 1)] = random.pick([...hostileTexts, ...paths]);
  const bytes = Buffer.from(paths.map((path) => `${path}\0`).join(''));
  const made = Buffer.concat([section.subarray(0, pathsAt), bytes]);
  let place = 0;
  for (let file = 0; file <= count; file++) {
    made.writeUInt32LE(place, placesAt + 4 * file);
    place += Buffer.byteLength(paths[file] ?? '') + 1;
  }
  made.writeUInt32LE(bytes.length, placesAt + 4 * count);
  return made;
};

/** A number of the rows, with places that fit. */
const forgeRows: Forge = ({ sections }, section, random) => {
  const files = sections.find(([name]) => name === 'files')?.[1];
  const columns = files && columnsOf(files);
  if (!columns) return undefined;
  const count = files.readUInt32LE(0);
  const at = random.below(section.length + 1);
  const isOver = random.below(2) === 0;
  const added = hostileVarint(random, section.length);
  const removed = isOver ? Math.min(1, section.length - at) : 0;
  for (let file = 0; file <= count; file++) {
    const place = (columns[2] ?? 0) + 4 * file;
    const before = files.readUInt32LE(place);
    if (before > at) files.writeUInt32LE((before + added.length - removed) >>> 0, place);
  }
  return Buffer.concat([section.subarray(0, at), added, section.subarray(at + removed)]);
};

/** A number of the links, with places that fit. */
const forgeLinks: Forge = (_, section, random) => {
  if (section.length < 8) return undefined;
  const count = section.readUInt32LE(0);
  const from = 4 * (count + 2);
  if (from >= section.length) return undefined;
  const at = from + random.below(section.length - from);
  const added = hostileVarint(random, count);
  const made = Buffer.concat([section.subarray(0, at), added, section.subarray(at + 1)]);
  for (let file = 0; file <= count; file++) {
    const place = 4 + 4 * file;
    const before = section.readUInt32LE(place);
    if (before > at - from) made.writeUInt32LE((before + added.length - 1) >>> 0, place);
  }
  return made;
};

/** Notes that become large when they are read, or that are none. */
const forgeNotes: Forge = (_, _section, random) => {
  const isList = random.below(2) === 0;
  const list = isList ? longList(random) : Buffer.alloc(0);
  const zeros = isList ? 0 : 10 ** (3 + random.below(6));
  const deflated = isList ? deflateRawSync(list) : madeOnce(`${zeros}`, () => deflateRawSync(Buffer.alloc(zeros)));
  return Buffer.concat([varint(1), varint(1), Buffer.alloc(16, 1), deflated]);
};

const forgeTarget: Forge = (_, _section, random) =>
  Buffer.concat([varint(2), hostileVarint(random, 11), hostileVarint(random, 1), varint(0), varint(3)]);

/** The JSON about an index. What an option or a name may be is not checked by JSON. */
const forgeAbout: Forge = (_, section, random) => {
  const start = section.indexOf('{"model"');
  if (start < 0) return undefined;
  let text = section.subarray(start).toString();
  const values = ['null', '1e999', '-1', '[]', '{}', '""', '"../../../etc/passwd"', `"${'x'.repeat(10_000)}"`, '1e15'];
  if (random.below(6) === 0) text = random.pick(['', '[', '['.repeat(100_000), 'null', '[]', '"x"', '{"model":1}']);
  else {
    const found = [...text.matchAll(/:("(?:[^"\\]|\\.)*"|\d+|true|false)/g)];
    if (found.length === 0) return undefined;
    const one = random.pick(found);
    const value = random.pick(values);
    text = `${text.slice(0, one.index)}:${value}${text.slice(one.index + one[0].length)}`;
    if (random.below(3) === 0)
      text = text.replace(/(\\"[a-zA-Z]+\\":)[^,}]+/, `$1${random.pick(['-1', '1e12', 'null', '0'])}`);
  }
  return Buffer.concat([section.subarray(0, start), Buffer.from(text)]);
};

const scrambled: Forge = (_, section, random) => {
  for (let times = 1 + random.below(50); times > 0 && section.length > 0; times--)
    section[random.below(section.length)] = random.below(256);
  return section;
};

/** What each section has besides what all have. */
const ofSection: Partial<Record<SectionName, readonly Forge[]>> = {
  about: [forgeAbout],
  files: [forgeColumn, forgeFileRow, forgePath],
  strings: [forgeStrings, setNumber],
  removed: [forgeStrings],
  rows: [forgeRows],
  links: [forgeLinks],
  notes: [forgeNotes, writeVarint],
  target: [forgeTarget],
  terms: [setNumber, scrambled],
  postings: [scrambled],
  lengths: [setNumber, setDouble],
  current: [setNumber, setDouble],
  vectors: [scrambled],
  fourBitVectors: [scrambled],
  highBits: [scrambled],
  lowBits: [scrambled],
  scales: [scrambled],
  missing: [scrambled],
};

const allSections: readonly SectionName[] = [...(Object.keys(ofSection) as SectionName[]), 'ids', 'hashes', 'kinds'];

const dimensionsAt = 12;

function forgedHeader(parts: FileParts, random: SeededRandom): Buffer {
  const { header } = parts;
  const isEnd = random.below(2) === 0;
  if (isEnd) {
    const end = random.pick([0n, 1n, 63n, 64n, 65n, 2n ** 31n, 2n ** 53n, 2n ** 63n, 2n ** 64n - 1n]);
    header.writeBigUInt64LE(end, baseEndAt);
  } else header.writeUInt32LE(random.pick([0, 1, 3, 7, 31, 255, 2 ** 16, 2 ** 31, 2 ** 32 - 1]), dimensionsAt);
  return putTogether(parts, isEnd);
}

function forgedRecords({ header, records, baseRecords }: FileParts, random: SeededRandom): FileParts {
  const made = [...records];
  if (made.length === 0) return { header, records: made, baseRecords };
  const at = random.below(made.length);
  const record = random.pick(made);
  switch (random.below(7)) {
    case 0:
      made.splice(at, 1);
      break;
    case 1:
      made.splice(at, 0, record);
      break;
    case 2:
      made[at] = { ...record, sequence: hostileNumber(random, record.sequence) % 2 ** 32 };
      break;
    case 3:
      made[at] = { ...record, type: random.pick(['about', 'segment', 'fill']) };
      break;
    case 4:
      made[at] = { ...record, files: hostileNumber(random, record.files) % 2 ** 32 };
      break;
    default:
      made[at] = { ...record, change: forgedDirectory(random) };
  }
  return { header, records: made, baseRecords: random.below(4) === 0 ? made.length : baseRecords };
}

const entryBytes = 12;
const payloadAt = 8;
const sectionsAt = 20;
const bodyAt = 40;

/** What the directory says: a section may be anywhere, of any length. The same change is made twice, so it is chosen first. */
function forgedDirectory(random: SeededRandom): NonNullable<RecordParts['change']> {
  const kind = random.below(5);
  const [entry, step] = [random.below(2 ** 20), random.below(2 ** 20)];
  const large = random.pick([2n ** 31n, 2n ** 32n, 2n ** 53n, 2n ** 63n]);
  const few = random.pick([0, 1, 2, 100, 2 ** 20, 2 ** 31, 2 ** 32 - 1]);
  return (directory, header) => {
    const entries = Math.floor(directory.length / entryBytes);
    const at = entryBytes * (entry % Math.max(1, entries));
    if (kind === 0) directory.writeUInt32LE(step % 40, at);
    else if (kind === 1) directory.writeBigUInt64LE(large, at + 4);
    else if (kind === 2) header.writeBigUInt64LE(large, bodyAt);
    else if (kind === 3) header.writeUInt32LE(few, sectionsAt);
    else header.writeBigUInt64LE(large, payloadAt);
  };
}
