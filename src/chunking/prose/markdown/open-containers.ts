/** The types of blocks that are open while Markdown is read: containers, and the leaf in the innermost one. */
import type { OpenBlock } from '../open-block';
import type { FenceStart } from './block-starts';

/** A block that contains other blocks, and what a line must start with to continue it. */
export type OpenContainer =
  | { readonly type: 'document'; readonly block: OpenBlock }
  | { readonly type: 'quote'; readonly block: OpenBlock }
  | { readonly type: 'list'; readonly block: OpenBlock; readonly mark: string; readonly ordered: boolean }
  /** An item, or a footnote; `indent` in columns. */
  | { readonly type: 'item'; readonly block: OpenBlock; readonly indent: number };

export interface OpenParagraph {
  readonly type: 'paragraph';
  readonly block: OpenBlock;
  /** Where the text of each line starts, after the marks of quotes and items. */
  readonly lines: number[];
  /** Where the last line starts, including marks. */
  lastLine: number;
}

/** A block that contains lines, not blocks. */
export type OpenLeaf =
  | OpenParagraph
  | { readonly type: 'fence'; readonly block: OpenBlock; readonly fence: FenceStart }
  | { readonly type: 'html'; readonly block: OpenBlock; readonly until: RegExp | undefined }
  | { readonly type: 'indented'; readonly block: OpenBlock }
  | { readonly type: 'table'; readonly block: OpenBlock }
  /** Ends at an offset that is known from the start. */
  | { readonly type: 'span'; readonly block: OpenBlock; readonly until: number };
