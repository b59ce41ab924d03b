/**
 * The section `links`: what each file defines and uses, by name (src/chunking/links/file-links.ts). Nothing in it is resolved, so a
 * file's links change only with the file.
 *
 *     u32 files, n; n + 1 u32 place of each file's links, from the end of this column
 *     the links of each file; none for files without
 *
 * The links of a file are varints, if nothing else is said. They begin with the number of strings that the segment had before it. A
 * string is 0 if it is the next new one in reading order, otherwise its number plus 1.
 *
 *     namespace
 *     imports: how many; for each local, module, name
 *     definitions: how many; for each its head (definition-head.ts), and what that does not say: the number of its name, signed, from
 *         the one before; how far back its container is (0: none), if it is another one; line, signed, from the one before; lines
 *         after that one; start, signed, from the end of the signature before; always the length of the signature; flags (1: owner,
 *         2: type, 4: bases) and what they announce: owner; type; how many bases, bases
 *     references: how many; for each `4 * x + form`, with form 0 for `name`, where x is the name; 1 for `own`, where it is what it
 *         belongs to; 2 for `member`, where it is the name, and how far back the reference is that it belongs to follows; 3 for the
 *         others, where it is the form: then what it belongs to, unless it is `any`, and the name
 *     for each searched chunk of the file a byte: in its low half the number of references that no chunk before has, and which follow
 *         those in order; in its high half the number of the others; for each half that is 15, in this order, what is above 15; then
 *         each of the others, from the one before
 */
import { type Reference, referenceForms } from '../../chunking/links/file-links';
import { type DefinitionKind, definitionKinds } from '../../languages/language';
import { ByteReader, ByteWriter, bytesOf } from './byte-codec';
import { HeadReader, HeadWriter } from './definition-head';
import type { StoredLinks } from './stored-links';
import type { StoredStrings, StringPool } from './string-pool';

/** Halves of a byte from this number on do not fit. */
const fullHalf = 15;

/** Forms that a reference begins with; all others are `otherForm`. */
export const shortForms = { name: 0, own: 1, member: 2 } as const;
export const otherForm = 3;

/** Which optional parts of a definition follow. */
export const definitionFlags = { owner: 1, type: 2, bases: 4 } as const;

const kindNumbers = new Map<string, number>(definitionKinds.map((kind, number) => [kind, number]));

export class LinkTableWriter {
  private readonly out = new ByteWriter();
  private readonly places = [0];

  constructor(private readonly pool: StringPool) {}

  add(links: StoredLinks | undefined): void {
    if (links) this.write(links);
    this.places.push(this.out.length);
  }

  /** Undefined: no file has links. */
  finish(): Uint8Array | undefined {
    if (this.out.length === 0) return undefined;
    const { places } = this;
    return Buffer.concat([bytesOf(Uint32Array.from([places.length - 1, ...places])), this.out.view()]);
  }

  private write({ namespace, imports, definitions, references, chunkUses }: StoredLinks): void {
    const { out } = this;
    out.varint(this.pool.count);
    this.string(namespace);
    out.varint(imports.length);
    for (const { local, module, name } of imports) {
      this.string(local);
      this.string(module);
      this.string(name);
    }
    this.definitions(definitions);
    out.varint(references.length);
    for (const [number, reference] of references.entries()) this.reference(number, reference);
    let seen = -1;
    for (const uses of chunkUses) seen = this.uses(uses, seen);
  }

  private reference(number: number, { form, of, name }: Reference): void {
    const { out } = this;
    if (form === 'name') out.varint(4 * this.code(name) + shortForms.name);
    else if (form === 'own') out.varint(4 * of + shortForms.own);
    else if (form === 'member' && of < number) {
      out.varint(4 * this.code(name) + shortForms.member);
      out.varint(number - of);
    } else {
      out.varint(4 * referenceForms.indexOf(form) + otherForm);
      if (form !== 'any') out.varint(of);
      this.string(name);
    }
  }

  /** @param seen the highest reference of the chunks before. Returns that of all chunks so far. */
  private uses(uses: readonly number[], seen: number): number {
    const { out } = this;
    let fresh = 0;
    const others: number[] = [];
    for (const use of uses) {
      if (use === seen + fresh + 1) fresh++;
      else others.push(use);
    }
    out.byte(Math.min(fresh, fullHalf) | (Math.min(others.length, fullHalf) << 4));
    if (fresh >= fullHalf) out.varint(fresh - fullHalf);
    if (others.length >= fullHalf) out.varint(others.length - fullHalf);
    let before = 0;
    for (const use of others) {
      out.varint(use - before);
      before = use;
    }
    return Math.max(seen, uses.at(-1) ?? -1);
  }

  private definitions(definitions: StoredLinks['definitions']): void {
    const { out } = this;
    out.varint(definitions.length);
    let line = 0;
    let signatureEnd = 0;
    let lastName = 0;
    let lastContainer = -1;
    const heads = new HeadWriter(out);
    for (const [number, definition] of definitions.entries()) {
      const { container, owner, type, bases } = definition;
      const flags =
        (owner === '' ? 0 : definitionFlags.owner) |
        (type < 0 ? 0 : definitionFlags.type) |
        (bases.length === 0 ? 0 : definitionFlags.bases);
      const newName = this.pool.count;
      const name = this.pool.number(definition.name);
      const steps = {
        name: name - lastName,
        line: definition.line - line,
        lines: definition.endLine - definition.line,
        start: definition.start - signatureEnd,
      };
      const kind = kindNumbers.get(definition.kind) ?? 0;
      const shape = heads.write(kind, container !== lastContainer, flags !== 0, steps, name === newName);
      if (!shape.name) out.signed(steps.name);
      if (container !== lastContainer) out.varint(container < 0 ? 0 : number - container);
      if (!shape.line) out.signed(steps.line);
      if (!shape.lines) out.varint(steps.lines);
      if (!shape.start) out.signed(steps.start);
      out.varint(definition.signatureEnd - definition.start);
      if (flags !== 0) out.byte(flags);
      if (owner !== '') this.string(owner);
      if (type >= 0) out.varint(type);
      if (bases.length > 0) {
        out.varint(bases.length);
        for (const base of bases) out.varint(base);
      }
      ({ line, signatureEnd } = definition);
      lastName = name;
      lastContainer = container;
    }
  }

  private string(text: string): void {
    this.out.varint(this.code(text));
  }

  private code(text: string): number {
    const next = this.pool.count;
    const number = this.pool.number(text);
    return number === next ? 0 : number + 1;
  }
}

/** Reads strings as they were written: only all of a file, and in order, because new ones have no number. */
export class LinkStrings {
  private next: number;

  /** @param reader at the beginning of the links of a file. */
  constructor(private readonly reader: ByteReader) {
    this.next = reader.varint();
  }

  number(): number {
    return this.numberOf(this.reader.varint());
  }

  numberOf(code: number): number {
    return code === 0 ? this.next++ : code - 1;
  }

  /** The number of the next new string. */
  get nextNew(): number {
    return this.next;
  }

  /** The name of a definition, which is written as a number and may be new all the same. */
  seen(number: number): number {
    if (number === this.next) this.next++;
    return number;
  }
}

export class LinkTable {
  private readonly places: Uint32Array;
  private readonly from: number;

  /** @param bytes must begin on a 4-byte boundary; empty: no file has links. */
  constructor(
    private readonly bytes: Uint8Array,
    private readonly strings: StoredStrings,
  ) {
    const count = bytes.length === 0 ? 0 : (new Uint32Array(bytes.buffer, bytes.byteOffset, 1)[0] ?? 0);
    this.places = count === 0 ? new Uint32Array(0) : new Uint32Array(bytes.buffer, bytes.byteOffset + 4, count + 1);
    this.from = 4 * (count + 2);
  }

  /** A reader at the beginning of the links of a file; undefined if it has none. */
  reader(file: number): ByteReader | undefined {
    const start = this.places[file] ?? 0;
    return (this.places[file + 1] ?? 0) === start ? undefined : new ByteReader(this.bytes, this.from + start);
  }

  /** @param chunks number of searched chunks of the file. */
  get(file: number, chunks: number): StoredLinks | undefined {
    const reader = this.reader(file);
    if (!reader) return undefined;
    const numbers = new LinkStrings(reader);
    const string = (code = reader.varint()): string => this.strings.name(numbers.numberOf(code));
    const many = <T>(make: (number: number) => T): T[] => {
      const items: T[] = [];
      for (let count = reader.varint(); items.length < count; ) items.push(make(items.length));
      return items;
    };
    const namespace = string();
    const imports = many(() => ({ local: string(), module: string(), name: string() }));
    const definitions = readDefinitions(reader, numbers, this.strings, string);
    const references = many((number): Reference => {
      const both = reader.varint();
      const x = Math.floor(both / 4);
      switch (both % 4) {
        case shortForms.name:
          return { form: 'name', of: -1, name: string(x) };
        case shortForms.own:
          return { form: 'own', of: x, name: definitions[x]?.name ?? '' };
        case shortForms.member: {
          const name = string(x);
          return { form: 'member', of: number - reader.varint(), name };
        }
        default: {
          const form = referenceForms[x] ?? 'any';
          const of = form === 'any' ? -1 : reader.varint();
          return { form, of, name: string() };
        }
      }
    });
    const chunkUses: number[][] = [];
    let seen = -1;
    for (let chunk = 0; chunk < chunks; chunk++) {
      const uses = readUses(reader, seen);
      seen = Math.max(seen, uses.at(-1) ?? -1);
      chunkUses.push(uses);
    }
    return { namespace, imports, definitions, references, chunkUses };
  }
}

/** @param highest reference of the chunks before. */
function readUses(reader: ByteReader, highest: number): number[] {
  let seen = highest;
  const both = reader.byte();
  let fresh = both & fullHalf;
  let others = both >> 4;
  if (fresh === fullHalf) fresh += reader.varint();
  if (others === fullHalf) others += reader.varint();
  const uses: number[] = [];
  let before = 0;
  for (; others > 0; others--) {
    const use = before + reader.varint();
    if (use > seen) for (; fresh > 0; fresh--) uses.push(++seen);
    uses.push(use);
    before = use;
  }
  for (; fresh > 0; fresh--) uses.push(++seen);
  return uses;
}

function readDefinitions(
  reader: ByteReader,
  numbers: LinkStrings,
  strings: StoredStrings,
  string: () => string,
): StoredLinks['definitions'] {
  const count = reader.varint();
  const definitions: StoredLinks['definitions'][number][] = [];
  const head = new HeadReader(reader);
  let line = 0;
  let signatureEnd = 0;
  let nameNumber = 0;
  let container = -1;
  for (let number = 0; number < count; number++) {
    head.next();
    const kind: DefinitionKind = definitionKinds[head.kind] ?? 'variable';
    nameNumber = numbers.seen(head.name(nameNumber, numbers.nextNew));
    const name = strings.name(nameNumber);
    if (head.hasContainer) {
      const back = reader.varint();
      container = back === 0 ? -1 : number - back;
    }
    line += head.line();
    const endLine = line + head.lines();
    const start = signatureEnd + head.start();
    signatureEnd = start + reader.varint();
    const flags = head.hasFlags ? reader.byte() : 0;
    const owner = flags & definitionFlags.owner ? string() : '';
    const type = flags & definitionFlags.type ? reader.varint() : -1;
    const bases: number[] = [];
    if (flags & definitionFlags.bases) for (let left = reader.varint(); left > 0; left--) bases.push(reader.varint());
    definitions.push({ name, kind, container, owner, line, endLine, start, signatureEnd, type, bases });
  }
  return definitions;
}
