/** Reads HTML: pages, fragments and templates. */
import type { Reader } from '../block';
import { nestSections } from '../nest-sections';
import { closedBlocks } from '../open-block';
import { BlockBuilder } from './html-blocks';

export const readHtml: Reader = (text) => ({
  text,
  blocks: nestSections(closedBlocks(new BlockBuilder(text).build())),
});
