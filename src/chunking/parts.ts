/**
 * The parts of a file, in order and without holes, each in one language. Most files have one; a Vue file has its script, template
 * and style. What a script imports and defines is known in the template too.
 */
import type { Node } from 'web-tree-sitter';
import type { TokenCounter } from '../tokens/types';
import type { ChunkOptions } from './chunk';
import { ContextMaker } from './context';
import { ModuleNames } from './module-names';
import { Outline } from './outline';
import type { Parsed } from './parsed';
import { findUses, findWords, type Use } from './references';
import type { Source } from './source';

export interface Part {
  readonly start: number;
  readonly end: number;
  /** Language id, as the records say it. */
  readonly language: string;
  readonly outline: Outline;
  /** The siblings it is made of. */
  readonly nodes: readonly Node[];
  readonly context: ContextMaker;
}

export interface Parts {
  readonly all: readonly Part[];
  /** The part a range lies in; for a range over several parts, the host's. */
  readonly at: (start: number, end: number) => Part;
}

export function partsOf(
  parsed: Parsed,
  path: string,
  source: Source,
  counter: TokenCounter,
  options: ChunkOptions,
): Parts {
  const { text } = source;
  const wantsUses = options.context !== 'none';
  const host = new Outline(parsed.language);
  const nodes = topLevel(parsed.tree.rootNode, host);
  if (parsed.parts.length === 0) {
    const names = new ModuleNames(host, [parsed.tree.rootNode]);
    const uses = wantsUses ? findUses(parsed.language, parsed.grammar, parsed.tree, text, names) : [];
    const context = new ContextMaker(path, source, host, names, uses, counter, options);
    const only: Part = { start: 0, end: text.length, language: parsed.language.id, outline: host, nodes, context };
    return { all: [only], at: () => only };
  }

  const script = parsed.parts.find((part) => part.language.references);
  const scriptOutline = new Outline(script?.language ?? parsed.language);
  const scripts = parsed.parts.filter((part) => part.language === script?.language);
  const names = new ModuleNames(scriptOutline, scripts.map((part) => part.tree.rootNode));
  const inScripts: Use[] = [];
  if (wantsUses) for (const part of scripts) inScripts.push(...findUses(part.language, part.grammar, part.tree, text, names));
  // A template names components and values in tags and attributes; its grammar does not tell which, so every word counts.
  const inTemplate = wantsUses
    ? findWords(scriptOutline.language, text, names).filter(
        (use) => !parsed.parts.some((part) => use.offset >= part.host.startIndex && use.offset < part.host.endIndex),
      )
    : [];
  const uses = [...inScripts, ...inTemplate].sort((a, b) => a.offset - b.offset);
  const hostContext = new ContextMaker(path, source, host, names, uses, counter, options, true);
  const scriptContext = new ContextMaker(path, source, scriptOutline, names, uses, counter, options);

  const all: Part[] = [];
  let start = 0;
  let pending: Node[] = [];
  const flush = (end: number): void => {
    if (end > start) {
      all.push({ start, end, language: parsed.language.id, outline: host, nodes: pending, context: hostContext });
    }
    start = end;
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
    const end = next ? (source.indentStart(next.startIndex) ?? next.startIndex) : text.length;
    const outline = embedded.language === script?.language ? scriptOutline : new Outline(embedded.language);
    const context =
      outline === scriptOutline ? scriptContext : new ContextMaker(path, source, outline, names, [], counter, options);
    const children = embedded.tree.rootNode.namedChildren;
    all.push({ start, end, language: embedded.language.id, outline, nodes: children, context });
    start = end;
  }
  flush(text.length);
  const whole: Part = { start: 0, end: text.length, language: parsed.language.id, outline: host, nodes, context: hostContext };
  return { all, at: (from, to) => all.find((part) => from >= part.start && to <= part.end) ?? whole };
}

/** The nodes that count as the file's top level: the root's children, or those of a single transparent node below it. */
function topLevel(root: Node, outline: Outline): readonly Node[] {
  let nodes = root.namedChildren;
  for (let only = nodes[0]; nodes.length === 1 && only && outline.isTransparent(only); only = nodes[0]) {
    nodes = only.namedChildren;
  }
  return nodes;
}
