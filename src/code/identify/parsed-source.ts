/** The syntax trees of a text: its own and, for Vue, Svelte and HTML, those of the parts in other languages. */

import type { Language } from '../../languages/language';
import { grammarOf, languageById } from '../../languages/registry';
import { parseText } from '../../syntax/choose-reader';
import { type Grammar, loadGrammar } from '../../syntax/grammar';
import type { Node, SyntaxTree } from '../../syntax/syntax-node';
import type { PlacedRange } from '../source-text';

/** Parsing took too long and was stopped: generated nesting or ambiguity can take minutes. */
export class ParseTimeout extends Error {}

interface ParsedPart {
  readonly language: Language;
  readonly grammar: Grammar;
  readonly tree: SyntaxTree;
  /** The node of the host language around the part: `<script>` with its tags. */
  readonly host: Node;
}

const defaultParseMs = 10_000;

export class ParsedSource {
  private constructor(
    readonly language: Language,
    readonly grammar: Grammar,
    readonly tree: SyntaxTree,
    readonly parts: readonly ParsedPart[],
  ) {}

  /** @param within parse only this part of the text. */
  static async parse(
    language: Language,
    text: string,
    parseMs = defaultParseMs,
    within?: PlacedRange,
  ): Promise<ParsedSource> {
    const grammar = await loadGrammar(grammarOf(language));
    const tree = parseWhole(language, grammar, text, parseMs, within);
    const parts: ParsedPart[] = [];
    try {
      for (const host of language.embeds ? tree.rootNode.namedChildren : []) {
        const embedded = language.embeds?.(host);
        const inner = embedded && languageById(embedded.language);
        if (!embedded || !inner) continue;
        const innerGrammar = await loadGrammar(grammarOf(inner));
        const innerTree = parse(innerGrammar, text, parseMs, placeOf(embedded.content));
        parts.push({ language: inner, grammar: innerGrammar, tree: innerTree, host });
      }
    } catch (error) {
      for (const part of parts) part.tree.delete();
      tree.delete();
      throw error;
    }
    return new ParsedSource(language, grammar, tree, parts);
  }

  /** The share of the text that did not parse, from 0 to 1. */
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
  parseMs: number,
  range?: PlacedRange,
): SyntaxTree {
  const tree = parse(grammar, text, parseMs, range);
  if (!language.repair || !tree.rootNode.hasError) return tree;
  const mended = language.repair(text);
  if (mended === text) return tree;
  const repaired = parse(grammar, mended, parseMs, range);
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

function parse(grammar: Grammar, text: string, parseMs: number, range?: PlacedRange): SyntaxTree {
  const tree = parseText(grammar, text, parseMs, range);
  if (!tree) throw new ParseTimeout('parsing took too long');
  return tree;
}

/** The positions of a node, which reads each of them from its tree. */
function placeOf({ startIndex, endIndex, startPosition, endPosition }: PlacedRange): PlacedRange {
  return { startIndex, endIndex, startPosition, endPosition };
}
