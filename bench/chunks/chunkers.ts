/** The chunkers that are compared, each as a function from a file to its pieces. */
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { Parser } from 'web-tree-sitter';
import { chunkText } from '../../src/chunking/chunker';
import { loadGrammar } from '../../src/chunking/grammar';
import { productFile } from '../../src/product';
import type { CorpusLanguage } from './packages';
import { type ChunkerName, maxCharacters, type Piece, windowLines } from './piece';
import type { Chunk as AnyChunk } from './serve';

type Chunk = AnyChunk<CorpusLanguage>;

/** Grammar ids differ from language ids in one case. */
export function grammarOf(language: CorpusLanguage): string {
  return language === 'csharp' ? 'c_sharp' : language;
}

export function makeChunker(name: ChunkerName): Promise<Chunk> | Chunk {
  switch (name) {
    case 'ours':
      return chunkOurs;
    case 'langchain':
      return langchain();
    case 'llamaindex':
      return llamaindex();
    case 'claude-context':
      return claudeContext();
    case 'windows':
      return chunkWindows;
    case 'parse':
      return parseAlone();
  }
}

async function chunkOurs(path: string, text: string, language: CorpusLanguage): Promise<readonly Piece[]> {
  const { chunks } = await chunkText({ path, text, language: language === 'tsx' ? 'typescriptreact' : language });
  return chunks.flatMap((chunk) =>
    chunk.role === 'parent'
      ? []
      : {
          text: chunk.text,
          context: chunk.context,
          start: chunk.start,
          end: chunk.end,
          carried: [
            ...chunk.imports.map(({ name }) => ({ kind: 'import' as const, name })),
            ...chunk.globals.map(({ name }) => ({ kind: 'global' as const, name })),
          ],
          omitted: chunk.omitted,
          total: chunk.tokens.total,
        },
  );
}

function chunkWindows(_path: string, text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  const lines = text.split('\n');
  let start = 0;
  for (let line = 0; line < lines.length; line += windowLines) {
    const piece = lines.slice(line, line + windowLines).join('\n');
    if (piece.trim()) pieces.push({ text: piece, context: '', start, end: start + piece.length });
    start += piece.length + 1;
  }
  return pieces;
}

/** The floor for any chunker that parses: nothing is made of the tree. */
async function parseAlone(): Promise<Chunk> {
  const parserFor = parsers();
  return async (_path, text, language) => {
    const parser = await parserFor(language);
    parser.parse(text)?.delete();
    return [];
  };
}

function parsers(): (language: CorpusLanguage) => Promise<Parser> {
  const known = new Map<CorpusLanguage, Parser>();
  return async (language) => {
    let parser = known.get(language);
    if (!parser) {
      const grammar = await loadGrammar(grammarOf(language));
      parser = new Parser();
      parser.setLanguage(grammar);
      known.set(language, parser);
    }
    return parser;
  };
}

/** The peers live in bench/node_modules and are loaded as they are: no types of theirs are needed to build this. */
export const requirePeer = createRequire(resolve(productFile('bench', 'package.json')));

interface TextSplitter {
  splitText(text: string): Promise<string[]>;
}
interface TextSplitterClass {
  new (options: object): TextSplitter;
  fromLanguage(language: string, options: object): TextSplitter;
}

const langchainLanguages: Readonly<Partial<Record<CorpusLanguage, string>>> = {
  typescript: 'js',
  tsx: 'js',
  javascript: 'js',
  python: 'python',
  go: 'go',
  rust: 'rust',
  java: 'java',
  c: 'cpp',
  cpp: 'cpp',
  ruby: 'ruby',
  php: 'php',
};

function langchain(): Chunk {
  const { RecursiveCharacterTextSplitter: Splitter } = requirePeer('@langchain/textsplitters') as {
    RecursiveCharacterTextSplitter: TextSplitterClass;
  };
  const options = { chunkSize: maxCharacters, chunkOverlap: 0 };
  const splitters = new Map<CorpusLanguage, TextSplitter>();
  return async (_path, text, language) => {
    let splitter = splitters.get(language);
    if (!splitter) {
      const known = langchainLanguages[language];
      splitter = known ? Splitter.fromLanguage(known, options) : new Splitter(options);
      splitters.set(language, splitter);
    }
    return (await splitter.splitText(text)).map((piece) => ({ text: piece, context: '' }));
  };
}

interface CodeSplitter {
  splitText(text: string): string[];
}

/**
 * With web-tree-sitter and our grammars, so that the parsing is the same; the native binding, its other choice, refuses
 * files above 32 kB. It never frees a tree, which is what its memory shows.
 */
function llamaindex(): Chunk {
  const { CodeSplitter } = requirePeer('@llamaindex/node-parser/code') as {
    CodeSplitter: new (options: { getParser: () => Pick<Parser, 'parse'>; maxChars: number }) => CodeSplitter;
  };
  const parserFor = parsers();
  const splitters = new Map<CorpusLanguage, CodeSplitter>();
  return async (_path, text, language) => {
    let splitter = splitters.get(language);
    if (!splitter) {
      const parser = await parserFor(language);
      splitter = new CodeSplitter({ getParser: () => parser, maxChars: maxCharacters });
      splitters.set(language, splitter);
    }
    return splitter.splitText(text).map((piece) => ({ text: piece, context: '' }));
  };
}

interface AstCodeSplitter {
  split(code: string, language: string, path: string): Promise<{ content: string; metadata: { startLine: number } }[]>;
  setChunkOverlap(overlap: number): void;
}

/** Overlap 0 like everyone else (its default of 300 characters would count as text stored twice). */
function claudeContext(): Chunk {
  const { AstCodeSplitter } = requirePeer('@zilliz/claude-context-core/dist/splitter/ast-splitter.js') as {
    AstCodeSplitter: new (chunkSize: number, chunkOverlap: number) => AstCodeSplitter;
  };
  const splitter = new AstCodeSplitter(maxCharacters, 1);
  splitter.setChunkOverlap(0);
  return async (path, text, language) => {
    const chunks = await splitter.split(text, language === 'tsx' ? 'typescript' : language, path);
    return chunks.map(({ content, metadata }) => ({ text: content, context: '', line: metadata.startLine }));
  };
}
