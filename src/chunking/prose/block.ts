/**
 * A document as its format divides it: what each reader of prose (Markdown, HTML, reStructuredText, notebooks, conversations…)
 * makes of a text, and all that the prose chunker knows about formats.
 */

export type BlockKind =
  /** A heading with everything under it, subsections included. */
  | 'section'
  | 'heading'
  | 'paragraph'
  /** Made of items. */
  | 'list'
  /** Of a list; made of paragraphs, lists, code… where it has more than one. */
  | 'item'
  | 'quote'
  /** Made of rows; the rows up to `headerEnd` are repeated for later ones. */
  | 'table'
  | 'row'
  | 'code'
  | 'formula'
  /** Markup that is not text: an HTML block, a directive, a macro call. */
  | 'markup'
  /** Front matter and other data about the document. */
  | 'metadata'
  /** Link references, footnotes, abbreviations, glossary entries. */
  | 'definition'
  /** Of a notebook; made of blocks. */
  | 'cell'
  /** Of a conversation: what a user says and what is answered; made of messages. */
  | 'turn'
  | 'message';

/**
 * A stretch of a document. Offsets are UTF-16, end exclusive. Siblings are in order and do not overlap; what stands between two
 * of them (blank lines, mostly) belongs to the first, so a reader need not account for every character.
 */
export interface Block {
  readonly kind: BlockKind;
  readonly start: number;
  readonly end: number;
  /** The heading of a section, the caption of a table, the speaker of a message; plain text, without marks. */
  readonly name?: string;
  /** Of code: a language id or what the fence says (`ts`, `python3`, `c++`). */
  readonly language?: string;
  /** Of code: the code itself, without fences; whole lines. */
  readonly content?: { readonly start: number; readonly end: number };
  /** Of a table: where the header, its ruler included, ends. */
  readonly headerEnd?: number;
  readonly blocks?: readonly Block[];
}

/** What a reader makes of a file. */
export interface Segmented {
  /** What is chunked: the file's text, or what is decoded from it (the cells of a notebook, the messages of a JSON export). */
  readonly text: string;
  readonly blocks: readonly Block[];
  /** Where the text was decoded: how its stretches stand in the file, in order. Left out: `text` is the file. */
  readonly pieces?: readonly Piece[];
  /** A language id that imports and definitions of code blocks share (a notebook's kernel); left out: each block stands alone. */
  readonly sharedLanguage?: string;
}

/** A stretch of a decoded text. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  /** The offset in the file of an offset in the text, between `start` and `end` inclusive. */
  toFile(offset: number): number;
  /** 0-based index of the cell or message. */
  readonly index: number;
}

/** Reads a format. Never throws on odd input: what it cannot read becomes paragraphs. */
export type Reader = (text: string) => Segmented | Promise<Segmented>;

/** Reads a format that a file may turn out not to have (notebooks, conversations): then undefined, and it is read as another. */
export type MaybeReader<T extends Segmented = Segmented> = (text: string) => Promise<T | undefined>;
