/**
 * Reads the section `links` (link-table.ts). To resolve a name takes the imports of all files that a file includes, the definitions of
 * some, and what few of them use: the links of a file are read as far as they are asked for.
 */
import { type Reference, referenceForms } from '../../code/links/file-links';
import { type DefinitionKind, definitionKinds } from '../../languages/language';
import { DamagedSectionError } from '../damaged-section';
import { ByteReader } from './byte-codec';
import { definitionFlags, fullUses, LinkStrings, linkPlaces, type StoredLinks, shortForms } from './link-table';
import type { StoredStrings } from './string-pool';

export class LinkTable {
  private readonly places: Uint32Array;
  private readonly from: number;

  /** @param bytes must begin on a 4-byte boundary; empty: no file has links. */
  constructor(
    private readonly bytes: Uint8Array,
    private readonly strings: StoredStrings,
  ) {
    this.places = linkPlaces(bytes);
    this.from = 4 * (this.places.length + 1);
  }

  /** A reader at the beginning of the links of a file; undefined if it has none. */
  reader(file: number): ByteReader | undefined {
    const start = this.places[file] ?? 0;
    const end = this.places[file + 1] ?? start;
    if (start === end) return undefined;
    if (start > end || this.from + end > this.bytes.length)
      throw new DamagedSectionError(`file ${file} has no links from ${start} to ${end}`);
    return new ByteReader(this.bytes.subarray(this.from + start, this.from + end));
  }

  /** How many bytes the links of a file take. */
  bytesOf(file: number): number {
    return (this.places[file + 1] ?? 0) - (this.places[file] ?? 0);
  }

  /** @param chunks number of searched chunks of the file. */
  get(file: number, chunks: number): StoredLinks | undefined {
    const reader = this.reader(file);
    return reader && new LinkReader(reader, this.strings).read(chunks);
  }
}

type Uses = Pick<StoredLinks, 'references' | 'chunkUses'>;

/** Reads the links of one file, in order. */
class LinkReader {
  private readonly numbers: LinkStrings;

  constructor(
    private readonly reader: ByteReader,
    private readonly strings: StoredStrings,
  ) {
    this.numbers = new LinkStrings(reader);
  }

  read(chunks: number): StoredLinks {
    const namespace = this.string();
    const imports = this.many(() => ({ local: this.string(), module: this.string(), name: this.string() }));
    let definitions: StoredLinks['definitions'] | undefined;
    const readDefinitions = (): StoredLinks['definitions'] => {
      definitions ??= this.definitions();
      return definitions;
    };
    let uses: Uses | undefined;
    const readUses = (): Uses => {
      uses ??= this.uses(readDefinitions(), chunks);
      return uses;
    };
    return {
      namespace,
      imports,
      get definitions() {
        return readDefinitions();
      },
      get references() {
        return readUses().references;
      },
      get chunkUses() {
        return readUses().chunkUses;
      },
    };
  }

  private uses(definitions: StoredLinks['definitions'], chunks: number): Uses {
    const references = this.many((number) => this.reference(number, definitions));
    checkMembers(references);
    const chunkUses: number[][] = [];
    let seen = -1;
    for (let chunk = 0; chunk < chunks; chunk++) {
      const uses = readChunkUses(this.reader, seen, references.length);
      seen = Math.max(seen, uses.at(-1) ?? -1);
      chunkUses.push(uses);
    }
    return { references, chunkUses };
  }

  private string(code = this.reader.varint()): string {
    return this.strings.name(this.numbers.numberOf(code));
  }

  private many<T>(make: (number: number) => T): T[] {
    const items: T[] = [];
    for (let count = this.reader.count(); items.length < count; ) items.push(make(items.length));
    return items;
  }

  private reference(number: number, definitions: StoredLinks['definitions']): Reference {
    const { reader } = this;
    const both = reader.varint();
    const x = Math.floor(both / 4);
    switch (both % 4) {
      case shortForms.name:
        return { form: 'name', of: -1, name: this.string(x) };
      case shortForms.own:
        return { form: 'own', of: x, name: definitions[x]?.name ?? '' };
      case shortForms.member: {
        const name = this.string(x);
        return { form: 'member', of: number - reader.varint(), name };
      }
      default: {
        const form = referenceForms[x] ?? 'any';
        const of = form === 'any' ? -1 : reader.varint();
        return { form, of, name: this.string() };
      }
    }
  }

  private definitions(): StoredLinks['definitions'] {
    const { reader, numbers, strings } = this;
    const count = reader.count();
    const definitions: StoredLinks['definitions'][number][] = [];
    let line = 0;
    let signatureEnd = 0;
    let nameNumber = 0;
    let container = -1;
    for (let number = 0; number < count; number++) {
      const head = reader.byte();
      const kind: DefinitionKind = definitionKinds[head >> 2] ?? 'variable';
      nameNumber = numbers.seen(nameNumber + reader.signed());
      const name = strings.name(nameNumber);
      if (head & 2) {
        const back = reader.varint();
        container = back === 0 ? -1 : number - back;
      }
      line += reader.signed();
      const endLine = line + reader.varint();
      const start = signatureEnd + reader.signed();
      signatureEnd = start + reader.varint();
      const flags = head & 1 ? reader.byte() : 0;
      const owner = flags & definitionFlags.owner ? this.string() : '';
      const type = flags & definitionFlags.type ? reader.varint() : -1;
      const bases: number[] = [];
      if (flags & definitionFlags.bases) for (let left = reader.count(); left > 0; left--) bases.push(reader.varint());
      definitions.push({ name, kind, container, owner, line, endLine, start, signatureEnd, type, bases });
    }
    return definitions;
  }
}

/** Whoever goes from a member to what it belongs to, and on, arrives. Most belong to a reference before them. */
function checkMembers(references: readonly Reference[]): void {
  if (references.every(({ form, of }, number) => form !== 'member' || of < number)) return;
  /** 1 if it is on the way that is looked at, 2 if its way ends. */
  const states = new Uint8Array(references.length);
  for (let first = 0; first < references.length; first++) {
    const way: number[] = [];
    for (let at = first; references[at]?.form === 'member'; at = references[at]?.of ?? -1) {
      if (states[at] === 1) throw new DamagedSectionError('a member belongs to itself');
      if (states[at] === 2) break;
      states[at] = 1;
      way.push(at);
    }
    for (const at of way) states[at] = 2;
  }
}

function outside(reference: number): DamagedSectionError {
  return new DamagedSectionError(`a chunk uses the reference ${reference}, which is none`);
}

/** @param highest reference of the chunks before. @param count of all references. */
function readChunkUses(reader: ByteReader, highest: number, count: number): number[] {
  let seen = highest;
  const both = reader.byte();
  let fresh = both & fullUses;
  let others = both >> 4;
  if (fresh === fullUses) fresh += reader.varint();
  if (others === fullUses) others += reader.count();
  if (seen + fresh >= count) throw outside(seen + fresh);
  const uses: number[] = [];
  let before = 0;
  for (; others > 0; others--) {
    const use = before + reader.varint();
    if (use >= count) throw outside(use);
    if (use > seen) for (; fresh > 0; fresh--) uses.push(++seen);
    uses.push(use);
    before = use;
  }
  for (; fresh > 0; fresh--) uses.push(++seen);
  return uses;
}
