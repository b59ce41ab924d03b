/**
 * Chooses once per process how trees are read: from tree-sitter's memory (`fast/`), or through web-tree-sitter's public API
 * (`plain/`), which is slower and works with any version. The plain way is taken if `CODEGRAIN_PLAIN_TREE_SITTER` is 1, if
 * web-tree-sitter is not the known version (`runtime.ts`), or if a small text reads differently in the two ways
 * (`layout-check.ts`). The text is parsed with the first grammar that is loaded.
 */
import { Language as Grammar } from 'web-tree-sitter';
import { fastReader } from './fast/memory-tree';
import { speedUpWords } from './fast/runtime-memory';
import { layoutDifference } from './layout-check';
import { plainReader } from './plain/plain-tree';
import { isPlainRequested, runtimeProblem } from './runtime';
import type { SyntaxReader } from './syntax-tree';

let reader: SyntaxReader | undefined;
/** Why the plain reader was chosen without a request for it. */
let warning: string | undefined;

/** The reader of this process; load a grammar first. */
export function syntaxReader(): SyntaxReader {
  if (!reader) throw new Error('no grammar is loaded');
  return reader;
}

/** Loads a compiled grammar. The first one decides how this process reads trees. */
export function openGrammar(module: WebAssembly.Module): Grammar {
  const grammar = Grammar.loadSync(module);
  const problem = runtimeProblem();
  if (isPlainRequested) reader = plainReader;
  else if (problem !== undefined) usePlain(problem);
  if (!reader) {
    const difference = layoutDifference(grammar);
    if (difference === undefined) useFast();
    else usePlain(difference);
  }
  return grammar;
}

/** Why this process reads trees through the plain API, if nobody requested that. Returned once, so that users see it once. */
export function takeSyntaxWarning(): string | undefined {
  const taken = warning;
  warning = undefined;
  return taken;
}

function useFast(): void {
  reader = fastReader;
  speedUpWords();
}

function usePlain(problem: string): void {
  if (reader) return;
  reader = plainReader;
  warning = `Syntax trees are read through the plain API, which is slower: ${problem}.`;
}
