/** The chunk record: the contract with every consumer (parse worker protocol, command line, export, tools). */

import type { DefinitionKind } from '../languages/language';
import type { CountAccuracy } from '../tokens/counter-table';
import type { FileLinks } from './links/file-links';

/** The kinds of prose. */
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

export type ChunkKind = DefinitionKind | ProseKind | 'imports' | 'statements' | 'comment' | 'lines';

export interface ChunkImport {
  /** The used name, as the code spells it. */
  readonly name: string;
  /** The statement, narrowed to the names this chunk uses if the language allows. */
  readonly statement: string;
  /** 1-based. */
  readonly line: number;
}

/** The signature of a definition, or a heading, as whole lines of the file. */
export interface EnclosingLines {
  /** 1-based; the first of these lines. */
  readonly line: number;
  /** As in the file, without the last line break. Only very long lines are cut. */
  readonly text: string;
  /** 1-based; the last line of the definition or section. */
  readonly lastLine: number;
}

export interface ChunkGlobal {
  readonly name: string;
  readonly kind: DefinitionKind;
  /** A short definition whole, a long one as a signature. */
  readonly text: string;
  readonly line: number;
}

/** A definition of the workspace that the chunk uses and does not contain. */
export interface ChunkDependency {
  /** With the type it belongs to: `Repo.save`. */
  readonly name: string;
  readonly kind: DefinitionKind;
  readonly path: string;
  readonly line: number;
  /** On one line. */
  readonly signature: string;
  /** The first line of its documentation. */
  readonly doc?: string;
  /** By the rules of the language, because nothing else has the name, or because few others have it. */
  readonly how: 'resolved' | 'unique name' | 'guess';
}

export interface ChunkSymbol {
  readonly name: string;
  readonly kind: DefinitionKind;
  /** 1-based; the line with its name. */
  readonly line: number;
  readonly endLine: number;
  /** It is inside another symbol of the chunk: a method of a class that is whole here. */
  readonly member?: true;
}

interface ChunkTokens {
  readonly text: number;
  /** Tokens of `context + text`, which is what is embedded. */
  readonly total: number;
  /** Conversations only: the tokens when sent to a model as messages, including the marks around each. */
  readonly messages?: number;
  readonly method: string;
  readonly accuracy: CountAccuracy;
}

/** `child` is searched, `parent` is returned around a hit, `standard` is both. */
export type ChunkRole = 'child' | 'parent' | 'standard';

export interface Chunk {
  /** Hash of path, scope, name and ordinal: stays the same when other parts of the file are edited. */
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
  /** Put before `text` when it is embedded or copied; never part of the range. */
  readonly context: string;
  /**
   * The signatures, or headings, of what `text` begins in and does not have: the class of a method, outermost first; of a later part of a
   * definition also its own. Put before `text` when it is copied; never embedded.
   */
  readonly enclosing?: readonly EnclosingLines[];
  /** A sentence that a language model wrote about the chunk; put before the context when it is embedded. */
  readonly note?: string;
  /** Only with a note: the hash without it. */
  readonly plainHash?: string;
  readonly imports: readonly ChunkImport[];
  readonly globals: readonly ChunkGlobal[];
  /** Names that did not fit the context budget. */
  readonly omitted: readonly string[];
  /** Only with the context `signatures`, like the next: no global of the chunk, and nothing that its text or context has. */
  readonly dependencies?: readonly ChunkDependency[];
  /** The dependencies as comments of the language, as many as fit. Put after `context` when the chunk is copied; never embedded. */
  readonly signatures?: string;
  readonly symbols: readonly ChunkSymbol[];
  readonly tokens: ChunkTokens;
  readonly role: ChunkRole;
  /** The strategy that made the chunk: `ast` for code, `boundary` for prose, `lines` where nothing could be parsed, or a chosen one. */
  readonly strategy: string;
  /** 1-based place among the searched chunks of the file; parents are numbered on their own. */
  readonly sequence: number;
  /** How many such chunks the file has. */
  readonly total: number;
  /** Only if the definition or section did not fit into one chunk: which part of it this is, 1-based, of how many. */
  readonly part?: { readonly number: number; readonly of: number };
  /** Id of the parent; children only. */
  readonly parent?: string;
  /** UTF-16 units shared with the neighbouring chunks; always 0 for code. */
  readonly overlap: { readonly before: number; readonly after: number };
  /** Notebooks and conversations only: the first and last cell or message, 0-based, and the offsets in them where the chunk begins and ends. */
  readonly pieces?: { readonly from: number; readonly to: number; readonly start: number; readonly end: number };
  /** Conversations only: the first and last message it has text of besides what it repeats, 0-based, and the speakers. */
  readonly startMessage?: number;
  readonly endMessage?: number;
  readonly speaker?: string;
  /** Of the conversation, as its export says. */
  readonly conversationId?: string;
  readonly conversationTitle?: string;
  /** Of the first and the last message that has a time; ISO 8601, without a date (`T10:32:00`) if there is none. */
  readonly startTime?: string;
  readonly endTime?: string;
  /** Why this chunk was not cut by syntax; left out if it was. */
  readonly fallback?: Fallback;
  /** The encoding that the file was decoded from, as the WHATWG Encoding Standard names it; left out for UTF-8. */
  readonly encoding?: string;
}

/** `lines`: no grammar for the language. `syntax-error`: this part did not parse. The others: the parser failed on the file. */
export type Fallback = 'lines' | 'syntax-error' | 'grammar-failed' | 'grammar-timeout' | 'grammar-crashed';

export interface SourceFile {
  /** The path to put into the records. */
  readonly path: string;
  readonly text: string;
  /** The id of a language or format; detected from path and text if left out. */
  readonly language?: string;
  /** An editor's name for the language, used if neither the path nor the first lines decide. */
  readonly languageHint?: string;
}

/** The coverage check: how many lines of a text are in exactly one searched chunk. */
export interface Coverage {
  /** Non-blank lines of the text. */
  readonly lines: number;
  /** Lines whose visible characters are all in exactly one searched chunk; an overlap does not count as a second one. */
  readonly covered: number;
}

export interface ChunkedFile {
  readonly path: string;
  readonly language: string;
  /** In source order: parents before their children. */
  readonly chunks: readonly Chunk[];
  readonly fallback?: Fallback;
  /** As in the records. */
  readonly encoding?: string;
  /** Only if the chunks are from a text decoded from the file (a notebook): how much of that text they cover. */
  readonly coverage?: Coverage;
  /** Problems that were worked around, one sentence each. */
  readonly warnings?: readonly string[];
  /** Only if asked for, and only for code. */
  readonly links?: FileLinks;
}
