/**
 * Chooses once per process how trees are read: from tree-sitter's memory (`fast/`), or through web-tree-sitter's public API
 * (`plain/`), which is slower and works with any version. The plain way is taken if `CODEGRAIN_PLAIN_TREE_SITTER` is 1, if
 * web-tree-sitter is not the known version (`runtime.ts`), or if a small text reads differently in the two ways
 * (`layout-check.ts`). The text is parsed with the first grammar that is loaded.
 */
import { Language as Grammar } from 'web-tree-sitter';
import { fastReader } from './fast/fast-reader';
import { speedUpWords } from './fast/runtime-memory';
import { layoutDifference } from './layout-check';
import { plainReader } from './plain/plain-reader';
import { isPlainRequested, runtimeProblem } from './runtime';
import type { SyntaxReader } from './syntax-reader';

interface Choice {
  readonly reader: SyntaxReader;
  /** Why the plain reader was chosen although nobody asked for it. */
  readonly warning?: string;
}

let choice: Choice | undefined;
let isWarningTaken = false;

/** The reader of this process; load a grammar first. */
export function syntaxReader(): SyntaxReader {
  if (!choice) throw new Error('no grammar is loaded');
  return choice.reader;
}

/** Compiles a grammar and prepares it for the reader, which the first grammar decides. */
export async function openGrammar(bytes: Uint8Array, wideStates: number): Promise<Grammar> {
  let grammar = await Grammar.load(bytes);
  if (!choice) {
    choice = choose(grammar, wideStates);
    // The check writes into the grammar's tables before it compares: what it wrote may be wrong.
    if (choice.reader === plainReader) grammar = await Grammar.load(bytes);
  }
  choice.reader.prepareGrammar(grammar, wideStates);
  return grammar;
}

/** Why this process reads trees through the plain API, if that was not requested. Returned once, so that users see it once. */
export function takeSyntaxWarning(): string | undefined {
  if (isWarningTaken || !choice?.warning) return undefined;
  isWarningTaken = true;
  return choice.warning;
}

function choose(grammar: Grammar, wideStates: number): Choice {
  if (isPlainRequested) return { reader: plainReader };
  const problem = runtimeProblem() ?? layoutDifference(grammar, wideStates);
  if (problem === undefined) {
    speedUpWords();
    return { reader: fastReader };
  }
  return { reader: plainReader, warning: `Syntax trees are read through the plain API, which is slower: ${problem}.` };
}
