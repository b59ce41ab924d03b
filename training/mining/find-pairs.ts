/**
 * Finds training pairs in one source file: a text that works as a question, and the code that answers it. The file is parsed with the
 * product's own grammars and language definitions, and the code has the context that the product attaches to it, so that training
 * and use see the same input.
 */

import { leadingCount } from '../../src/code/cut/sibling-units';
import { FileParts, type RangeInfo } from '../../src/code/file-parts';
import type { Definition, Outline, OutlineItem, OutlineLevel } from '../../src/code/identify/outline';
import { ParsedSource } from '../../src/code/identify/parsed-source';
import type { Scope } from '../../src/code/identify/scopes';
import { SourceText } from '../../src/code/source-text';
import type { Language } from '../../src/languages/language';
import { defaultChunkOptions } from '../../src/options/chunk-options';
import type { Node } from '../../src/syntax/syntax-node';
import { counterOrApproximate } from '../../src/tokens/token-counter';
import { commentPairs } from './comment-pairs';
import { summaryOf } from './doc-summary';

/** The names are short because millions of pairs are written. */
export interface Pair {
  /** `doc`: documentation and what it documents; `note`: a comment and the statements after it; `file`: what a file is about. */
  readonly t: 'doc' | 'note' | 'file';
  /** Language, kind, name, names of the enclosing definitions, path inside the package. */
  readonly l: string;
  readonly k: string;
  readonly n: string;
  readonly s: string;
  readonly f: string;
  /** Question, code, and the context that the product would attach to the code. */
  readonly q: string;
  readonly c: string;
  readonly x: string;
}

const maxCodeLength = 2200;
const maxLines = 60;
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
      const leading = pending.slice(pending.length - leadingCount(this.source, pending, item));
      pending = [];
      if (item.is === 'definition') this.definition(outline, item.definition, leading, scope);
      else if (item.is === 'statement' && outline.isTransparent(item))
        this.find(outline, node.namedChildren, level, scope);
      else if (item.is === 'statement' && leading.some((comment) => this.slice(comment).startsWith('/**')))
        this.add(leading, 'statement', '', node.startIndex, node.endIndex, scope);
    }
  }

  private definition(
    outline: Outline,
    definition: Definition,
    leading: readonly OutlineItem[],
    scope: readonly Scope[],
  ): void {
    const { kind, names, start, end, container } = definition;
    const name = names[0]?.text ?? '';
    if (!container || this.source.lineAt(end) - this.source.lineAt(start) < maxLines)
      this.add(leading, kind, name, start, end, scope, docString(definition));
    if (!container) {
      if (definition.isValue || this.notes >= 12) return;
      const found = commentPairs(this.source.text.slice(start, end), outline.language.comment[0].trim());
      for (const { comment, code } of found.slice(0, 12 - this.notes)) {
        this.notes++;
        this.push('note', kind, name, comment, code, start, end, scope);
      }
      return;
    }
    const inner: Scope = { name, kind, definition, signature: undefined, heading: undefined };
    const level: OutlineLevel = container === 'namespace' ? 'module' : 'type';
    this.find(outline, outline.inside(definition), level, name === '' ? scope : [...scope, inner]);
  }

  private add(
    leading: readonly OutlineItem[],
    kind: string,
    name: string,
    start: number,
    end: number,
    scope: readonly Scope[],
    doc?: Node,
  ): void {
    const comments = leading.filter((item) => item.is === 'comment').map((item) => this.slice(item));
    const raw = doc ? this.source.text.slice(doc.startIndex, doc.endIndex) : comments.join('\n');
    const summary = summaryOf(raw, name);
    if (!summary) return;
    const { text } = this.source;
    const attributes = leading.filter((item) => item.is === 'attribute').map((item) => this.slice(item));
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

  /** The comment at the top of the file, and its first definitions. */
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
    const end = Math.min(this.source.text.length, first.startIndex + maxCodeLength);
    this.push('file', 'file', '', summary, this.source.text.slice(first.startIndex, end), first.startIndex, end, []);
  }

  private slice(item: OutlineItem): string {
    return this.source.text.slice(item.node.startIndex, item.end);
  }
}

/** In Python, the documentation is the first statement of a body. */
function docString({ inner }: Definition): Node | undefined {
  const first = inner.childForFieldName('body')?.namedChildren[0];
  if (first?.type !== 'expression_statement') return undefined;
  const text = first.namedChildren[0];
  return text?.type === 'string' ? first : undefined;
}

function clipped(code: string): string {
  const short = code.length > maxCodeLength ? code.slice(0, code.lastIndexOf('\n', maxCodeLength)) : code;
  const lines = short.split('\n');
  return lines.length > maxLines ? lines.slice(0, maxLines).join('\n') : short;
}
