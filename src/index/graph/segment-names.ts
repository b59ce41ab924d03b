/** Which files of a segment define and use a name. Made when the graph is first asked about the segment, from numbers alone. */
import type { LoadedSegment } from '../file/loaded-segment';
import type { NameKind, NameLists } from '../format/name-lists';
import { dotted, longestModule } from './resolve/definition-facts';

export class SegmentNames {
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
