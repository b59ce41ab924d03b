/**
 * What can be learned from one source file: pairs of a text that asks and the code that answers. The file is parsed by the
 * product's own grammars and language files, and the code comes with the context the product attaches to it, so that training
 * and use see the same.
 */

import type { Scope } from '../../src/chunking/cut/atom';
import { FileParts, type RangeInfo } from '../../src/chunking/identify/file-parts';
import { leadingCount } from '../../src/chunking/identify/leading-nodes';
import type { Definition, Outline, OutlineItem, OutlineLevel } from '../../src/chunking/identify/outline';
import { ParsedSource } from '../../src/chunking/identify/parsed-source';
import { SourceText } from '../../src/chunking/source-text';
import type { Language } from '../../src/languages/language';
import { defaultChunkOptions } from '../../src/options/chunk-options';
import type { Node } from '../../src/syntax/syntax-node';
import { counterOrApproximate } from '../../src/tokens/counter';
import { commentPairs } from './comments';
import { summaryOf } from './summary';

/** Short names: millions of them are written. */
export interface Pair {
  /** `doc`: documentation and what it documents; `note`: a comment and the statements after it; `file`: what a file is about. */
  readonly t: 'doc' | 'note' | 'file';
  /** Language, kind, name, names of the enclosing definitions, path inside the package. */
  readonly l: string;
  readonly k: string;
  readonly n: string;
  readonly s: string;
  readonly f: string;
  /** What asks, what answers, and the context the product would attach to that. */
  readonly q: string;
  readonly c: string;
  readonly x: string;
}

const longestCode = 2200;
const mostLines = 60;
const parseMs = 4000;
const contextTokens = 100;
const options = { ...defaultChunkOptions, counter: 'approximate' } as const;

export async function pairsOf(language: Language, path: string, text: string): Promise<Pair[]> {
  const parsed = await ParsedSource.parse(language, text, parseMs);
  try {
    const source = new SourceText(text);
    const parts = new FileParts(parsed, source);
    const infoAt = parts.rangeInfo(
      path,
      counterOrApproximate(options.counter, () => {}),
      options,
    );
    const pairs: Pair[] = [];
    const finder = new PairFinder(language.id, path, source, infoAt, pairs);
    for (const { outline, nodes } of parts.all) finder.find(outline, nodes, 'module', []);
    finder.findFile(parts.all[0]?.nodes ?? [], parts.all[0]?.outline);
    return pairs;
  } finally {
    parsed.delete();
  }
}

class PairFinder {
  private notes = 0;

  constructor(
    private readonly language: string,
    private readonly path: string,
    private readonly source: SourceText,
    private readonly infoAt: (start: number, end: number) => RangeInfo,
    private readonly pairs: Pair[],
  ) {}

  find(outline: Outline, nodes: readonly Node[], level: OutlineLevel, scope: readonly Scope[]): void {
    let pending: OutlineItem[] = [];
    for (const node of nodes) {
      const item = outline.item(node, level);
      if (item.is === 'comment' || item.is === 'attribute') {
        pending.push(item);
        continue;
      }
      const kept = pending.slice(pending.length - leadingCount(this.source, pending, item));
      pending = [];
      if (item.is === 'definition') this.definition(outline, item.definition, kept, scope);
      else if (item.is === 'statement' && outline.isTransparent(item))
        this.find(outline, node.namedChildren, level, scope);
      else if (item.is === 'statement' && kept.some((comment) => this.slice(comment).startsWith('/**')))
        this.add(kept, 'statement', '', node.startIndex, node.endIndex, scope);
    }
  }

  private definition(
    outline: Outline,
    definition: Definition,
    kept: readonly OutlineItem[],
    scope: readonly Scope[],
  ): void {
    const { kind, names, start, end, container } = definition;
    const name = names[0]?.text ?? '';
    if (!container || this.source.lineAt(end) - this.source.lineAt(start) < mostLines)
      this.add(kept, kind, name, start, end, scope, docString(definition));
    if (!container) {
      if (definition.isValue || this.notes >= 12) return;
      const found = commentPairs(this.source.text.slice(start, end), outline.language.comment[0].trim());
      for (const { comment, code } of found.slice(0, 12 - this.notes)) {
        this.notes++;
        this.push('note', kind, name, comment, code, start, end, scope);
      }
      return;
    }
    const inner: Scope = { name, kind, definition, signature: undefined };
    const level: OutlineLevel = container === 'namespace' ? 'module' : 'type';
    this.find(outline, outline.inside(definition), level, name === '' ? scope : [...scope, inner]);
  }

  private add(
    kept: readonly OutlineItem[],
    kind: string,
    name: string,
    start: number,
    end: number,
    scope: readonly Scope[],
    doc?: Node,
  ): void {
    const comments = kept.filter((item) => item.is === 'comment').map((item) => this.slice(item));
    const raw = doc ? this.source.text.slice(doc.startIndex, doc.endIndex) : comments.join('\n');
    const summary = summaryOf(raw, name);
    if (!summary) return;
    const { text } = this.source;
    const attributes = kept.filter((item) => item.is === 'attribute').map((item) => this.slice(item));
    const own = doc ? text.slice(start, doc.startIndex) + text.slice(doc.endIndex, end) : text.slice(start, end);
    this.push('doc', kind, name, summary, [...attributes, own].join('\n'), start, end, scope);
  }

  private push(
    t: Pair['t'],
    kind: string,
    name: string,
    q: string,
    code: string,
    start: number,
    end: number,
    scope: readonly Scope[],
  ): void {
    const c = clipped(code);
    if ((c.match(/[a-zA-Z]{2,}/g) ?? []).length < 6) return;
    const { context } = this.infoAt(start, end).context.make(start, end, scope, contextTokens);
    const s = scope.map((entry) => entry.name).join('.');
    this.pairs.push({ t, l: this.language, k: kind, n: name, s, f: this.path, q, c, x: context });
  }

  /** What the file says of itself at its top, and its first definitions. */
  findFile(nodes: readonly Node[], outline: Outline | undefined): void {
    if (!outline) return;
    const comments: string[] = [];
    let first: Node | undefined;
    for (const node of nodes) {
      const item = outline.item(node, 'module');
      const isDocString = comments.length === 0 && !first && /^[a-zA-Z]{0,2}("""|''')/.test(this.slice(item));
      if (item.is === 'comment' || isDocString) comments.push(this.slice(item));
      else if (item.is !== 'import' && item.is !== 'attribute') {
        first = node;
        break;
      }
    }
    if (!first || comments.length === 0) return;
    const summary = comments.map((comment) => summaryOf(comment, '')).find((text) => text !== undefined);
    if (!summary || this.pairs.some(({ q }) => q === summary)) return;
    const end = Math.min(this.source.text.length, first.startIndex + longestCode);
    this.push('file', 'file', '', summary, this.source.text.slice(first.startIndex, end), first.startIndex, end, []);
  }

  private slice(item: OutlineItem): string {
    return this.source.text.slice(item.node.startIndex, item.end);
  }
}

/** Python's documentation is the first statement of a body. */
function docString({ inner }: Definition): Node | undefined {
  const first = inner.childForFieldName('body')?.namedChildren[0];
  if (first?.type !== 'expression_statement') return undefined;
  const text = first.namedChildren[0];
  return text?.type === 'string' ? first : undefined;
}

function clipped(code: string): string {
  const short = code.length > longestCode ? code.slice(0, code.lastIndexOf('\n', longestCode)) : code;
  const lines = short.split('\n');
  return lines.length > mostLines ? lines.slice(0, mostLines).join('\n') : short;
}
