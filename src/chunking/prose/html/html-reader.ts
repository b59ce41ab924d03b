/** Reads HTML: pages, fragments and templates. */
import type { ProseReader } from '../block';
import { nestSections } from '../nest-sections';
import { closedBlocks } from '../open-block';
import { HtmlBlockBuilder } from './html-blocks';

export const readHtml: ProseReader = (text) => ({
  text,
  blocks: nestSections(closedBlocks(new HtmlBlockBuilder(text).build())),
});
