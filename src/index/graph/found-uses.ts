/** Finds what code uses and what uses it, one level deep. */
import type { DefinitionKind, ImportLink } from '../../languages/language';
import type { GraphPlace, GraphSubject } from './graph-entry';
import type { GraphTexts } from './graph-texts';
import type { LinkedSegments } from './index-links';
import {
  type DefinitionPlace,
  definitionAt,
  isSamePlace,
  isTopLevel,
  type LinkedFile,
  type LinkSource,
  typeNameOf,
} from './link-source';
import { nearestPaths } from './modules/workspace-paths';
import { type FoundHow, foundHows, type Meaning } from './resolve/meaning';
import type { Resolver } from './resolve/resolver';

export interface FoundUse {
  readonly subject: GraphSubject;
  readonly how: FoundHow;
  readonly lines: readonly number[];
}

interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** A chunk and the references in it. */
interface UsingChunk extends LineRange {
  readonly references: readonly number[];
}

const functionKinds: ReadonlySet<DefinitionKind> = new Set<DefinitionKind>(['function', 'method', 'constructor']);

export class FoundUses {
  constructor(
    private readonly index: LinkedSegments,
    private readonly source: LinkSource,
    private readonly resolver: Resolver,
    private readonly texts: GraphTexts,
  ) {}

  describe(place: DefinitionPlace): GraphPlace {
    const { file } = place;
    const definition = definitionAt(place);
    const { path } = file;
    if (!definition) return { name: path, kind: 'file', path, line: 1, endLine: 1 };
    const type = isTopLevel(file, definition) ? '' : typeNameOf(file, definition);
    const signature = this.texts.signature(path, definition);
    const doc = signature === undefined ? undefined : this.texts.docLine(path, definition);
    return {
      name: type === '' ? definition.name : `${type}.${definition.name}`,
      kind: definition.kind,
      path,
      line: definition.line,
      endLine: definition.endLine,
      ...(signature !== undefined && { signature }),
      ...(doc !== undefined && { doc }),
    };
  }

  subjectOf(place: DefinitionPlace): GraphSubject {
    const definition = definitionAt(place);
    const line = definition?.line ?? 1;
    return { file: place.file, place, from: line, to: definition?.endLine ?? line };
  }

  /** The innermost definition at a line; the method rather than a field that it assigns (`self.repo = Repo()`). */
  definitionAround(file: LinkedFile, line: number): DefinitionPlace | undefined {
    let found: number | undefined;
    for (const [number, definition] of file.links.definitions.entries()) {
      if (definition.line > line || definition.endLine < line) continue;
      const before = found === undefined ? undefined : file.links.definitions[found];
      if (definition.kind === 'field' && before && functionKinds.has(before.kind)) continue;
      if (!before || definition.line > before.line || definition.endLine < before.endLine) found = number;
    }
    return found === undefined ? undefined : { file, number: found };
  }

  chunkAround(file: LinkedFile, line: number): LineRange | undefined {
    const chunk = this.chunksOf(file).find(({ from, to }) => from <= line && line <= to);
    return chunk && { from: chunk.from, to: chunk.to };
  }

  /** The definitions of the workspace that code uses, in the order of their first use. */
  uses({ file, from, to, place }: GraphSubject): FoundUse[] {
    const found = new Map<string, { place: DefinitionPlace; how: FoundHow; lines: Set<number> }>();
    for (const chunk of this.chunksOf(file)) {
      if (chunk.to < from || chunk.from > to) continue;
      for (const reference of chunk.references) {
        const targets = this.targetsOf(file, reference);
        if (!targets) continue;
        const name = file.links.references[reference]?.name ?? '';
        const lines = this.texts.linesWith(name, file.path, Math.max(chunk.from, from), Math.min(chunk.to, to));
        const isPart = chunk.from < from || chunk.to > to;
        if (lines.length === 0 && isPart) continue;
        for (const target of targets.how === 'guess' ? targets.places : targets.places.slice(0, 1)) {
          if (isInside(target, file, from, to) || (place && isSamePlace(place, target))) continue;
          const key = `${target.file.path} ${target.number}`;
          const known = found.get(key) ?? { place: target, how: targets.how, lines: new Set() };
          for (const line of lines) known.lines.add(line);
          found.set(key, { ...known, how: moreCertain(known.how, targets.how) });
        }
      }
    }
    return Array.from(found.values(), (use) => this.foundUse(this.subjectOf(use.place), use)).sort(byFirstLine);
  }

  /** The imports that code uses and that lead to no definition of the workspace, in the order of the file. */
  outsideImports({ file, from, to }: GraphSubject): ImportLink[] {
    const { imports, references } = file.links;
    const used = new Set<string>();
    for (const chunk of this.chunksOf(file)) {
      if (chunk.to < from || chunk.from > to) continue;
      for (const number of chunk.references) {
        let root = references[number];
        while (root?.form === 'member') root = references[root.of];
        if (root?.form === 'name' && !this.targetsOf(file, number)) used.add(root.name);
      }
    }
    return imports.filter(({ local, module }) => module !== '' && used.has(local));
  }

  /** The definitions, or files, whose code uses a definition; none for code outside of definitions. */
  usedBy(subject: GraphSubject): FoundUse[] {
    return this.usersIn(subject, Number.POSITIVE_INFINITY).uses;
  }

  /**
   * The same in the file itself and the files nearest to it alone: thousands may use a name.
   * @returns also whether there were more files.
   */
  usersIn({ place, from, to }: GraphSubject, maxFiles: number): { uses: FoundUse[]; isPart: boolean } {
    const definition = place && definitionAt(place);
    if (!place || !definition) return { uses: [], isPart: false };
    const names = namesOf(place.file, definition.name);
    const paths = new Set(names.flatMap((name) => this.source.userPaths(name)));
    paths.delete(place.file.path);
    const isPart = paths.size >= maxFiles;
    const nearest = isPart ? nearestPaths(place.file.path, paths).slice(0, maxFiles - 1) : [...paths];
    const files = [place.file, ...nearest.map((path) => this.source.file(path)).filter((file) => file !== undefined)];
    const found = new Map<string, { subject: GraphSubject; how: FoundHow; lines: Set<number> }>();
    for (const file of files) {
      const using = this.referencesTo(place, file, names);
      if (using.size === 0) continue;
      for (const chunk of this.chunksOf(file)) {
        for (const reference of chunk.references) {
          const how = using.get(reference);
          if (!how) continue;
          const name = file.links.references[reference]?.name ?? '';
          const lines = this.usingLines(file, name, chunk);
          for (const line of lines.length > 0 ? lines : [chunk.from]) {
            if (file === place.file && line >= from && line <= to) continue;
            const subject = this.subjectAt(file, line, chunk);
            const key = `${file.path} ${subject.from} ${subject.to}`;
            const known = found.get(key) ?? { subject, how, lines: new Set() };
            known.lines.add(line);
            found.set(key, { ...known, how: moreCertain(known.how, how) });
          }
        }
      }
    }
    return { uses: Array.from(found.values(), (use) => this.foundUse(use.subject, use)).sort(byPlace), isPart };
  }

  private foundUse(
    subject: GraphSubject,
    use: { readonly how: FoundHow; readonly lines: ReadonlySet<number> },
  ): FoundUse {
    return { subject, how: use.how, lines: [...use.lines].sort((a, b) => a - b) };
  }

  /** The lines of a chunk that have a name. An import is no use: it is the first mention of its name, outside of definitions. */
  private usingLines(file: LinkedFile, name: string, { from, to }: LineRange): number[] {
    const lines = this.texts.linesWith(name, file.path, from, to);
    const [first, ...others] = lines;
    const isImport =
      first !== undefined &&
      others.length > 0 &&
      file.links.imports.some(({ local, module }) => local === name && module !== '') &&
      !this.definitionAround(file, first) &&
      this.texts.linesWith(name, file.path, 1, from - 1).length === 0;
    return isImport ? others : lines;
  }

  private subjectAt(file: LinkedFile, line: number, chunk: LineRange): GraphSubject {
    const around = this.definitionAround(file, line);
    return around ? this.subjectOf(around) : { file, from: chunk.from, to: chunk.to };
  }

  /** The references of a file that lead to a definition, and how. */
  private referencesTo(place: DefinitionPlace, file: LinkedFile, names: readonly string[]): Map<number, FoundHow> {
    const { imports, references } = file.links;
    const locals = new Set(names);
    for (const { local, name } of imports) if (names.includes(name.slice(name.lastIndexOf('.') + 1))) locals.add(local);
    const using = new Map<number, FoundHow>();
    for (const [number, { form, of, name }] of references.entries()) {
      const isOwn = form === 'own' && file === place.file && of === place.number;
      if (!isOwn && !locals.has(name)) continue;
      const targets = this.targetsOf(file, number);
      if (targets?.places.some((target) => isSamePlace(target, place))) using.set(number, targets.how);
    }
    return using;
  }

  private targetsOf(file: LinkedFile, reference: number): Extract<Meaning, { is: 'definitions' }> | undefined {
    const meaning = this.resolver.targetsOf(file, reference);
    return meaning.is === 'definitions' ? meaning : undefined;
  }

  private chunksOf(file: LinkedFile): UsingChunk[] {
    const place = this.index.place(file.path);
    const segment = place && this.index.segments[place.segment];
    if (!place || !segment) return [];
    const [first] = segment.searchedRows(place.file);
    const chunks: UsingChunk[] = [];
    for (const { role, row, startLine, endLine } of segment.rowsOf(place.file)) {
      if (role === 'parent') continue;
      chunks.push({ from: startLine, to: endLine, references: file.links.chunkUses[row - first] ?? [] });
    }
    return chunks;
  }
}

/** The name of a definition, and those under which its file exports it. */
function namesOf(file: LinkedFile, name: string): string[] {
  const exported = file.links.imports
    .filter((link) => link.module === '' && link.name === name)
    .map(({ local }) => local);
  return [...new Set([name, ...exported.map((local) => local.slice(local.lastIndexOf('.') + 1))])].filter(
    (each) => each !== '*' && each !== '',
  );
}

function isInside({ file, number }: DefinitionPlace, inFile: LinkedFile, from: number, to: number): boolean {
  const line = file.links.definitions[number]?.line ?? 0;
  return file === inFile && line >= from && line <= to;
}

function moreCertain(a: FoundHow, b: FoundHow): FoundHow {
  return foundHows.indexOf(a) <= foundHows.indexOf(b) ? a : b;
}

function byFirstLine(a: FoundUse, b: FoundUse): number {
  return (a.lines[0] ?? 0) - (b.lines[0] ?? 0) || byPlace(a, b);
}

function byPlace(a: FoundUse, b: FoundUse): number {
  const [one, other] = [a.subject.file.path, b.subject.file.path];
  return one < other ? -1 : one > other ? 1 : a.subject.from - b.subject.from;
}
