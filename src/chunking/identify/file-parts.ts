/**
 * The parts of a file, in order and without holes, each in one language. Most files have one; a Vue file has its script, template
 * and style. What a script imports and defines is known in the template too.
 */
import type { Node } from '../../syntax/syntax-node';
import type { TokenCounter } from '../../tokens/token-types';
import type { ChunkOptions } from '../chunk';
import type { Source } from '../source-text';
import { ContextMaker } from '../uses/context';
import { ModuleNames } from '../uses/module-names';
import { findUses, findWords, type Use } from '../uses/references';
import { Outline } from './outline';
import type { Parsed } from './parsed';

interface Part {
  readonly start: number;
  readonly end: number;
  readonly outline: Outline;
  /** The siblings it is made of. */
  readonly nodes: readonly Node[];
}

/** How a range is labelled and what it is told about its file. */
export interface Setting {
  /** Language id, as the records say it. */
  readonly language: string;
  readonly outline: Outline;
  readonly context: Pick<ContextMaker, 'make'>;
}

export class Parts {
  readonly all: readonly Part[];
  private readonly host: Outline;
  /** The language whose imports and definitions count: the host's, or that of its scripts. */
  private readonly script: Outline;

  constructor(
    private readonly parsed: Parsed,
    private readonly source: Source,
  ) {
    const inner = parsed.parts.find((part) => part.language.references)?.language;
    this.host = new Outline(parsed.language, source.text);
    this.script = inner ? new Outline(inner, source.text) : this.host;
    this.all = this.split(topLevel(parsed.tree.rootNode, this.host));
  }

  /** What each range of the file is told about it. */
  settings(path: string, counter: TokenCounter, options: ChunkOptions): (start: number, end: number) => Setting {
    const { parsed, source, host, script } = this;
    const trees = parsed.parts.filter((part) => part.language === script.language);
    const sources = trees.length > 0 ? trees : [parsed];
    const names = new ModuleNames(script, script.language.references ? sources.map((part) => part.tree.rootNode) : []);
    let uses: readonly Use[] = [];
    if (options.context !== 'none') {
      const [first, ...others] = sources;
      if (first) uses = findUses(first.language, first.grammar, first.tree, source, names);
      for (const { language, grammar, tree } of others)
        uses = [...uses, ...findUses(language, grammar, tree, source, names)];
      if (trees.length > 0) {
        // A template names components and values in tags and attributes; its grammar does not tell which: every word counts.
        const words = findWords(script.language, source, names).filter((use) => !this.isEmbedded(use.offset));
        uses = [...uses, ...words].sort((a, b) => a.offset - b.offset);
      }
    }
    const setting = (outline: Outline): Setting => {
      const own = outline === script || outline === host ? uses : [];
      const isForeign = outline !== script;
      const context = new ContextMaker(path, source, outline, names, own, counter, options, isForeign);
      return { language: outline.language.id, outline, context };
    };
    const whole = setting(host);
    const known = new Map<Outline, Setting>([[host, whole]]);
    return (start, end) => {
      const part = this.all.find((candidate) => start >= candidate.start && end <= candidate.end);
      if (!part) return whole;
      let found = known.get(part.outline);
      if (!found) {
        found = setting(part.outline);
        known.set(part.outline, found);
      }
      return found;
    };
  }

  private isEmbedded(offset: number): boolean {
    return this.parsed.parts.some((part) => offset >= part.host.startIndex && offset < part.host.endIndex);
  }

  private split(nodes: readonly Node[]): Part[] {
    const { parsed, source, host, script } = this;
    const end = source.text.length;
    if (parsed.parts.length === 0) return [{ start: 0, end, outline: host, nodes }];
    const parts: Part[] = [];
    let start = 0;
    let pending: Node[] = [];
    const flush = (to: number): void => {
      if (to > start) parts.push({ start, end: to, outline: host, nodes: pending });
      start = to;
      pending = [];
    };
    for (const [i, node] of nodes.entries()) {
      const embedded = parsed.parts.find((part) => part.host.id === node.id);
      if (!embedded) {
        pending.push(node);
        continue;
      }
      flush(i === 0 ? 0 : Math.max(start, source.indentStart(node.startIndex) ?? node.startIndex));
      const next = nodes[i + 1];
      const to = next ? (source.indentStart(next.startIndex) ?? next.startIndex) : end;
      const outline = embedded.language === script.language ? script : new Outline(embedded.language, source.text);
      parts.push({ start, end: to, outline, nodes: embedded.tree.rootNode.namedChildren });
      start = to;
    }
    flush(end);
    return parts;
  }
}

/**
 * The nodes that count as the file's top level: the root's children; where a transparent node stands there with nothing but
 * comments around it (JSON's object, a YAML document), its children in its place.
 */
function topLevel(root: Node, outline: Outline): readonly Node[] {
  // A mere list of nodes (Haskell's `imports` and `declarations`) stands for what it lists.
  let nodes = opened(root.namedChildren, (node) => outline.isList(node));
  for (;;) {
    const only = onlyOne(nodes, outline);
    const item = only && outline.item(only, 'module');
    if (item?.is !== 'statement' || !outline.isTransparent(item)) return nodes;
    nodes = opened(nodes, (node) => node === only);
  }
}

/** The node that is no comment, where there is just one. */
function onlyOne(nodes: readonly Node[], outline: Outline): Node | undefined {
  let only: Node | undefined;
  for (const node of nodes) {
    if (outline.isComment(node)) continue;
    if (only) return undefined;
    only = node;
  }
  return only;
}

/** The nodes, some of them replaced by their children. */
function opened(nodes: readonly Node[], isOpen: (node: Node) => boolean): readonly Node[] {
  if (!nodes.some(isOpen)) return nodes;
  const found: Node[] = [];
  for (const node of nodes) for (const each of isOpen(node) ? node.namedChildren : [node]) found.push(each);
  return found;
}
