/**
 * Text in, chunk records out: detect the language, parse, cut into atoms, group atoms into searched chunks and these into
 * parents, attach to each what it uses. The searched chunks of a file, joined in order, are the file.
 */
import { type Language as Grammar, type Node, Parser, type Tree } from 'web-tree-sitter';
import { detectLanguage } from '../languages/detect';
import type { Language } from '../languages/language';
import { languageById } from '../languages/registry';
import { tokenCounter } from '../tokens/counter';
import type { CountedText } from '../tokens/types';
import { type Atom, AtomMaker } from './atoms';
import { type ChunkedFile, type ChunkOptions, defaultOptions, type Fallback, type SourceFile } from './chunk';
import { ContextMaker } from './context';
import { loadGrammar } from './grammar';
import { lineAtoms } from './line-atoms';
import { ModuleNames } from './module-names';
import { Outline } from './outline';
import { RecordMaker } from './records';
import { findUses } from './references';
import { Source } from './source';

const plainText: Language = {
  id: 'plaintext',
  name: 'Plain text',
  grammar: '',
  comment: ['', ''],
  structure: { definitions: {}, bodies: [], comments: [] },
};

const parsers = new Map<string, Parser>();

/** The parser was stopped: generated nesting or ambiguity can make it take minutes. */
export class ParseTimeout extends Error {}

const parseMs = 10_000;

/** The language of a file: the one asked for, or the one its name or text tells. Undefined: plain text. */
export function languageOf(file: SourceFile): Language | undefined {
  const id = file.language ?? detectLanguage(file.path, file.text);
  return id === undefined ? undefined : languageById(id);
}

export async function chunkText(file: SourceFile, options: Partial<ChunkOptions> = {}): Promise<ChunkedFile> {
  const language = languageOf(file);
  if (!language) return chunkLines(file, options, 'lines');
  const grammar = await loadGrammar(language.grammar);
  const tree = parse(language.grammar, grammar, file.text);
  try {
    return chunkTree(file, language, grammar, tree, { ...defaultOptions, ...options });
  } finally {
    tree.delete();
  }
}

/** Line windows: for text without a grammar, and for files whose grammar failed. */
export function chunkLines(
  file: SourceFile,
  options: Partial<ChunkOptions>,
  fallback: Fallback,
  language = plainText.id,
): ChunkedFile {
  const all = { ...defaultOptions, ...options };
  const source = new Source(file.text);
  const counter = tokenCounter(all.encoding);
  const counted = counter.document(file.text);
  const known = languageById(language) ?? plainText;
  const whole: Atom = { start: 0, end: file.text.length, strength: 0, depth: 0, gapDepth: 0, scope: [], is: 'code', fallback };
  const outline = new Outline({ ...known, structure: plainText.structure });
  const names = new ModuleNames(outline, []);
  const context = new ContextMaker(file.path, source, outline, names, [], counter, all);
  const records = new RecordMaker(file.path, language, source, counter, counted, all);
  const atoms = fitsWhole(counted, all) ? [whole] : lineAtoms(source, counted, whole, all.maxTokens);
  return { path: file.path, language, chunks: records.make(atoms, outline, context), fallback };
}

function chunkTree(file: SourceFile, language: Language, grammar: Grammar, tree: Tree, options: ChunkOptions): ChunkedFile {
  const { text, path } = file;
  const source = new Source(text);
  const counter = tokenCounter(options.encoding);
  const counted = counter.document(text);
  const outline = new Outline(language);
  const root = tree.rootNode;
  const names = new ModuleNames(outline, [root]);
  const uses = options.context === 'none' ? [] : findUses(language, grammar, tree, text, names);
  const context = new ContextMaker(path, source, outline, names, uses, counter, options);
  const atoms = new AtomMaker(source, counted, options.maxTokens).make(outline, siblings(root, outline), 0, text.length);
  const records = new RecordMaker(path, language.id, source, counter, counted, options);
  return { path, language: language.id, chunks: records.make(atoms, outline, context) };
}

/** The nodes that count as the file's top level: the root's children, or those of a single transparent node below it. */
function siblings(root: Node, outline: Outline): readonly Node[] {
  let nodes = root.namedChildren;
  for (let only = nodes[0]; nodes.length === 1 && only && outline.isTransparent(only); only = nodes[0]) {
    nodes = only.namedChildren;
  }
  return nodes;
}

function fitsWhole(counted: CountedText, options: ChunkOptions): boolean {
  return counted.total <= options.maxTokens;
}

function parse(id: string, grammar: Grammar, text: string): Tree {
  let parser = parsers.get(id);
  if (!parser) {
    parser = new Parser();
    parser.setLanguage(grammar);
    parsers.set(id, parser);
  }
  const deadline = performance.now() + parseMs;
  const tree = parser.parse(text, null, { progressCallback: () => performance.now() > deadline });
  if (tree) return tree;
  // Without this the next parse would silently resume the old text.
  parser.reset();
  throw new ParseTimeout(`parsing took longer than ${parseMs / 1000} s`);
}
