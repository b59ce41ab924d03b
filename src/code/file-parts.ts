/**
 * The parts of a file, in order and without gaps, each in one language. Most files have one part; a Vue file has its script,
 * template and style. What a script imports and defines is also known in the template.
 */

import type { ChunkOptions } from '../options/chunk-options';
import { remember } from '../shared/maps';
import type { Node } from '../syntax/syntax-node';
import type { TokenCounter } from '../tokens/counter-table';
import { Outline } from './identify/outline';
import type { ParsedSource } from './identify/parsed-source';
import type { FileLinks } from './links/file-links';
import { makeLinks } from './links/link-maker';
import type { SourceText } from './source-text';
import { ContextMaker } from './uses/context';
import { ModuleNames } from './uses/module-names';
import { findUses, findUsesBySpelling, type NameUse } from './uses/references';

type ScriptTree = Pick<ParsedSource, 'language' | 'grammar' | 'tree'>;

interface FilePart {
  readonly start: number;
  readonly end: number;
  readonly outline: Outline;
  /** The siblings it is made of. */
  readonly nodes: readonly Node[];
}

/** What the records of a range need to know about it: its language, its outline and how to make its context. */
export interface RangeInfo {
  /** Language id for the records. */
  readonly language: string;
  readonly outline: Outline;
  readonly context: Pick<ContextMaker, 'make'>;
}

export class FileParts {
  readonly all: readonly FilePart[];
  private readonly host: Outline;
  /** The language whose imports and definitions count: the host's, or that of its scripts. */
  private readonly script: Outline;
  /** The trees in that language. */
  private readonly sources: readonly ScriptTree[];
  private readonly names: ModuleNames;

  constructor(
    private readonly parsed: ParsedSource,
    private readonly source: SourceText,
  ) {
    const inner = parsed.parts.find((part) => part.language.references)?.language;
    this.host = new Outline(parsed.language, source.text);
    this.script = inner ? new Outline(inner, source.text) : this.host;
    this.all = this.split(topLevel(parsed.tree.rootNode, this.host));
    const { language } = this.script;
    const trees = parsed.parts.filter((part) => part.language === language);
    this.sources = trees.length > 0 ? trees : [parsed];
    this.names = new ModuleNames(
      this.script,
      language.references ? this.sources.map((part) => part.tree.rootNode) : [],
    );
  }

  links(): FileLinks {
    return makeLinks(this.sources, this.script, this.source, this.names);
  }

  /** Returns a function that gives the info for a range of the file. */
  rangeInfo(path: string, counter: TokenCounter, options: ChunkOptions): (start: number, end: number) => RangeInfo {
    const { source, host, script, names, sources } = this;
    let uses: readonly NameUse[] = [];
    if (options.context !== 'none') {
      uses = sources.flatMap(({ language, grammar, tree }) => findUses(language, grammar, tree, source, names));
      if (script !== host) {
        // A template uses components and values in tags and attributes, and its grammar does not tell them apart: every word counts.
        const words = findUsesBySpelling(script.language, source, names).filter((use) => !this.isEmbedded(use.offset));
        uses = [...uses, ...words].sort((a, b) => a.offset - b.offset);
      }
    }
    const info = (outline: Outline): RangeInfo => {
      const own = outline === script || outline === host ? uses : [];
      const isForeign = outline !== script;
      const context = new ContextMaker(path, source, outline, names, own, counter, options, isForeign);
      return { language: outline.language.id, outline, context };
    };
    const wholeFile = info(host);
    const known = new Map<Outline, RangeInfo>([[host, wholeFile]]);
    return (start, end) => {
      const part = this.all.find((candidate) => start >= candidate.start && end <= candidate.end);
      if (!part) return wholeFile;
      return remember(known, part.outline, () => info(part.outline));
    };
  }

  private isEmbedded(offset: number): boolean {
    return this.parsed.parts.some((part) => offset >= part.host.startIndex && offset < part.host.endIndex);
  }

  private split(nodes: readonly Node[]): FilePart[] {
    const { parsed, source, host, script } = this;
    const end = source.text.length;
    if (parsed.parts.length === 0) return [{ start: 0, end, outline: host, nodes }];
    const parts: FilePart[] = [];
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
 * The top-level nodes of the file: the children of the root. A transparent node with nothing but comments around it (a JSON
 * object, a YAML document) is replaced by its children.
 */
function topLevel(root: Node, outline: Outline): readonly Node[] {
  // A plain list of nodes (Haskell's `imports` and `declarations`) is replaced by its items.
  let nodes = opened(root.namedChildren, (node) => outline.isList(node));
  for (;;) {
    const only = onlyOne(nodes, outline);
    const item = only && outline.item(only, 'module');
    if (item?.is !== 'statement' || !outline.isTransparent(item)) return nodes;
    nodes = opened(nodes, (node) => node === only);
  }
}

/** The node that is not a comment, if there is exactly one. */
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
