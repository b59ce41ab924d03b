/** The chunkers that are compared. Each is a function from a file to its pieces. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { Language as Grammar, Parser } from 'web-tree-sitter';
import { ParsedSource } from '../../src/code/identify/parsed-source';
import { chunkText } from '../../src/engine/workers/chunker';
import { languageById } from '../../src/languages/registry';
import { productFile } from '../../src/shared/product';
import { readGrammar } from '../../src/syntax/grammar';
import type { CorpusLanguage } from './corpus-packages';
import { type ChunkerName, maxCharacters, type Piece, windowLines } from './measured-piece';
import type { Chunk as AnyChunk } from './serve-chunker';

type Chunk = AnyChunk<CorpusLanguage>;

const runtimeWasm = ['node_modules', 'web-tree-sitter', 'web-tree-sitter.wasm'];

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
    case 'our-parsing':
      return parseOurWay;
    case 'parse':
      return parseAlone();
  }
}

function languageId(language: CorpusLanguage): string {
  return language === 'tsx' ? 'typescriptreact' : language;
}

async function chunkOurs(path: string, text: string, language: CorpusLanguage): Promise<readonly Piece[]> {
  const { chunks } = await chunkText({ path, text, language: languageId(language) });
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

/** Parses as our chunker does, with its shortcuts, to show how much of its speed comes from them. */
async function parseOurWay(_path: string, text: string, id: CorpusLanguage): Promise<readonly Piece[]> {
  const language = languageById(languageId(id));
  if (!language) throw new Error(`no language ${id}`);
  // Parsing the repaired text again is part of chunking and does not count here.
  const { repair: _repair, embeds: _embeds, ...plain } = language;
  (await ParsedSource.parse(plain, text)).delete();
  return [];
}

/** The minimum work of any chunker that parses with unmodified web-tree-sitter: the tree is not used. */
async function parseAlone(): Promise<Chunk> {
  const parserFor = parsers();
  return async (_path, text, language) => {
    const parser = await parserFor(language);
    parser.parse(text)?.delete();
    return [];
  };
}

/** Unmodified web-tree-sitter and grammars, without our own parsing code. */
function parsers(): (language: CorpusLanguage) => Promise<Parser> {
  const known = new Map<CorpusLanguage, Parser>();
  let runtime: Promise<void> | undefined;
  return async (language) => {
    let parser = known.get(language);
    if (!parser) {
      runtime ??= Parser.init({ wasmBinary: readFileSync(productFile(...runtimeWasm)) });
      await runtime;
      parser = new Parser();
      parser.setLanguage(await Grammar.load(await readGrammar(grammarOf(language))));
      known.set(language, parser);
    }
    return parser;
  };
}

/** The peers are in bench/node_modules and are loaded at run time, so their types are not needed to build this. */
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
 * Uses web-tree-sitter and our grammars, so that the parsing is the same; its alternative, the native binding, refuses
 * files above 32 kB. It never frees a tree, which shows in its memory use.
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

/** Overlap 0, as for all others (its default of 300 characters would count as text stored twice). */
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
