/**
 * A document as blocks: what every reader of prose (Markdown, HTML, reStructuredText, notebooks, conversations…) returns, and all
 * that the prose chunker knows about formats.
 */

export type BlockKind =
  /** A heading with everything under it, including subsections. */
  | 'section'
  | 'heading'
  | 'paragraph'
  /** Contains items. */
  | 'list'
  /** An item of a list; contains paragraphs, lists, code… if it has more than one block. */
  | 'item'
  | 'quote'
  /** Contains rows; the rows up to `headerEnd` are repeated for later ones. */
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
  /** A cell of a notebook; contains blocks. */
  | 'cell'
  /** A turn of a conversation, what the user says and the answers; contains messages. */
  | 'turn'
  | 'message';

/**
 * A part of a document. Offsets are UTF-16, end exclusive. Siblings are in order and do not overlap. Text between two siblings
 * (mostly blank lines) belongs to the first, so a reader need not account for every character.
 */
export interface Block {
  readonly kind: BlockKind;
  readonly start: number;
  readonly end: number;
  /** The heading of a section, the caption of a table, the speaker of a message; plain text, without marks. */
  readonly name?: string;
  /** Code only: a language id, or the name after the fence (`ts`, `python3`, `c++`). */
  readonly language?: string;
  /** Code only: the code itself, without fences; whole lines. */
  readonly content?: { readonly start: number; readonly end: number };
  /** Tables only: the end of the header, including its ruler. */
  readonly headerEnd?: number;
  /** Delimited tables with a header only: what separates its columns. A header that is too long is cut between columns. */
  readonly delimiter?: string;
  /** Of a block that begins a section, usually a heading. Larger numbers are further inside; levels may be skipped. */
  readonly level?: number;
  readonly blocks?: readonly Block[];
}

/** A file as its reader returns it. */
export interface ProseDocument {
  /** The text to chunk: the file's own, or the one decoded from it (the cells of a notebook, the messages of a JSON export). */
  readonly text: string;
  readonly blocks: readonly Block[];
  /** Maps a decoded text to the file, piece by piece, in order. Left out if `text` is the file. */
  readonly pieces?: readonly DecodedPiece[];
  /** The language id of code blocks that share imports and definitions (a notebook's kernel). If left out, each block is separate. */
  readonly sharedLanguage?: string;
}

/** A piece of a decoded text. */
export interface DecodedPiece {
  readonly start: number;
  readonly end: number;
  /** The offset in the file of an offset in the text, between `start` and `end` inclusive. */
  toFile(offset: number): number;
  /** 0-based index of the cell or message. */
  readonly index: number;
}

/**
 * Reads a format. It never throws: text that it cannot read becomes paragraphs. Formats that are only certain after reading (notebooks,
 * conversations, tables) return undefined if the file has another one.
 */
export type ProseReader<T extends ProseDocument | undefined = ProseDocument> = (text: string) => T;

interface OpenSection {
  readonly level: number;
  readonly name: string | undefined;
  readonly start: number;
  readonly blocks: Block[];
}

/** Nests a flat list of blocks: a heading opens a section that ends before the next heading of the same or an outer level. */
export function nestSections(flat: readonly Block[]): Block[] {
  const roots: Block[] = [];
  const open: OpenSection[] = [];
  const close = () => {
    const section = open.pop();
    const last = section?.blocks.at(-1);
    if (!section || !last) return;
    const { name, start, blocks } = section;
    (open.at(-1)?.blocks ?? roots).push({ kind: 'section', start, end: last.end, ...(name && { name }), blocks });
  };
  for (const block of flat) {
    const { level, name, start } = block;
    if (level === undefined) {
      (open.at(-1)?.blocks ?? roots).push(block);
      continue;
    }
    while ((open.at(-1)?.level ?? Number.NEGATIVE_INFINITY) >= level) close();
    open.push({ level, name, start, blocks: [block] });
  }
  while (open.length > 0) close();
  return roots;
}

/** Blocks while they are being read: their ends move as more text is read. */
export interface OpenBlock extends Block {
  kind: BlockKind;
  start: number;
  end: number;
  blocks: OpenBlock[];
  level?: number;
  name?: string;
  language?: string;
  content?: { start: number; end: number };
  headerEnd?: number;
}

export function openBlock(kind: BlockKind, start: number, end: number): OpenBlock {
  return { kind, start, end, blocks: [] };
}

/** The finished blocks. An item or a footnote with only one paragraph gets no inner blocks. */
export function closedBlocks(blocks: readonly OpenBlock[]): Block[] {
  return blocks.map(({ blocks: inner, ...block }) => {
    const isText = inner.length === 1 && inner[0]?.kind === 'paragraph' && /^(?:item|definition)$/.test(block.kind);
    return inner.length === 0 || isText ? block : { ...block, blocks: closedBlocks(inner) };
  });
}
