/** The chunk record: the contract of every consumer (parse worker protocol, command line, export, tools). */

import type { Kind } from '../languages/language';
import type { CounterName } from '../tokens/counter-table';
import type { Coverage } from './records/coverage';

/** What a stretch of prose is. */
export type ProseKind =
  | 'section'
  | 'paragraph'
  | 'list'
  | 'quote'
  | 'table'
  | 'code-block'
  | 'formula'
  | 'markup'
  | 'metadata'
  | 'definition'
  | 'cell'
  | 'turn'
  | 'message';

export type ChunkKind = Kind | ProseKind | 'imports' | 'statements' | 'comment' | 'lines';

export interface ChunkImport {
  /** The used name, as the code spells it. */
  readonly name: string;
  /** The statement, narrowed to the names this chunk uses where the language allows. */
  readonly statement: string;
  /** 1-based. */
  readonly line: number;
}

export interface ChunkGlobal {
  readonly name: string;
  readonly kind: Kind;
  /** Short definitions whole, long ones as a signature. */
  readonly text: string;
  readonly line: number;
}

export interface ChunkSymbol {
  readonly name: string;
  readonly kind: Kind;
  readonly line: number;
}

type Accuracy = 'exact' | 'estimated' | 'approximate';

interface ChunkTokens {
  readonly text: number;
  /** Of `context + text`, what is embedded. */
  readonly total: number;
  /** Of a conversation: sent to a model as messages, with the marks it has around each. */
  readonly messages?: number;
  readonly method: string;
  readonly accuracy: Accuracy;
}

/** `child` is searched, `parent` is returned as context, `standard` is both. */
export type ChunkRole = 'child' | 'parent' | 'standard';

export interface Chunk {
  /** Stable while the file is edited elsewhere: hash of path, scope, name and ordinal. */
  readonly id: string;
  /** Content address: hash of what is embedded. */
  readonly hash: string;
  readonly path: string;
  readonly language: string;
  readonly kind: ChunkKind;
  readonly name: string;
  /** Names of the enclosing definitions, outermost first. */
  readonly scope: readonly string[];
  /** 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  /** UTF-16 offsets, end exclusive: `text === source.slice(start, end)`. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** What is put before `text` when it is embedded or copied; never part of the range. */
  readonly context: string;
  /** What a language model wrote about it: put before the context when it is embedded. */
  readonly note?: string;
  /** With a note: `hash` without it. */
  readonly plainHash?: string;
  readonly imports: readonly ChunkImport[];
  readonly globals: readonly ChunkGlobal[];
  /** Names that did not fit the context budget. */
  readonly omitted: readonly string[];
  readonly symbols: readonly ChunkSymbol[];
  readonly tokens: ChunkTokens;
  readonly role: ChunkRole;
  /** Id of the parent; children only. */
  readonly parent?: string;
  /** Characters shared with the neighbours; always 0 for code. */
  readonly overlap: { readonly before: number; readonly after: number };
  /** Of a notebook or conversation: the cells or messages it is made of, 0-based, and where in the first and last it begins and ends. */
  readonly pieces?: { readonly from: number; readonly to: number; readonly start: number; readonly end: number };
  /** Of a conversation: the first and last message it holds something of, 0-based, and who speaks. */
  readonly startMessage?: number;
  readonly endMessage?: number;
  readonly speaker?: string;
  /** Why this chunk was not cut by syntax, where it was not. */
  readonly fallback?: Fallback;
}

/** `lines`: no grammar for the language. `syntax-error`: this part did not parse. The others: the parser failed on the file. */
export type Fallback = 'lines' | 'syntax-error' | 'grammar-failed' | 'grammar-timeout' | 'grammar-crashed';

export interface ChunkOptions {
  /** Most tokens of `text` in a searched chunk; the context comes on top, at most a quarter of this. */
  readonly maxTokens: number;
  /** Most tokens of a parent. */
  readonly parentTokens: number;
  /** `used`: the imports and globals the chunk uses; `all`: every import of the file, and the used globals; `none`. */
  readonly context: 'used' | 'all' | 'none';
  /** What counts the tokens. */
  readonly counter: CounterName;
  /** How it is cut: by its structure where empty, else by these strategies, each cutting what the one before leaves too large. */
  readonly strategy: readonly StrategyName[];
  /** The same for prose alone, where `strategy` is empty. */
  readonly textStrategy: readonly StrategyName[];
  /** Of `semantic`: how alike neighbouring sentences must be to stay together, from 0 to 1. */
  readonly threshold: number;
  /** Of `semantic`: fewest and most sentences of a chunk. */
  readonly minSentences: number;
  readonly maxSentences: number;
  /** Share of a chunk of prose that repeats the end of the one before, from 0 to 0.5; code is never repeated. */
  readonly overlap: number;
}

export const defaultOptions: ChunkOptions = {
  maxTokens: 400,
  parentTokens: 1200,
  context: 'used',
  counter: 'o200k_base',
  strategy: [],
  textStrategy: [],
  threshold: 0.75,
  minSentences: 1,
  maxSentences: 50,
  overlap: 0.15,
};

/** `ast` and `boundary` are the structure of code and of prose; the others do not look at it, or only at sentences. */
export const strategyNames = ['ast', 'boundary', 'sliding-window', 'semantic', 'fixed', 'lines'] as const;
export type StrategyName = (typeof strategyNames)[number];

export interface SourceFile {
  /** As the records shall say it. */
  readonly path: string;
  readonly text: string;
  /** The id of a language or format; found from path and text when left out. */
  readonly language?: string;
  /** An editor's name for the language, used where neither the path nor the first lines tell. */
  readonly languageHint?: string;
}

export interface ChunkedFile {
  readonly path: string;
  readonly language: string;
  /** In source order: parents before their children. */
  readonly chunks: readonly Chunk[];
  readonly fallback?: Fallback;
  /** Where the chunks are of a text decoded from the file (a notebook), how much of that text they cover. */
  readonly coverage?: Coverage;
  /** What went wrong and was made up for, one sentence each. */
  readonly warnings?: readonly string[];
}
