/**
 * The functions in the fences of Markdown and in the code cells of notebooks, found with web-tree-sitter and the benchmark's own
 * list of node types. Blocks in other languages, without a language, and those that do not parse are left out.
 */
import { Parser } from 'web-tree-sitter';
import { initRuntime } from '../../../src/syntax/choose-reader';
import { loadGrammar } from '../../../src/syntax/grammar';
import type { CorpusLanguage } from '../../chunks/corpus-packages';
import { findFunctions } from '../../chunks/functions';
import type { Span } from './document-facts';

const languages: Readonly<Record<string, CorpusLanguage>> = {
  ...{ js: 'javascript', javascript: 'javascript', jsx: 'javascript', mjs: 'javascript', cjs: 'javascript' },
  ...{ ts: 'typescript', typescript: 'typescript', tsx: 'tsx', py: 'python', python: 'python', python3: 'python' },
  ...{ go: 'go', rust: 'rust', java: 'java', c: 'c', cpp: 'cpp', 'c++': 'cpp', cs: 'csharp', csharp: 'csharp' },
  ...{ ruby: 'ruby', rb: 'ruby', php: 'php' },
};

/** Code in a document, without its marks. */
interface CodeText extends Span {
  readonly language: CorpusLanguage;
}

let parser: Parser | undefined;

/** @param blocks fences with their marks. */
export function fencedCode(text: string, blocks: readonly Span[]): CodeText[] {
  return blocks.flatMap(({ start, end }) => {
    const [opening = ''] = text.slice(start, end).split('\n', 1);
    const name = /[`~]{3,}\s*\{?\.?([\w+#-]+)/.exec(opening)?.[1]?.toLowerCase() ?? '';
    const language = languages[name];
    const from = start + opening.length + 1;
    const to = text.lastIndexOf('\n', end - 1) + 1;
    return language && to > from ? { language, start: from, end: to } : [];
  });
}

export async function definitionsIn(text: string, code: readonly CodeText[]): Promise<Span[]> {
  const found: Span[] = [];
  for (const { language, start, end } of code) {
    await initRuntime();
    parser ??= new Parser();
    parser.setLanguage(await loadGrammar(language === 'csharp' ? 'c_sharp' : language));
    const block = text.slice(start, end);
    const tree = parser.parse(block);
    if (tree && !tree.rootNode.hasError) {
      for (const fact of findFunctions(tree.rootNode, block, language)) {
        found.push({ start: start + fact.outerStart, end: start + fact.end });
      }
    }
    tree?.delete();
  }
  return found;
}
