/** Reads HTML: pages, fragments and templates. */
import type { Reader } from './block';
import { BlockBuilder } from './html/block-builder';
import { closedBlocks } from './open-block';
import { nestSections } from './sections';

export const readHtml: Reader = (text) => ({
  text,
  blocks: nestSections(closedBlocks(new BlockBuilder(text).build())),
});
