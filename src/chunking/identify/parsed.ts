/** A file's syntax trees: its own and, for Vue, Svelte and HTML, those of the parts in other languages. */
import { type Language as Grammar, Parser } from 'web-tree-sitter';
import type { Language } from '../../languages/language';
import { languageById } from '../../languages/registry';
import { loadGrammar } from '../../syntax/grammar';
import { quicken } from '../../syntax/quick-lexer';
import { parseWithin } from '../../syntax/runtime';
import type { Node } from '../../syntax/syntax-node';
import { SyntaxTree } from '../../syntax/syntax-tree';
import { unitsOf } from '../../tokens/units';

/** The parser was stopped: generated nesting or ambiguity can make it take minutes. */
export class ParseTimeout extends Error {}

interface ParsedPart {
  readonly language: Language;
  readonly grammar: Grammar;
  readonly tree: SyntaxTree;
  /** The host's node around it: `<script>` with its tags. */
  readonly host: Node;
}

const defaultParseMs = 10_000;
const parsers = new Map<string, Parser>();

export class Parsed {
  private constructor(
    readonly language: Language,
    readonly grammar: Grammar,
    readonly tree: SyntaxTree,
    readonly parts: readonly ParsedPart[],
  ) {}

  /** @param units those of `text`, where the caller has them. */
  static async parse(
    language: Language,
    text: string,
    parseMs = defaultParseMs,
    units = unitsOf(text),
  ): Promise<Parsed> {
    const grammar = await loadGrammar(language.grammar);
    const tree = parseWhole(language, grammar, text, units, parseMs);
    const parts: ParsedPart[] = [];
    try {
      for (const host of language.embeds ? tree.rootNode.namedChildren : []) {
        const embedded = language.embeds?.(host);
        const inner = embedded && languageById(embedded.language);
        if (!embedded || !inner) continue;
        const innerGrammar = await loadGrammar(inner.grammar);
        const innerTree = parse(inner.grammar, innerGrammar, text, units, parseMs, embedded.content);
        parts.push({ language: inner, grammar: innerGrammar, tree: innerTree, host });
      }
    } catch (error) {
      for (const part of parts) part.tree.delete();
      tree.delete();
      throw error;
    }
    return new Parsed(language, grammar, tree, parts);
  }

  /** How much of the text did not parse, from 0 to 1. */
  brokenShare(): number {
    const { rootNode } = this.tree;
    return brokenLength(rootNode) / Math.max(1, rootNode.endIndex);
  }

  /** Trees live in WASM memory, which no garbage collector frees. */
  delete(): void {
    for (const part of this.parts) part.tree.delete();
    this.tree.delete();
  }
}

function parseWhole(
  language: Language,
  grammar: Grammar,
  text: string,
  units: Uint16Array,
  parseMs: number,
): SyntaxTree {
  const tree = parse(language.grammar, grammar, text, units, parseMs);
  if (!language.repair || !tree.rootNode.hasError) return tree;
  const other = language.repair(text);
  if (other === text) return tree;
  const repaired = parse(language.grammar, grammar, other, unitsOf(other), parseMs);
  const isBetter = brokenLength(repaired.rootNode) < brokenLength(tree.rootNode);
  (isBetter ? tree : repaired).delete();
  return isBetter ? repaired : tree;
}

/** Characters that did not parse; a missing token counts as one. */
function brokenLength(node: Node): number {
  if (!node.hasError) return 0;
  if (node.isError || node.isMissing) return node.endIndex - node.startIndex + 1;
  return node.children.reduce((sum, child) => sum + brokenLength(child), 0);
}

function parse(
  id: string,
  grammar: Grammar,
  text: string,
  units: Uint16Array,
  parseMs: number,
  within?: Node,
): SyntaxTree {
  let parser = parsers.get(id);
  if (!parser) {
    parser = new Parser();
    parser.setLanguage(grammar);
    quicken(parser);
    parsers.set(id, parser);
  }
  const includedRanges = within && [
    {
      startIndex: within.startIndex,
      endIndex: within.endIndex,
      startPosition: within.startPosition,
      endPosition: within.endPosition,
    },
  ];
  const known = parser;
  const tree = parseWithin(parseMs, units, () => known.parse(text, null, includedRanges && { includedRanges }));
  if (tree) return new SyntaxTree(tree, text);
  // Without this the next parse would silently resume the old text.
  parser.reset();
  throw new ParseTimeout(`parsing took longer than ${parseMs / 1000} s`);
}
