/**
 * The section `links`: what each file defines and uses, by name (src/chunking/links/file-links.ts). Nothing in it is resolved, so a
 * file's links change only with the file.
 *
 *     u32 files, n; n + 1 u32 place of each file's links, from the end of this column
 *     the links of each file; none for files without
 *
 * The links of a file are varints. A string is its number in the segment's strings, signed, as the difference from the string before:
 *
 *     namespace
 *     imports: how many; for each local, module, name
 *     definitions: how many; for each name, kind, how far back its container is (0: none), line, signed, from the one before,
 *         lines after that one, start, signed, from the one before, length of the signature, flags (1: owner, 2: type, 4: bases) and what they announce:
 *         owner; type; how many bases, bases
 *     references: how many; for each form and, unless it is `name` or `any`, what it belongs to; name, unless it is `own`
 *     for each searched chunk of the file: how many references, then each from the one before
 */
import { type Reference, referenceForms } from '../../chunking/links/file-links';
import { type DefinitionKind, definitionKinds } from '../../languages/language';
import { ByteReader, ByteWriter, bytesOf } from './byte-codec';
import type { StoredLinks } from './stored-links';
import type { StoredStrings, StringPool } from './string-pool';

/** Which optional parts of a definition follow. */
export const definitionFlags = { owner: 1, type: 2, bases: 4 } as const;

const kindNumbers = new Map<string, number>(definitionKinds.map((kind, number) => [kind, number]));

export class LinkTableWriter {
  private readonly out = new ByteWriter();
  private readonly places = [0];
  private last = 0;

  constructor(private readonly pool: StringPool) {}

  add(links: StoredLinks | undefined): void {
    if (links) this.write(links);
    this.places.push(this.out.length);
  }

  /** Undefined: no file has links. */
  finish(): Uint8Array | undefined {
    if (this.out.length === 0) return undefined;
    const { places } = this;
    return Buffer.concat([bytesOf(Uint32Array.of(places.length - 1, ...places)), this.out.view()]);
  }

  private write({ namespace, imports, definitions, references, chunkUses }: StoredLinks): void {
    const { out } = this;
    this.last = 0;
    this.string(namespace);
    out.varint(imports.length);
    for (const { local, module, name } of imports) {
      this.string(local);
      this.string(module);
      this.string(name);
    }
    this.definitions(definitions);
    out.varint(references.length);
    for (const { form, of, name } of references) {
      out.byte(referenceForms.indexOf(form));
      if (form !== 'name' && form !== 'any') out.varint(of);
      if (form !== 'own') this.string(name);
    }
    for (const uses of chunkUses) {
      out.varint(uses.length);
      let before = 0;
      for (const use of uses) {
        out.varint(use - before);
        before = use;
      }
    }
  }

  private definitions(definitions: StoredLinks['definitions']): void {
    const { out } = this;
    out.varint(definitions.length);
    let line = 0;
    let start = 0;
    for (const [number, definition] of definitions.entries()) {
      const { container, owner, type, bases } = definition;
      this.string(definition.name);
      out.byte(kindNumbers.get(definition.kind) ?? 0);
      out.varint(container < 0 ? 0 : number - container);
      out.signed(definition.line - line);
      out.varint(definition.endLine - definition.line);
      out.signed(definition.start - start);
      out.varint(definition.signatureEnd - definition.start);
      out.byte(
        (owner === '' ? 0 : definitionFlags.owner) |
          (type < 0 ? 0 : definitionFlags.type) |
          (bases.length === 0 ? 0 : definitionFlags.bases),
      );
      if (owner !== '') this.string(owner);
      if (type >= 0) out.varint(type);
      if (bases.length > 0) {
        out.varint(bases.length);
        for (const base of bases) out.varint(base);
      }
      ({ line, start } = definition);
    }
  }

  private string(text: string): void {
    const number = this.pool.number(text);
    this.out.signed(number - this.last);
    this.last = number;
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
    let last = 0;
    const string = (): string => {
      last += reader.signed();
      return this.strings.get(last);
    };
    const many = <T>(make: (number: number) => T): T[] => {
      const items: T[] = [];
      for (let count = reader.varint(); items.length < count; ) items.push(make(items.length));
      return items;
    };
    const namespace = string();
    const imports = many(() => ({ local: string(), module: string(), name: string() }));
    const definitions = readDefinitions(reader, string);
    const references = many((): Reference => {
      const form = referenceForms[reader.byte()] ?? 'any';
      const of = form === 'name' || form === 'any' ? -1 : reader.varint();
      return { form, of, name: form === 'own' ? (definitions[of]?.name ?? '') : string() };
    });
    const chunkUses: number[][] = [];
    for (let chunk = 0; chunk < chunks; chunk++) {
      let before = 0;
      chunkUses.push(
        many(() => {
          before += reader.varint();
          return before;
        }),
      );
    }
    return { namespace, imports, definitions, references, chunkUses };
  }
}

function readDefinitions(reader: ByteReader, string: () => string): StoredLinks['definitions'] {
  const count = reader.varint();
  const definitions: StoredLinks['definitions'][number][] = [];
  let line = 0;
  let start = 0;
  for (let number = 0; number < count; number++) {
    const name = string();
    const kind: DefinitionKind = definitionKinds[reader.byte()] ?? 'variable';
    const back = reader.varint();
    line += reader.signed();
    const endLine = line + reader.varint();
    start += reader.signed();
    const signatureEnd = start + reader.varint();
    const flags = reader.byte();
    const owner = flags & definitionFlags.owner ? string() : '';
    const type = flags & definitionFlags.type ? reader.varint() : -1;
    const bases: number[] = [];
    if (flags & definitionFlags.bases) for (let left = reader.varint(); left > 0; left--) bases.push(reader.varint());
    const container = back === 0 ? -1 : number - back;
    definitions.push({ name, kind, container, owner, line, endLine, start, signatureEnd, type, bases });
  }
  return definitions;
}
