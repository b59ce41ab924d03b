/** The chunkers of prose that are compared. Each is a function from a document to its pieces. */
import { pathToFileURL } from 'node:url';
import { chunkText } from '../../src/engine/workers/chunker';
import { requirePeer } from '../chunks/chunkers';
import { countTokens, decodeTokens, encodeTokens } from '../chunks/count-tokens';
import { maxCharacters, maxTokens, type Piece } from '../chunks/measured-piece';
import type { Chunk as AnyChunk } from '../chunks/serve-chunker';
import type { ProseFormat } from './doc-packages';
import { readNotebook } from './notebook-text';

export const proseChunkers = [
  'ours',
  'langchain-format',
  'langchain-recursive',
  'langchain-characters',
  'chonkie-recursive',
  'chonkie-sentence',
] as const;
export type ProseChunker = (typeof proseChunkers)[number];

type Chunk = AnyChunk<ProseFormat>;

export function makeProseChunker(name: ProseChunker): Promise<Chunk> | Chunk {
  switch (name) {
    case 'ours':
      return chunkOurs;
    case 'langchain-format':
      return langchain((splitters, format) => splitters.forFormat(format));
    case 'langchain-recursive':
      return langchain((splitters) => splitters.recursive());
    case 'langchain-characters':
      return langchain((splitters) => splitters.recursive(maxCharacters));
    case 'chonkie-recursive':
      return chonkie('RecursiveChunker');
    case 'chonkie-sentence':
      return chonkie('SentenceChunker');
  }
}

/** With the default settings: 15 % overlap, less in mixed documents. */
async function chunkOurs(path: string, text: string, format: ProseFormat): Promise<readonly Piece[]> {
  const { chunks } = await chunkText({ path, text });
  const cells = format === 'notebook' ? readNotebook(text).cells : undefined;
  return chunks.flatMap((chunk) => {
    if (chunk.role === 'parent') return [];
    const { pieces, context, tokens, overlap } = chunk;
    const [first, last] = [cells?.[pieces?.from ?? 0], cells?.[pieces?.to ?? 0]];
    return {
      text: chunk.text,
      context,
      start: first && pieces ? first.start + pieces.start : chunk.start,
      end: last && pieces ? last.start + pieces.end : chunk.end,
      overlap: overlap.before,
      total: tokens.total,
    };
  });
}

/** The peers cannot read notebooks, so they get the sources of the cells. */
function textFor(text: string, format: ProseFormat): string {
  return format === 'notebook' ? readNotebook(text).text : text;
}

interface TextSplitter {
  splitText(text: string): Promise<string[]>;
}
interface TextSplitterClass {
  new (options: object): TextSplitter;
  fromLanguage(language: string, options: object): TextSplitter;
}
interface Splitters {
  /** With its separators for the format; notebooks count as Markdown. */
  forFormat(format: ProseFormat): TextSplitter;
  /** @param characters the limit in characters; by default the limit is in tokens. */
  recursive(characters?: number): TextSplitter;
}

function langchain(choose: (splitters: Splitters, format: ProseFormat) => TextSplitter): Chunk {
  const { RecursiveCharacterTextSplitter: Recursive, MarkdownTextSplitter: Markdown } = requirePeer(
    '@langchain/textsplitters',
  ) as Record<'RecursiveCharacterTextSplitter' | 'MarkdownTextSplitter', TextSplitterClass>;
  const options = { chunkSize: maxTokens, chunkOverlap: 0, lengthFunction: countTokens };
  const splitters: Splitters = {
    forFormat: (format) =>
      format === 'rst' || format === 'html' ? Recursive.fromLanguage(format, options) : new Markdown(options),
    recursive: (characters) =>
      new Recursive(characters === undefined ? options : { chunkSize: characters, chunkOverlap: 0 }),
  };
  const chosen = new Map<ProseFormat, TextSplitter>();
  return async (_path, text, format) => {
    const splitter = chosen.get(format) ?? choose(splitters, format);
    chosen.set(format, splitter);
    return (await splitter.splitText(textFor(text, format))).map((piece) => ({ text: piece, context: '' }));
  };
}

interface Chonkie {
  chunk(text: string): Promise<{ text: string }[]>;
}
interface ChonkieClass {
  create(options: object): Promise<Chonkie>;
}

/** With an o200k tokenizer that has the methods these two chunkers call. */
async function chonkie(kind: 'RecursiveChunker' | 'SentenceChunker'): Promise<Chunk> {
  const core = (await import(pathToFileURL(requirePeer.resolve('@chonkiejs/core')).href)) as Record<
    typeof kind,
    ChonkieClass
  >;
  const decodeBatch = (batch: number[][]): string[] => batch.map(decodeTokens);
  const tokenizer = { countTokens, encode: encodeTokens, decode: decodeTokens, decodeBatch };
  const chunker = await core[kind].create({ chunkSize: maxTokens, tokenizer });
  return async (_path, text, format) =>
    (await chunker.chunk(textFor(text, format))).map((piece) => ({ text: piece.text, context: '' }));
}
