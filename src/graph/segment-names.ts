/** Which files of a segment define and use a name. Made when the graph is first asked about the segment, from numbers alone. */
import type { LoadedSegment } from '../index/file/loaded-segment';
import { dotted } from './resolve/definition-facts';

/** Files by the number of a string, as one list: `files` from `starts[number]` to `starts[number + 1]`. */
class FilesByName {
  private readonly starts: Uint32Array;
  private readonly files: Uint32Array;

  /** @param pairs string and file, in turn, with the files ascending. */
  constructor(strings: number, pairs: readonly number[]) {
    this.starts = new Uint32Array(strings + 1);
    for (let at = 0; at < pairs.length; at += 2) this.count(pairs[at] ?? 0);
    for (let number = 0; number < strings; number++)
      this.starts[number + 1] = (this.starts[number + 1] ?? 0) + (this.starts[number] ?? 0);
    this.files = new Uint32Array(pairs.length / 2);
    const next = this.starts.slice();
    for (let at = 0; at < pairs.length; at += 2) {
      const number = pairs[at] ?? 0;
      this.files[next[number] ?? 0] = pairs[at + 1] ?? 0;
      next[number] = (next[number] ?? 0) + 1;
    }
  }

  get(number: number): Uint32Array {
    return this.files.subarray(this.starts[number], this.starts[number + 1]);
  }

  private count(number: number): void {
    this.starts[number + 1] = (this.starts[number + 1] ?? 0) + 1;
  }
}

export class SegmentNames {
  /** Namespaces, also those around them (`a` for `a.b`): the strings that name them or one inside. */
  private readonly namespaces: ReadonlyMap<string, readonly number[]>;
  private readonly inNamespace: FilesByName;
  private readonly defining: FilesByName;
  private readonly using: FilesByName;

  constructor(private readonly segment: LoadedSegment) {
    const { strings, fileCount } = segment;
    const defined: number[] = [];
    const used: number[] = [];
    // The last file that had a name: each file counts once.
    const lastDefiner = new Int32Array(strings.count).fill(-1);
    const lastUser = new Int32Array(strings.count).fill(-1);
    const spaces: number[] = [];
    for (let file = 0; file < fileCount; file++) {
      segment.visitNames(file, {
        namespace: (name) => spaces.push(name, file),
        innerNamespace: (name) => spaces.push(name, file),
        definition: (name) => {
          if (lastDefiner[name] === file) return;
          lastDefiner[name] = file;
          defined.push(name, file);
        },
        use: (name) => {
          if (lastUser[name] === file) return;
          lastUser[name] = file;
          used.push(name, file);
        },
      });
    }
    this.defining = new FilesByName(strings.count, defined);
    this.using = new FilesByName(strings.count, used);
    this.inNamespace = new FilesByName(strings.count, spaces);
    const numbers = new Set(spaces.filter((_, at) => at % 2 === 0));
    this.namespaces = withOuter(Array.from(numbers, (number) => [dotted(strings.get(number)), number]));
  }

  definers(name: string): Uint32Array {
    return this.filesOf(this.defining, name);
  }

  /** How many living files define a name. */
  definerCount(name: string): number {
    let count = 0;
    for (const file of this.definers(name)) if (this.isAlive(file)) count++;
    return count;
  }

  /** Is a living file in this namespace, or in one inside? */
  hasNamespace(name: string): boolean {
    const { namespaces, inNamespace } = this;
    return namespaces.get(name)?.some((number) => inNamespace.get(number).some((file) => this.isAlive(file))) ?? false;
  }

  users(name: string): Uint32Array {
    return this.filesOf(this.using, name);
  }

  /** The names that living files define. */
  *definedNames(): Generator<string> {
    const { strings } = this.segment;
    for (let number = 0; number < strings.count; number++)
      if (this.defining.get(number).some((file) => this.isAlive(file))) yield strings.get(number);
  }

  private isAlive(file: number): boolean {
    return !this.segment.isDeadFile(file);
  }

  private filesOf(files: FilesByName, name: string): Uint32Array {
    const number = this.segment.strings.find(name);
    return number < 0 ? none : files.get(number);
  }
}

const none = new Uint32Array(0);

function withOuter(named: readonly (readonly [name: string, number: number])[]): Map<string, number[]> {
  const all = new Map<string, number[]>();
  for (const [name, number] of named) {
    if (name === '') continue;
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
