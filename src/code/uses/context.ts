/**
 * The context of a chunk: what a reader needs to understand it alone. That is its position (path, enclosing signatures), the
 * imports it uses and the module-level definitions it uses, within a budget of tokens. Names are in the order of their first use;
 * those that do not fit are listed in `omitted`. Imports that the chunk does not use are attached only if they are asked for, and
 * only where everything that is used fits.
 */

import type { ChunkOptions } from '../../options/chunk-options';
import { addToList } from '../../shared/maps';
import { firstIndex } from '../../shared/range-of';
import type { TokenCounter } from '../../tokens/counter-table';
import { splitsAtLineBreak } from '../../tokens/pieces/piece-scanner';
import type { ChunkGlobal, ChunkImport } from '../chunk';
import type { Outline } from '../identify/outline';
import type { Scope } from '../identify/scopes';
import type { SourceText, TextRange } from '../source-text';
import { ContextLines } from './context-lines';
import type { GlobalDefinition, ImportStatement, ModuleNames } from './module-names';
import type { NameUse } from './references';

export interface ChunkContext {
  readonly context: string;
  /** Tokens of `context`; undefined if the sum over its lines is not exact. */
  readonly tokens: number | undefined;
  readonly imports: readonly ChunkImport[];
  readonly globals: readonly ChunkGlobal[];
  readonly omitted: readonly string[];
}

/** What a text uses, without its position. */
export interface UsedNames extends Pick<ChunkContext, 'imports' | 'globals' | 'omitted'> {
  readonly lines: readonly string[];
  /** The sum over the lines. */
  readonly tokens: number;
}

/** The used names of each import. */
type UsedImports = ReadonlyMap<ImportStatement, readonly string[]>;

/** The scopes around a chunk, and where their lines go. */
interface Places {
  readonly scope: readonly Scope[];
  readonly lines: string[];
}

export class ContextMaker {
  private readonly mode: ChunkOptions['context'];
  private readonly costs = new Map<string, number>();
  /** Tokens left for the context being made, and the names that did not fit. */
  private left = 0;
  private omitted: string[] = [];
  private readonly lines: ContextLines;

  constructor(
    path: string,
    private readonly source: SourceText,
    outline: Outline,
    private readonly module: ModuleNames,
    private readonly uses: readonly NameUse[],
    private readonly counter: TokenCounter,
    { context: mode }: ChunkOptions,
    /** The names come from a part in another language, so their code is a comment in this one (a Vue template's imports). */
    isForeign = false,
  ) {
    this.mode = mode;
    this.lines = new ContextLines(path, source, outline, isForeign);
  }

  make(start: number, end: number, scope: readonly Scope[], budget: number): ChunkContext {
    if (this.mode === 'none') return { context: '', tokens: 0, imports: [], globals: [], omitted: [] };
    const used = this.used(start, end, scope);
    // Joined lines can have one token more than their sum.
    this.begin(budget - 1);
    const places: string[] = [];
    const importLines: string[] = [];
    // A chunk that begins with the heading of its section need not have it twice.
    const around = scope.filter(({ heading }) => heading === undefined || heading.start < start);
    this.takeImports(used.imports, { start, end }, importLines, { scope: around, lines: places });
    const globalLines: string[] = [];
    const fallbackLines: string[] = [];
    const globals = this.takeGlobals(used.globals, globalLines);
    const fallbacks = this.takeGlobals(used.fallbacks, fallbackLines);
    const imports = this.importsOf(used.imports);
    if (this.mode === 'all') this.takeUnused(used.imports, { start, end }, importLines, imports);
    const lines = [...places, ...fallbackLines, ...importLines, ...globalLines];
    return {
      context: lines.length > 0 ? `${lines.join('\n')}\n` : '',
      // A sum of estimates would be rounded more than once.
      tokens: this.counter.accuracy === 'exact' && countsAddUp(lines) ? budget - 1 - this.left : undefined,
      imports,
      globals: fallbacks.length > 0 ? [...globals, ...fallbacks] : globals,
      omitted: this.omitted,
    };
  }

  /** The imports and globals that a range uses, for a context that says the position itself. */
  names(start: number, end: number, budget: number): UsedNames {
    const used = this.used(start, end, []);
    this.begin(budget);
    const lines: string[] = [];
    const fallbacks = this.takeGlobals(used.fallbacks, lines);
    this.takeImports(used.imports, { start, end }, lines);
    const globals = [...fallbacks, ...this.takeGlobals(used.globals, lines)];
    const imports = this.importsOf(used.imports);
    if (this.mode === 'all') this.takeUnused(used.imports, { start, end }, lines, imports);
    return { lines, tokens: budget - this.left, imports, globals, omitted: this.omitted };
  }

  private begin(budget: number): void {
    this.left = budget;
    this.omitted = [];
  }

  /** Adds a line if there is room for it. */
  private take(lines: string[], line: string): boolean {
    const cost = this.cost(line);
    if (cost > this.left) return false;
    this.left -= cost;
    lines.push(line);
    return true;
  }

  private takePlaces({ scope, lines }: Places): void {
    if (!this.take(lines, this.lines.path)) this.take(lines, this.lines.fileName);
    for (const entry of scope) this.take(lines, this.lines.scope(entry));
  }

  /**
   * Import statements come first: without them a chunk cannot be understood alone. Those in its own text are not repeated. If
   * they do not fit, they are listed in short form after the path and the scopes.
   * @param places left out if the position is not wanted.
   */
  private takeImports(used: UsedImports, { start, end }: TextRange, importLines: string[], places?: Places): void {
    const outside: [ImportStatement, readonly string[]][] = [];
    const statements: string[] = [];
    let cost = 0;
    for (const [entry, names] of used) {
      if (entry.start >= start && entry.start < end) continue;
      outside.push([entry, names]);
      const line = this.lines.code(this.lines.statement(entry, names));
      statements.push(line);
      cost += this.cost(line);
    }
    const fits = cost <= this.left;
    if (fits) for (const line of statements) this.take(importLines, line);
    if (places) this.takePlaces(places);
    if (!fits) this.takeImportList(outside, importLines);
  }

  private takeImportList(imports: Iterable<readonly [ImportStatement, readonly string[]]>, lines: string[]): void {
    for (const group of listImports(imports)) {
      let count = group.names.length;
      if (this.take(lines, this.lines.comment(group.text))) continue;
      while (count > 0 && !this.take(lines, this.lines.comment(`imports ${group.names.slice(0, count).join(', ')}`)))
        count--;
      for (const name of group.names.slice(count)) this.omitted.push(name);
    }
  }

  /** Adds the other imports of the file in the room that is left. */
  private takeUnused(used: UsedImports, { start, end }: TextRange, lines: string[], imports: ChunkImport[]): void {
    for (const entry of this.module.imports) {
      const known = used.get(entry);
      const names = known ? entry.imported.names.filter((name) => !known.includes(name)) : entry.imported.names;
      if (known && names.length === 0) continue;
      const statement = this.lines.statement(entry, names);
      const line = this.source.lineAt(entry.start);
      for (const name of names) imports.push({ name, statement, line });
      const isCarried = (entry.start >= start && entry.start < end) || lines.includes(this.lines.code(statement));
      if (!isCarried && !this.take(lines, this.lines.code(statement))) this.omitted.push(...names);
    }
  }

  private importsOf(used: UsedImports): ChunkImport[] {
    const imports: ChunkImport[] = [];
    for (const [entry, names] of used) {
      const statement = this.lines.statement(entry, names);
      const line = this.source.lineAt(entry.start);
      for (const name of names) imports.push({ name, statement, line });
    }
    return imports;
  }

  private takeGlobals(used: ReadonlySet<GlobalDefinition>, lines: string[]): ChunkGlobal[] {
    const globals: ChunkGlobal[] = [];
    const taken = new Set<string>();
    for (const global of used) {
      const text = this.lines.global(global);
      if (!taken.has(text) && !this.take(lines, this.lines.code(text))) this.omitted.push(global.name);
      else taken.add(text);
      const { name, kind, definition } = global;
      globals.push({ name, kind, text, line: this.source.lineAt(definition.start) });
    }
    return globals;
  }

  /**
   * The imports (with the used names of each) and globals used in a range, in the order of their first use. Fallbacks are globals
   * that count only where an import of the same name fails.
   */
  private used(start: number, end: number, scope: readonly Scope[]) {
    const imports = new Map<ImportStatement, string[]>();
    const globals = new Set<GlobalDefinition>();
    const fallbacks = new Set<GlobalDefinition>();
    const add = (target: ImportStatement | GlobalDefinition, name: string, into: Set<GlobalDefinition>): void => {
      if (target.is === 'import') {
        const names = imports.get(target);
        if (!names) imports.set(target, [name]);
        else if (!names.includes(name)) names.push(name);
      } else if (!into.has(target)) {
        const encloses = target.start <= start && target.end > start;
        if (encloses && scope.some((entry) => entry.definition?.inner.id === target.definition.inner.id)) return;
        if (!this.module.definedWithin(name, start, end)) into.add(target);
      }
    };
    const first = firstIndex(this.uses.length, (i) => (this.uses[i]?.offset ?? 0) >= start);
    for (let i = first; i < this.uses.length; i++) {
      const use = this.uses[i];
      if (!use || use.offset >= end) break;
      const { target, name } = use;
      const others = this.module.others(name, target);
      const isReplaced = others.some(({ target: other }) => other.is === 'import' && other.start > target.start);
      add(target, name, isReplaced ? fallbacks : globals);
      for (const other of others) add(other.target, name, other.isFallback ? fallbacks : globals);
    }
    return { imports, globals, fallbacks };
  }

  private cost(line: string): number {
    let tokens = this.costs.get(line);
    if (tokens === undefined) {
      tokens = this.counter.count(`${line}\n`);
      this.costs.set(line, tokens);
    }
    return tokens;
  }
}

/** True if the tokens of the joined lines are the sum of the tokens of each line. */
function countsAddUp(lines: readonly string[]): boolean {
  for (let i = 1; i < lines.length; i++) if (!splitsAtLineBreak(lines[i - 1] ?? '', lines[i] ?? '')) return false;
  return true;
}

interface ImportGroup {
  readonly text: string;
  readonly names: readonly string[];
}

/**
 * A short list of imports, for chunks whose import statements do not fit the context: the names of each module on one line
 * (`java.util: List, Map`).
 */
function listImports(imports: Iterable<readonly [ImportStatement, readonly string[]]>): ImportGroup[] {
  const groups = new Map<string, string[]>();
  for (const [entry, names] of imports) {
    for (const name of names) {
      addToList(groups, moduleOf(entry.text, name), name);
    }
  }
  return Array.from(groups, ([module, names]) => {
    return { text: module === '' ? names.join(', ') : `${module}: ${names.join(', ')}`, names };
  });
}

/** The module in an import statement of any language: the quoted text, the name after `from`, or the path without its last part. */
function moduleOf(statement: string, name: string): string {
  const quoted = /["'`<]([^"'`<>\n]+)["'`>]/.exec(statement)?.[1];
  if (quoted !== undefined) return quoted;
  const from = /^\s*from\s+(\S+)\s+import\b/.exec(statement)?.[1];
  if (from !== undefined) return from;
  // Of the paths in the statement (Java's `a.b.C`, Rust's `a::b::{C, D}`), the one that ends with the name, otherwise the first.
  const paths = statement.match(/[\w$]+(?:(?:\.|::|\\|\/)[\w$*]+)+/g) ?? [];
  const path = paths.find((candidate) => candidate.endsWith(name)) ?? paths[0] ?? '';
  return path.replace(/(?:\.|::|\\|\/)[\w$*]+$/, '');
}
