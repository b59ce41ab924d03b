/** Labels a chunk: kind, name and scope of the definition or block that most of its text belongs to. */

import { printablePath } from '../../shared/printable-path';
import type { Chunk, ChunkedFile, ChunkKind, Fallback } from '../chunk';
import { type Atom, documentedBy } from '../cut/atom';
import { plainTextLanguage } from '../identify/language-tables';
import type { Definition } from '../identify/outline';
import type { Scope } from '../identify/scopes';

/**
 * The name of a chunk for people: its one definition, several, a part of one, or what encloses a parent. The parts are values, so
 * that each surface can put them into words of its own language.
 */
export interface ShownName {
  /** In source order; empty if the chunk has no name. */
  readonly names: readonly string[];
  /** How many further definitions the chunk has. */
  readonly more: number;
  readonly part?: Chunk['part'];
  /** Missing if the definitions are of different kinds, or if a parent has no name. */
  readonly kind?: Chunk['kind'];
}

const maxNames = 2;

type Shown = Pick<Chunk, 'kind' | 'name' | 'symbols' | 'role' | 'part'>;

export function shownName({ kind, name, symbols, role, part }: Shown): ShownName {
  if (role === 'parent' && name === '') return { names: [], more: 0 };
  const outer = role === 'parent' || part ? [] : symbols.filter(({ member }) => !member);
  const own = [...new Set(outer.map((symbol) => symbol.name))];
  if (own.length < 2 || !own.includes(name))
    return { names: name === '' ? [] : [name], more: 0, kind, ...(part && { part }) };
  // The first one is what the eye meets, the name is that of the largest.
  const first = own.slice(0, maxNames);
  const names = first.includes(name) ? first : [...first.slice(0, -1), name];
  const more = own.length - names.length;
  return outer.every((symbol) => symbol.kind === kind) ? { names, more, kind } : { names, more };
}

/** `parse, print and 2 more`, `parse, part 2 of 4`; empty if the chunk has no name. */
export function shownNameText({ names, more, part }: ShownName): string {
  const [first = '', ...rest] = names;
  if (part) return `${first}, part ${part.number} of ${part.of}`;
  if (more > 0) return `${names.join(', ')} and ${more} more`;
  return rest.length > 0 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : first;
}

export interface ChunkLabel {
  readonly kind: ChunkKind;
  readonly name: string;
  readonly scope: readonly string[];
}

/** The scopes that all atoms are in. */
export function commonScope(atoms: readonly Atom[]): readonly Scope[] {
  let scope = atoms[0]?.scope ?? [];
  for (const atom of atoms) {
    let shared = 0;
    while (shared < scope.length && same(scope[shared], atom.scope[shared])) shared++;
    if (shared < scope.length) scope = scope.slice(0, shared);
  }
  return scope;
}

function same(a: Scope | undefined, b: Scope | undefined): boolean {
  return a !== undefined && b !== undefined && a.name === b.name && a.definition === b.definition;
}

/** The kind of most of the text, with its own name or the name of its section. */
function proseLabelOf(atoms: readonly Atom[], scope: readonly Scope[]): ChunkLabel {
  const names = scope.map((entry) => entry.name);
  const shares = new Map<string, { readonly kind: ChunkKind; readonly name: string; length: number }>();
  for (const { prose, definition, start, end } of atoms) {
    const kind = prose?.kind ?? definition?.kind ?? 'code-block';
    const name = prose?.name ?? definition?.name ?? '';
    const share = shares.get(`${kind} ${name}`) ?? { kind, name, length: 0 };
    share.length += end - start;
    shares.set(`${kind} ${name}`, share);
  }
  let largest: { readonly kind: ChunkKind; readonly name: string; length: number } | undefined;
  for (const share of shares.values()) if (!largest || share.length > largest.length) largest = share;
  const { kind, name } = largest ?? { kind: 'paragraph' as const, name: '' };
  return name === '' ? { kind, name: names.at(-1) ?? '', scope: names.slice(0, -1) } : { kind, name, scope: names };
}

/** The label of the definition that most of the text belongs to. */
export function labelOf(atoms: readonly Atom[], scope: readonly Scope[]): ChunkLabel {
  if (atoms.some((atom) => atom.prose)) return proseLabelOf(atoms, scope);
  // One array for every label: V8 treats arrays made by `map` and `slice` as other kinds.
  const names: string[] = [];
  for (const { name } of scope) names.push(name);
  const about = documentedBy(atoms, 0, atoms.length);
  if (about)
    return { kind: 'comment', name: about.name ?? '', scope: (atoms.at(-1)?.scope ?? []).map(({ name }) => name) };
  const { largest, share, rest } = sharesOf(atoms, scope.length);
  // Text that belongs to no inner definition belongs to the definition around all atoms.
  const inside = scope[scope.length - 1];
  if (inside?.definition && rest > share) {
    names.pop();
    return { kind: inside.kind, name: inside.name, scope: names };
  }
  if (largest) {
    if (largest.owner !== undefined) names.push(largest.owner);
    return { kind: largest.kind, name: largest.name ?? '', scope: names };
  }
  return { kind: kindOf(atoms), name: '', scope: names };
}

/**
 * The label of a parent: what encloses all of it, or its only definition. Several neighbours that only share a parent give it no name:
 * the name of one of them would say that the others are inside it.
 * @param label the one that its largest part gives.
 */
export function parentLabelOf(label: ChunkLabel, atoms: readonly Atom[], scope: readonly Scope[]): ChunkLabel {
  const names = scope.map((entry) => entry.name);
  const owners = atoms.some((atom) => atom.prose) ? proseOwners(atoms) : sharesOf(atoms, scope.length).owners;
  if (owners <= 1) return label;
  const inside = scope.at(-1);
  if (!inside) return { kind: label.kind, name: '', scope: [] };
  return { kind: inside.kind, name: inside.name, scope: names.slice(0, -1) };
}

function proseOwners(atoms: readonly Atom[]): number {
  return new Set(atoms.map(({ prose, definition, scope }) => prose?.name ?? definition?.name ?? scope.at(-1)?.name))
    .size;
}

/** The kind of atoms that define nothing. */
function kindOf(atoms: readonly Atom[]): ChunkKind {
  if (atoms.every((atom) => atom.is === 'comment')) return 'comment';
  if (atoms.every((atom) => atom.is !== 'code')) return 'imports';
  return atoms[0]?.fallback && atoms[0].fallback !== 'syntax-error' ? 'lines' : 'statements';
}

/** The definition with most of the text, the length of its text, the length of text in no definition, and how many definitions there are. */
function sharesOf(atoms: readonly Atom[], depth: number) {
  const owners: Definition[] = [];
  const lengths: number[] = [];
  let rest = 0;
  const credit = (definition: Definition, length: number): void => {
    // Usually the last one, if it was opened.
    let index = owners.lastIndexOf(definition);
    if (index < 0) index = owners.push(definition) - 1;
    lengths[index] = (lengths[index] ?? 0) + length;
  };
  for (const atom of atoms) {
    const own = definitionAround(atom, depth) ?? atom.definition ?? atom.about;
    if (own) {
      if (own.names.length > 0) credit(own, atom.end - atom.start);
      else rest += atom.end - atom.start;
    } else if (atom.held && atom.held.length > 0) {
      for (const definition of atom.held) credit(definition, definition.end - definition.start);
    } else rest += atom.end - atom.start;
  }
  let largest: Definition | undefined;
  let share = 0;
  for (let i = 0; i < owners.length; i++) {
    const length = lengths[i] ?? 0;
    if (length <= share) continue;
    largest = owners[i];
    share = length;
  }
  return { largest, share, rest, owners: owners.length };
}

/** The outermost definition around an atom below the `depth` outer scopes. */
function definitionAround(atom: Atom, depth: number): Definition | undefined {
  const { scope } = atom;
  for (let i = depth; i < scope.length; i++) {
    const definition = scope[i]?.definition;
    if (definition) return definition;
  }
  return undefined;
}

/** Describes a chunked file for people: one line per chunk, children below their parent. */

const fallbacks: Record<Fallback, string> = {
  lines: 'no grammar: cut by lines',
  'syntax-error': 'syntax error here',
  'grammar-failed': 'the parser failed: cut by lines',
  'grammar-timeout': 'the parser took too long: cut by lines',
  'grammar-crashed': 'the parser crashed: cut by lines',
};

export function describeFile(file: ChunkedFile): string {
  const searched = file.chunks.filter((chunk) => chunk.role !== 'parent');
  const tokens = searched.reduce((sum, chunk) => sum + chunk.tokens.text, 0);
  const isChosen = file.fallback === 'lines' && file.language !== plainTextLanguage.id;
  const fallback = isChosen ? ', cut by lines' : file.fallback ? `, ${fallbacks[file.fallback]}` : '';
  const note = file.encoding === undefined ? fallback : `${fallback}, decoded from ${file.encoding}`;
  const head = `${printablePath(file.path)}  ${file.language}, ${plural(searched.length, 'chunk')}, ${plural(tokens, 'token')}${note}\n`;
  return head + file.chunks.map((chunk) => describeChunk(chunk, file.fallback)).join('');
}

function describeChunk(chunk: Chunk, ofFile: Fallback | undefined): string {
  const lines = `${chunk.startLine}-${chunk.endLine}`.padStart(11);
  const shown = shownName(chunk);
  const name = [...chunk.scope, shownNameText(shown)].filter((part) => part !== '').join('.');
  const title = [shown.kind ?? '', name].filter((part) => part !== '').join(' ');
  const indent = chunk.role === 'child' ? '    ' : '  ';
  const carried = [
    plural(chunk.tokens.text, 'token'),
    ...(chunk.imports.length > 0 ? [plural(new Set(chunk.imports.map((entry) => entry.name)).size, 'import')] : []),
    ...(chunk.globals.length > 0 ? [plural(chunk.globals.length, 'global')] : []),
    ...(chunk.dependencies && chunk.dependencies.length > 0 ? [`uses ${chunk.dependencies.length} more`] : []),
    ...(chunk.omitted.length > 0 ? [`${chunk.omitted.length} omitted`] : []),
    ...(chunk.role === 'parent' ? ['parent'] : []),
    ...(chunk.fallback && chunk.fallback !== ofFile ? [fallbacks[chunk.fallback]] : []),
  ];
  return `${lines}${indent}${title === '' ? 'lines' : title} · ${carried.join(' · ')}\n`;
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
