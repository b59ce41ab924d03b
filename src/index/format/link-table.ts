/**
 * The section `links`: what each file defines and uses, by name (src/code/links/file-links.ts). Nothing in it is resolved, so a
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
 *     definitions: how many; for each a byte `4 * kind + 2 * (has another container than the one before) + (has flags)`; the number of
 *         its name, signed, from the one before; how far back its container is (0: none), if it is another one; line, signed, from the
 *         one before; lines after that one; start, signed, from the end of the signature before; the length of the signature; flags
 *         (1: owner, 2: type, 4: bases) and what they announce: owner; type; how many bases, bases
 *     references: how many; for each `4 * x + form`, with form 0 for `name`, where x is the name; 1 for `own`, where it is what it
 *         belongs to; 2 for `member`, where it is the name, and how far back the reference is that it belongs to follows; 3 for the
 *         others, where it is the form: then what it belongs to, unless it is `any`, and the name
 *     for each searched chunk of the file a byte: in its low half the number of references that no chunk before has, and which follow
 *         those in order; in its high half the number of the others; for each half that is 15, in this order, what is above 15; then
 *         each of the others, from the one before
 */

import type { Chunk } from '../../code/chunk';
import { type FileLinks, type LinkUse, type Reference, referenceForms } from '../../code/links/file-links';
import { definitionKinds } from '../../languages/language';
import { DamagedSectionError } from '../damaged-section';
import { type ByteReader, ByteWriter, bytesOf } from './byte-codec';
import type { StringPool } from './string-pool';

// The links of a file as the index keeps them: what it uses is known per chunk, not per place.

export interface StoredLinks extends Omit<FileLinks, 'uses'> {
  /** For each searched chunk of the file, in order: the references in its text, ascending. */
  readonly chunkUses: readonly (readonly number[])[];
}

type LinkedChunk = Pick<Chunk, 'role' | 'start' | 'end'>;

export function storedLinks(links: FileLinks, chunks: readonly LinkedChunk[]): StoredLinks {
  const { namespace, imports, definitions, references, uses } = links;
  const chunkUses: number[][] = [];
  for (const { role, start, end } of chunks) if (role !== 'parent') chunkUses.push(usesIn(uses, start, end));
  return { namespace, imports, definitions, references, chunkUses };
}

function usesIn(uses: readonly LinkUse[], start: number, end: number): number[] {
  let low = 0;
  let high = uses.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((uses[middle]?.offset ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  const found = new Set<number>();
  for (let at = low; at < uses.length; at++) {
    const use = uses[at];
    if (!use || use.offset >= end) break;
    found.add(use.reference);
  }
  return Array.from(found).sort((a, b) => a - b);
}

/** From this number on, how many references a chunk uses does not fit half of a byte. */
export const fullUses = 15;

/** Forms that a reference begins with; all others are `otherForm`. */
export const shortForms = { name: 0, own: 1, member: 2 } as const;
const otherForm = 3;

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
    out.byte(Math.min(fresh, fullUses) | (Math.min(others.length, fullUses) << 4));
    if (fresh >= fullUses) out.varint(fresh - fullUses);
    if (others.length >= fullUses) out.varint(others.length - fullUses);
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
    for (const [number, definition] of definitions.entries()) {
      const { container, owner, type, bases } = definition;
      const flags =
        (owner === '' ? 0 : definitionFlags.owner) |
        (type < 0 ? 0 : definitionFlags.type) |
        (bases.length === 0 ? 0 : definitionFlags.bases);
      const name = this.pool.number(definition.name);
      const hasContainer = container !== lastContainer;
      out.byte(4 * (kindNumbers.get(definition.kind) ?? 0) + (hasContainer ? 2 : 0) + (flags === 0 ? 0 : 1));
      out.signed(name - lastName);
      if (hasContainer) out.varint(container < 0 ? 0 : number - container);
      out.signed(definition.line - line);
      out.varint(definition.endLine - definition.line);
      out.signed(definition.start - signatureEnd);
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

/** Where the links of each file are, and where those of the last one end; empty: no file has links. @throws DamagedSectionError */
export function linkPlaces(section: Uint8Array): Uint32Array {
  if (section.length === 0) return noPlaces;
  const count = section.length < 4 ? 0 : (new Uint32Array(section.buffer, section.byteOffset, 1)[0] ?? 0);
  if (4 * (count + 2) > section.length) throw new DamagedSectionError('its links end too early');
  return new Uint32Array(section.buffer, section.byteOffset + 4, count + 1);
}

const noPlaces = new Uint32Array(0);

/** Reads strings as they were written: only all of a file, and in order, because new ones have no number. */
export class LinkStrings {
  private next: number;

  /** @param reader at the beginning of the links of a file. */
  constructor(reader: ByteReader) {
    this.next = reader.varint();
  }

  numberOf(code: number): number {
    return code === 0 ? this.next++ : code - 1;
  }

  /** The name of a definition, which is written as a number and may be new all the same. */
  seen(number: number): number {
    if (number === this.next) this.next++;
    return number;
  }
}
