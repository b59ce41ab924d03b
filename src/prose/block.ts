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

/** Reads a format. It never throws: text that it cannot read becomes paragraphs. */
export type ProseReader = (text: string) => ProseDocument | Promise<ProseDocument>;

/** Reads a format that is only certain after reading (notebooks, conversations). Returns undefined if the file has another format. */
export type DetectingReader<T extends ProseDocument = ProseDocument> = (text: string) => Promise<T | undefined>;

/** Nests a flat list of blocks into sections, by the levels of the headings in it. */

/** A block of a document whose headings are not yet sections. */
export interface FlatBlock extends Block {
  /** Of a block that begins a section, usually a heading. Larger numbers are further inside; levels may be skipped. */
  readonly level?: number;
}

interface OpenSection {
  readonly level: number;
  readonly name: string | undefined;
  readonly start: number;
  readonly blocks: Block[];
}

/** A heading opens a section that ends before the next heading of the same or an outer level. */
export function nestSections(flat: readonly FlatBlock[]): Block[] {
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
    if (block.level === undefined) {
      (open.at(-1)?.blocks ?? roots).push(block);
      continue;
    }
    const { level, ...heading } = block;
    while ((open.at(-1)?.level ?? Number.NEGATIVE_INFINITY) >= level) close();
    open.push({ level, name: heading.name, start: heading.start, blocks: [heading] });
  }
  while (open.length > 0) close();
  return roots;
}

/** Blocks while they are being read: their ends move as more text is read. */
export interface OpenBlock {
  readonly kind: BlockKind;
  start: number;
  end: number;
  blocks: OpenBlock[];
  /** Headings only. */
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
export function closedBlocks(blocks: readonly OpenBlock[]): FlatBlock[] {
  return blocks.map(({ kind, start, end, blocks: inner, level, name, language, content, headerEnd }) => {
    const only = inner.length === 1 ? inner[0] : undefined;
    const isOpened = inner.length > 0 && !(only?.kind === 'paragraph' && (kind === 'item' || kind === 'definition'));
    return {
      kind,
      start,
      end,
      ...(level !== undefined && { level }),
      ...(name !== undefined && { name }),
      ...(language !== undefined && { language }),
      ...(content !== undefined && { content }),
      ...(headerEnd !== undefined && { headerEnd }),
      ...(isOpened && { blocks: withoutLevels(closedBlocks(inner)) }),
    };
  });
}

/** A heading in a quote or a list item does not begin a section. */
function withoutLevels(blocks: readonly FlatBlock[]): Block[] {
  return blocks.map(({ level: _, ...block }) => block);
}

/** The blocks that a reader finds in a part of a text, with offsets in the whole text. */
export async function readWithin(
  reader: ProseReader,
  text: string,
  start: number,
  end: number,
): Promise<readonly Block[]> {
  const inner = text.slice(start, end);
  if (inner.trim() === '') return [];
  const { blocks, pieces } = await reader(inner);
  // Offsets into a decoded text do not apply to this one.
  return pieces ? [{ kind: 'paragraph', start, end }] : blocks.map((block) => shift(block, start));
}

function shift(block: Block, by: number): Block {
  const { content, headerEnd, blocks } = block;
  return {
    ...block,
    start: block.start + by,
    end: block.end + by,
    ...(content && { content: { start: content.start + by, end: content.end + by } }),
    ...(headerEnd !== undefined && { headerEnd: headerEnd + by }),
    ...(blocks && { blocks: blocks.map((inner) => shift(inner, by)) }),
  };
}
