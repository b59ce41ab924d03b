/**
 * Paths that a text mentions: files with or without a line, pages of a code host, the files of a patch, and modules that code
 * imports (`from a.b import c` is `a/b`). What only looks like a path costs nothing: no indexed file ends like it.
 */
import { hasSourceExtension } from '../query-shape';

export interface MentionedPath {
  readonly path: string;
  /** 1-based. */
  readonly line?: number;
}

const maxPaths = 100;
const maxTokenLength = 400;
const maxLineLength = 2000;

/** Names that end like a file. */
const products =
  /^(?:node|vue|next|nuxt|react|express|d3|three|ember|backbone|angular|moment|chart|discord|socket|alpine|nest|asp)\.(?:js|net|io)$/i;

export class PathCollector {
  private readonly found = new Map<string, MentionedPath>();

  get paths(): MentionedPath[] {
    return [...this.found.values()];
  }

  /** Reads what may be in any line: paths, addresses and dotted names of modules. */
  readLine(line: string): void {
    if (this.found.size >= maxPaths) return;
    for (const token of pathTokens(line)) {
      if (token.includes('://')) this.readAddress(token);
      else this.readToken(token);
    }
    if (line.includes(' line')) this.readLineInWords(line.slice(0, maxLineLength));
  }

  /** `cart.py`, line 12 */
  private readLineInWords(line: string): void {
    for (const { index, 1: number } of line.matchAll(/,? (?:on |at |in )?lines? (\d{1,7})/g)) {
      let end = index;
      while (end > 0 && isAround(line.charCodeAt(end - 1))) end--;
      let start = end;
      while (start > 0 && !isAround(line.charCodeAt(start - 1))) start--;
      const path = line.slice(start, end);
      if (hasSourceExtension(path)) this.add(path, Number(number));
    }
  }

  /** Reads a line of code, which may be an import or the header of a patch. */
  readCode(line: string): void {
    const patch = /^(?:---|\+\+\+|Index:|diff --git) (?:[ab]\/)?(\S{1,300})/.exec(line)?.[1];
    if (patch === undefined) {
      this.readLine(line);
      this.readImport(line);
    } else if (patch !== '/dev/null') this.add(patch);
  }

  private readImport(line: string): void {
    if (this.found.size >= maxPaths || line.length > maxLineLength) return;
    const text = line.trim().replace(/^(?:>>>|\.\.\.|In \[\d*\]:) /, '');
    const from = /^from (\.{0,3}[\w.]{1,200}) import (.{0,300})/.exec(text);
    if (from) {
      const module = slashed(from[1] ?? '');
      this.add(module);
      for (const [name] of (from[2] ?? '').matchAll(/\b[a-z]\w*(?=[\s,)]|$)/g))
        if (name !== 'as') this.add(`${module}/${name}`);
      return;
    }
    const plain = /^(?:import|use|using|open) (?:static )?([A-Za-z_][\w.\\:/]{2,200})/.exec(text);
    if (plain?.[1] !== undefined && /[.\\:]/.test(plain[1])) this.add(slashed(plain[1]));
    const quoted =
      /(?:\bfrom|\brequire(?:_relative)?\(?|\bimport\(?|\binclude(?:_once)?\(?|#include) ?["'<]([^"'>\s]{2,300})["'>]/.exec(
        text,
      );
    if (quoted?.[1]?.includes('://')) return;
    if (quoted?.[1]?.includes('/') || (quoted?.[1] !== undefined && hasSourceExtension(quoted[1]))) this.add(quoted[1]);
  }

  add(path: string, line?: number): void {
    const plain = path
      .replaceAll('\\', '/')
      .replace(/^(?:\.{1,2}\/)+/, '')
      .replace(/[/.:]+$/, '');
    if (plain === '' || products.test(plain) || this.found.size >= maxPaths) return;
    const known = this.found.get(plain);
    if (!known || (known.line === undefined && line !== undefined))
      this.found.set(plain, line === undefined ? { path: plain } : { path: plain, line });
  }

  private readToken(token: string): void {
    const [, bare = '', line] = /^(.{1,400}?)(?::(\d{1,7})(?::\d{1,7})?)?[.:,!?*]{0,3}$/.exec(token) ?? [];
    // `tests/test_a.py::TestA::test_b`
    const path = (bare.split('::', 1)[0] ?? bare).replace(/^[*_#@]+/, '');
    if (!/^(?:[A-Za-z]:)?[\w.@~+$\\/-]{2,}$/.test(path) || !/[A-Za-z]{2}/.test(path)) return;
    if (hasSourceExtension(path)) this.add(path, line === undefined ? undefined : Number(line));
    else if (/[/\\][\w.-]+[/\\][\w.-]/.test(path)) this.add(path);
    // A dotted name of a module, and of what is in it: `a.b.c.D.e` is `a/b/c`
    else if (/^(?!self\.|this\.)[a-z]\w*(?:\.\w+){2,}$/.test(path)) {
      const parts = path.split('.');
      const upper = parts.findIndex((part) => /^[A-Z]/.test(part));
      const modules = upper < 0 ? parts : parts.slice(0, upper);
      if (modules.length > 1) this.add(modules.join('/'));
      // The last part may be a function or the module's class of the same name.
      if (modules.length > 2 && upper < 0) this.add(modules.slice(0, -1).join('/'));
      if (upper > 0) this.add(parts.slice(0, upper + 1).join('/'));
    }
  }

  /** Pages of GitHub, GitLab, Bitbucket, Gitea, and raw files. */
  private readAddress(address: string): void {
    const path =
      /^https?:\/\/[^/]+\/(?:[^/]+\/){1,6}?(?:-\/)?(?:blob|tree|raw|blame|src|browser)\/(?:commit\/|branch\/|tag\/)?[^/]+\/([^?#]+)/.exec(
        address,
      )?.[1] ?? /^https?:\/\/raw\.githubusercontent\.com\/[^/]+\/[^/]+\/[^/]+\/([^?#]+)/.exec(address)?.[1];
    if (path === undefined) return;
    const line = /#(?:L|lines-|n|L-)(\d{1,7})/.exec(address)?.[1];
    this.add(path, line === undefined ? undefined : Number(line));
  }
}

/** `a.b`, `a::b`, `a\b` → `a/b`. */
function slashed(module: string): string {
  return module.replace(/^\.+/, '').replace(/\.+|::|\\/g, '/');
}

const pathSign = /[./\\]/g;

/** The words of a line that have a slash or a dot inside, without the quotes and brackets around them. */
function pathTokens(line: string): string[] {
  const tokens: string[] = [];
  pathSign.lastIndex = 0;
  for (let found = pathSign.exec(line); found; found = pathSign.exec(line)) {
    let start = found.index;
    while (start > 0 && !isAround(line.charCodeAt(start - 1))) start--;
    let end = found.index + 1;
    while (end < line.length && !isAround(line.charCodeAt(end))) end++;
    pathSign.lastIndex = end;
    // A sentence ends with a dot.
    const isPath =
      end - start >= 4 &&
      end - start <= maxTokenLength &&
      (found.index < end - 1 || line.charCodeAt(found.index) !== 46);
    if (isPath) tokens.push(line.slice(start, end));
  }
  return tokens;
}

const around = new Set(Array.from('"\'`<>()[]{},;|=“”‘’\u00a0\u3000', (char) => char.charCodeAt(0)));

function isAround(unit: number): boolean {
  return unit <= 32 || around.has(unit);
}
