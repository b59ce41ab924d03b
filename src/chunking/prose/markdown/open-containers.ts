/** What is open while Markdown is read: containers, innermost last, and the leaf in the innermost. */
import type { OpenBlock } from '../open-block';
import type { FenceStart } from './block-starts';

/** A block that other blocks stand in, and what a line must start with to go on with it. */
export type Container =
  | { readonly type: 'document'; readonly block: OpenBlock }
  | { readonly type: 'quote'; readonly block: OpenBlock }
  | { readonly type: 'list'; readonly block: OpenBlock; readonly mark: string; readonly ordered: boolean }
  /** An item, or a footnote; `indent` in columns. */
  | { readonly type: 'item'; readonly block: OpenBlock; readonly indent: number };

export interface Paragraph {
  readonly type: 'paragraph';
  readonly block: OpenBlock;
  /** Where the text of each line starts, behind the marks of quotes and items. */
  readonly lines: number[];
  /** Where the last line starts, marks included. */
  lastLine: number;
}

/** A block that takes lines, not blocks. */
export type Leaf =
  | Paragraph
  | { readonly type: 'fence'; readonly block: OpenBlock; readonly fence: FenceStart }
  | { readonly type: 'html'; readonly block: OpenBlock; readonly until: RegExp | undefined }
  | { readonly type: 'indented'; readonly block: OpenBlock }
  | { readonly type: 'table'; readonly block: OpenBlock }
  /** Up to an offset that is known from the start. */
  | { readonly type: 'span'; readonly block: OpenBlock; readonly until: number };
