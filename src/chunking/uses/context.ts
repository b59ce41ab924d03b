/**
 * What a chunk needs to be read alone: where it stands (path, enclosing signatures), the imports it uses and the module-level
 * definitions it uses. It is written as code and comments of the chunk's language and takes at most a quarter of the limit; what
 * comes nearest in use comes first, what does not fit is named in `omitted`.
 */
import { partsAtLine } from '../../tokens/text-pieces';
import type { TokenCounter } from '../../tokens/token-types';
import type { ChunkGlobal, ChunkImport, ChunkOptions } from '../chunk';
import type { Scope } from '../cut/atom';
import type { Definition, Outline } from '../identify/outline';
import type { Source } from '../source-text';
import { listImports } from './import-list';
import type { Global, Import, ModuleNames } from './module-names';
import type { Use } from './references';

export interface Context {
  readonly context: string;
  /** Of `context`, where the sum of its lines tells. */
  readonly tokens: number | undefined;
  readonly imports: readonly ChunkImport[];
  readonly globals: readonly ChunkGlobal[];
  readonly omitted: readonly string[];
}

/** A global this short is given whole: some 40 tokens. */
const wholeCharacters = 160;
const signatureCharacters = 240;

export class ContextMaker {
  private readonly wanted: ChunkOptions['context'];
  private readonly lengths = new Map<string, number>();
  /** Tokens that the context being made has room for. */
  private left = 0;
  private readonly texts = new Map<Global, string>();
  private readonly signatures = new Map<Definition, string>();
  /** What makes a line a comment. */
  private readonly open: string;
  private readonly close: string;
  private readonly elision: string | undefined;
  private readonly pathLine: string;
  private readonly fileLine: string;
  private readonly scopeLines = new Map<Scope, string>();
  private readonly statements = new Map<Import, Map<string, string>>();

  constructor(
    path: string,
    private readonly source: Source,
    private readonly outline: Outline,
    private readonly names: ModuleNames,
    private readonly uses: readonly Use[],
    private readonly counter: TokenCounter,
    { context: wanted }: ChunkOptions,
    /** The names come from a part in another language: in this one their code is a comment (a Vue template's imports). */
    private readonly isForeign = false,
  ) {
    this.wanted = wanted;
    [this.open, this.close] = outline.language.comment;
    this.elision = outline.language.elision;
    // A path may hold a line break, which would end the comment.
    const shown = path.replace(/\p{Cc}/gu, '?');
    this.pathLine = this.comment(shown);
    this.fileLine = this.comment(shown.slice(shown.lastIndexOf('/') + 1));
  }

  make(start: number, end: number, scope: readonly Scope[], budget: number): Context {
    if (this.wanted === 'none') return { context: '', tokens: 0, imports: [], globals: [], omitted: [] };
    const used = this.used(start, end, scope);
    // Lines joined can count one token more than their sum.
    this.left = budget - 1;
    const omitted: string[] = [];
    const places: string[] = [];
    const importLines: string[] = [];
    this.takeImports(used.imports, start, end, scope, places, importLines, omitted);
    const globalLines: string[] = [];
    const globals = this.takeGlobals(used.globals, globalLines, omitted);
    const lines = [...places, ...importLines, ...globalLines];
    return {
      context: lines.length > 0 ? `${lines.join('\n')}\n` : '',
      // A sum of estimates is rounded more than once.
      tokens: this.counter.accuracy === 'exact' && linesPart(lines) ? budget - 1 - this.left : undefined,
      imports: this.importsOf(used.imports),
      globals,
      omitted,
    };
  }

  /** Adds a line if there is room for it. */
  private take(lines: string[], line: string): boolean {
    const cost = this.cost(line);
    if (cost > this.left) return false;
    this.left -= cost;
    lines.push(line);
    return true;
  }

  private takePlaces(scope: readonly Scope[], places: string[]): void {
    if (!this.take(places, this.pathLine)) this.take(places, this.fileLine);
    for (const entry of scope) this.take(places, this.scopeLine(entry));
  }

  /**
   * Import statements have the first claim: without them a chunk cannot be understood alone. Those in its own text are not
   * repeated. Where they do not fit they are listed in short, behind the path and the scope.
   */
  private takeImports(
    used: ReadonlyMap<Import, readonly string[]>,
    start: number,
    end: number,
    scope: readonly Scope[],
    places: string[],
    importLines: string[],
    omitted: string[],
  ): void {
    const outside: [Import, readonly string[]][] = [];
    const statements: string[] = [];
    let cost = 0;
    for (const [entry, names] of used) {
      if (entry.start >= start && entry.start < end) continue;
      outside.push([entry, names]);
      const line = this.code(this.statement(entry, names));
      statements.push(line);
      cost += this.cost(line);
    }
    if (cost <= this.left) {
      for (const line of statements) this.take(importLines, line);
      this.takePlaces(scope, places);
      return;
    }
    this.takePlaces(scope, places);
    this.takeImportList(outside, importLines, omitted);
  }

  private takeImportList(
    imports: Iterable<readonly [Import, readonly string[]]>,
    lines: string[],
    omitted: string[],
  ): void {
    for (const group of listImports(imports)) {
      let kept = group.names.length;
      if (this.take(lines, this.comment(group.text))) continue;
      while (kept > 0 && !this.take(lines, this.comment(`imports ${group.names.slice(0, kept).join(', ')}`))) kept--;
      for (const name of group.names.slice(kept)) omitted.push(name);
    }
  }

  private importsOf(used: ReadonlyMap<Import, readonly string[]>): ChunkImport[] {
    const imports: ChunkImport[] = [];
    for (const [entry, names] of used) {
      const statement = this.statement(entry, names);
      const line = this.source.lineAt(entry.start);
      for (const name of names) imports.push({ name, statement, line });
    }
    return imports;
  }

  private takeGlobals(used: ReadonlySet<Global>, lines: string[], omitted: string[]): ChunkGlobal[] {
    const globals: ChunkGlobal[] = [];
    const taken = new Set<string>();
    for (const global of used) {
      const text = this.text(global);
      if (!taken.has(text) && !this.take(lines, this.code(text))) omitted.push(global.name);
      else taken.add(text);
      const { name, kind, definition } = global;
      globals.push({ name, kind, text, line: this.source.lineAt(definition.start) });
    }
    return globals;
  }

  /** The imports (with the names used of each) and globals used in a range, nearest use first. */
  private used(start: number, end: number, scope: readonly Scope[]) {
    const imports = new Map<Import, string[]>();
    const globals = new Set<Global>();
    for (let i = this.firstUse(start); i < this.uses.length; i++) {
      const use = this.uses[i];
      if (!use || use.offset >= end) break;
      const { target, name } = use;
      if (target.is === 'import') {
        const names = imports.get(target);
        if (!names) imports.set(target, [name]);
        else if (!names.includes(name)) names.push(name);
      } else if (!globals.has(target)) {
        const encloses = target.start <= start && target.end > start;
        if (encloses && scope.some((entry) => entry.definition?.inner.id === target.definition.inner.id)) continue;
        if (!this.names.definedWithin(name, start, end)) globals.add(target);
      }
    }
    if (this.wanted === 'all') {
      for (const entry of this.names.imports) {
        imports.set(entry, [...new Set([...(imports.get(entry) ?? []), ...entry.imported.names])]);
      }
    }
    return { imports, globals };
  }

  private firstUse(start: number): number {
    let low = 0;
    let high = this.uses.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.uses[middle]?.offset ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private cost(line: string): number {
    let tokens = this.lengths.get(line);
    if (tokens === undefined) {
      tokens = this.counter.count(`${line}\n`);
      this.lengths.set(line, tokens);
    }
    return tokens;
  }

  private scopeLine(scope: Scope): string {
    let line = this.scopeLines.get(scope);
    if (line === undefined) {
      const signature = scope.definition ? this.signature(scope.definition) : (scope.signature ?? '');
      // What begins without words (a YAML document) is told by its name.
      line = this.comment(/\w/.test(signature) ? signature : `${scope.kind} ${scope.name}`);
      this.scopeLines.set(scope, line);
    }
    return line;
  }

  private statement(entry: Import, names: readonly string[]): string {
    let known = this.statements.get(entry);
    if (!known) {
      known = new Map();
      this.statements.set(entry, known);
    }
    const key = names.length === 1 ? (names[0] ?? '') : names.join(' ');
    let text = known.get(key);
    if (text === undefined) {
      text = narrowed(entry, names);
      known.set(key, text);
    }
    return text;
  }

  private code(text: string): string {
    return this.isForeign ? this.comment(oneLine(text)) : text;
  }

  private comment(text: string): string {
    const { open, close } = this;
    // A closing mark inside would end the comment early.
    const safe = close.trim() === '' ? text : text.split(close.trim()).join('');
    return `${open}${safe}${close}`;
  }

  private text(global: Global): string {
    let text = this.texts.get(global);
    if (text === undefined) {
      const { inner, start } = global.definition;
      const whole = this.source.text.slice(start, inner.endIndex).trimEnd();
      text = whole.length <= wholeCharacters ? whole : this.outlineOf(global.definition);
      this.texts.set(global, text);
    }
    return text;
  }

  /** A long definition reduced to valid code: signature and elided body, or its beginning as a comment. */
  private outlineOf(definition: Definition): string {
    const { elision } = this;
    const body = elision === undefined ? undefined : this.outline.body(definition.inner);
    const signature = this.signature(definition);
    if (body && signature.length < signatureCharacters) return `${signature}${elision}`;
    return this.comment(`${signature} …`);
  }

  /** A definition up to its body, on one line. */
  private signature(definition: Definition): string {
    let text = this.signatures.get(definition);
    if (text === undefined) {
      const { inner, start } = definition;
      const body = this.outline.body(inner);
      const { text: all } = this.source;
      // A body that begins with its own keyword (Zig's `struct { … }`) gives the signature what stands before its bracket.
      const inside = body?.firstNamedChild?.startIndex ?? body?.endIndex ?? 0;
      const bracket = body ? all.slice(body.startIndex, inside).indexOf('{') : -1;
      const line = this.source.lineStart(this.source.lineAt(start) + 1);
      const comment = body && this.outline.commentsAbove(body, inner)[0];
      const end = body
        ? (comment?.startIndex ?? body.startIndex + Math.max(0, bracket))
        : line - start < 20
          ? inner.endIndex
          : Math.min(inner.endIndex, line);
      text = oneLine(this.source.text.slice(start, end))
        .replace(/\s*\{$/, '')
        .slice(0, signatureCharacters);
      this.signatures.set(definition, text);
    }
    return text;
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Whether lines count as many tokens together as one by one. */
function linesPart(lines: readonly string[]): boolean {
  for (let i = 1; i < lines.length; i++) if (!partsAtLine(lines[i - 1] ?? '', lines[i] ?? '')) return false;
  return true;
}

function narrowed(entry: Import, names: readonly string[]): string {
  const { narrow } = entry.imported;
  return narrow && names.length > 0 ? narrow(new Set(names)) : oneLine(entry.text);
}
