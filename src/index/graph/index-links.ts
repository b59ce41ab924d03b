/** The links of an index, unsaved texts included, as the graph reads them. */
import type { LoadedSegment } from '../file/loaded-segment';
import type { NameKind, NameLists } from '../format/name-lists';
import { dotted, type LinkedFile, type LinkSource, longestModule } from './link-source';
import type { WorkspaceFiles } from './modules/module-rules';

/** The part of an index that the graph needs. */
export interface LinkedSegments {
  readonly segments: readonly LoadedSegment[];
  /** Where the file that counts is: a draft rather than the file on disk, and nothing for a removed file. */
  place(path: string): { readonly segment: number; readonly file: number } | undefined;
}

/** Which files of a segment count can change, but not what they contain: what was read stays right. */
const namesOf = new WeakMap<LoadedSegment, SegmentNames>();
let filesOf = new WeakMap<LoadedSegment, Map<number, LinkedFile>>();
let decoded = 0;

/** Bytes of links, as stored, that are kept decoded; then all are read again. In memory they take up to 25 times as much. */
const maxDecoded = 1_500_000;

export class IndexLinks implements LinkSource {
  private readonly names: readonly SegmentNames[];
  private readonly files = new Map<string, LinkedFile | undefined>();
  private size = 0;

  constructor(
    private readonly index: LinkedSegments,
    readonly workspace: WorkspaceFiles,
  ) {
    this.names = index.segments.map(namesIn);
  }

  file(path: string): LinkedFile | undefined {
    const known = this.files.get(path);
    if (known || this.files.has(path)) return known;
    const place = this.index.place(path);
    const segment = place && this.index.segments[place.segment];
    const file = place && segment ? linkedFile(segment, place.file) : undefined;
    this.files.set(path, file);
    if (place && segment) this.size += segment.linkBytes(place.file);
    return file;
  }

  /** Has it read so much that another one should take its place? */
  get isFull(): boolean {
    return this.size > maxDecoded;
  }

  definers(name: string): readonly LinkedFile[] {
    return this.filesWith((names) => names.definers(name));
  }

  definerPaths(name: string): readonly string[] {
    return [...this.pathsWith((names) => names.definers(name))];
  }

  definerCount(name: string): number {
    let count = 0;
    for (const names of this.names) count += names.definerCount(name);
    return count;
  }

  userPaths(name: string): readonly string[] {
    return [...this.pathsWith((names) => names.users(name))];
  }

  /** A name may come more than once. */
  *definedNames(): Generator<string> {
    for (const names of this.names) yield* names.definedNames();
  }

  hasNamespace(name: string): boolean {
    return this.names.some((names) => names.hasNamespace(name));
  }

  private filesWith(filesIn: (names: SegmentNames) => Uint32Array): LinkedFile[] {
    return Array.from(this.pathsWith(filesIn), (path) => this.file(path)).filter((file) => file !== undefined);
  }

  private *pathsWith(filesIn: (names: SegmentNames) => Uint32Array): Generator<string> {
    for (const [number, names] of this.names.entries()) {
      const segment = this.index.segments[number];
      for (const file of filesIn(names)) {
        const path = segment?.path(file) ?? '';
        const place = this.index.place(path);
        // Otherwise the file was removed, or another segment has its newer text.
        if (place?.segment === number && place.file === file) yield path;
      }
    }
  }
}

function linkedFile(segment: LoadedSegment, file: number): LinkedFile | undefined {
  const known = filesOf.get(segment)?.get(file);
  if (known) return known;
  const links = segment.links(file);
  if (!links) return undefined;
  const linked = { path: segment.path(file), language: segment.language(file), links };
  decoded += segment.linkBytes(file);
  if (decoded > maxDecoded) {
    filesOf = new WeakMap();
    decoded = segment.linkBytes(file);
  }
  remembered(filesOf, segment, () => new Map<number, LinkedFile>()).set(file, linked);
  return linked;
}

function remembered<K extends object, V>(values: WeakMap<K, V>, key: K, make: () => V): V {
  let value = values.get(key);
  if (value === undefined) {
    value = make();
    values.set(key, value);
  }
  return value;
}

/** Which files of a segment define and use a name. Made when it is first asked for, from numbers alone, and kept. */
export function namesIn(segment: LoadedSegment): SegmentNames {
  return remembered(namesOf, segment, () => new SegmentNames(segment));
}

class SegmentNames {
  /** Namespaces, also those around them (`a` for `a.b`): the strings that name them or one inside. */
  private readonly namespaces: ReadonlyMap<string, readonly number[]>;
  private readonly lists: NameLists;

  constructor(private readonly segment: LoadedSegment) {
    const { strings } = segment;
    const lists = segment.nameLists();
    this.lists = lists;
    this.namespaces = withOuter(lists.strings('namespace').map((number) => [dotted(strings.get(number)), number]));
  }

  definers(name: string): Uint32Array {
    return this.filesOf('defined', name);
  }

  /** The files that define a name for which this is true, living or not. */
  filesDefining(matches: (name: string) => boolean): Set<number> {
    const { lists, segment } = this;
    const files = new Set<number>();
    for (const number of lists.strings('defined'))
      if (matches(segment.strings.get(number))) for (const file of lists.get('defined', number)) files.add(file);
    return files;
  }

  /** How many living files define a name. */
  definerCount(name: string): number {
    const number = this.segment.strings.find(name);
    return number < 0 ? 0 : this.lists.countOf('defined', number, this.isAlive);
  }

  /** Is a living file in this namespace, or in one inside? */
  hasNamespace(name: string): boolean {
    return this.namespaces.get(name)?.some((number) => this.isLiving('namespace', number)) ?? false;
  }

  users(name: string): Uint32Array {
    return this.filesOf('used', name);
  }

  /** The names that living files define. */
  *definedNames(): Generator<string> {
    const { strings } = this.segment;
    for (const number of this.lists.strings('defined')) if (this.isLiving('defined', number)) yield strings.get(number);
  }

  private readonly isAlive = (file: number): boolean => !this.segment.isDeadFile(file);

  private isLiving(kind: NameKind, number: number): boolean {
    return this.lists.countOf(kind, number, this.isAlive, 1) > 0;
  }

  private filesOf(kind: NameKind, name: string): Uint32Array {
    const number = this.segment.strings.find(name);
    return number < 0 ? none : this.lists.get(kind, number);
  }
}

const none = new Uint32Array(0);

function withOuter(named: readonly (readonly [name: string, number: number])[]): Map<string, number[]> {
  const all = new Map<string, number[]>();
  for (const [name, number] of named) {
    if (name === '' || name.length > longestModule) continue;
    const parts = name.split('.');
    for (let length = parts.length; length > 0; length--) {
      const around = parts.slice(0, length).join('.');
      const known = all.get(around);
      if (known) known.push(number);
      else all.set(around, [number]);
    }
  }
  return all;
}
