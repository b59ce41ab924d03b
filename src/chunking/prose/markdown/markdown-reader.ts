/** Reads Markdown and MDX. */
import type { ProseReader } from '../block';
import { nestSections } from '../nest-sections';
import { closedBlocks, type OpenBlock, openBlock } from '../open-block';
import { MarkdownBlockParser } from './block-parser';
import type { MarkdownDialect } from './leaf-starter';

export const readMarkdown: ProseReader = (text) => read(text, { mdx: false });
export const readMdx: ProseReader = (text) => read(text, { mdx: true });

function read(text: string, dialect: MarkdownDialect): ReturnType<ProseReader> {
  const metadata = frontMatter(text);
  const blocks = new MarkdownBlockParser(text, dialect, metadata?.end).parse();
  return { text, blocks: nestSections(closedBlocks(metadata ? [metadata, ...blocks] : blocks)) };
}

/** YAML between `---`, or TOML between `+++`, at the very start of the file. Dashes before a blank line are only a rule. */
function frontMatter(text: string): OpenBlock | undefined {
  const opening = /^\uFEFF?(---|\+\+\+)[ \t]*\r?\n(?![ \t]*\r?\n)/.exec(text);
  if (!opening) return undefined;
  const closing = opening[1] === '---' ? /^(?:---|\.\.\.)[ \t]*\r?$/gm : /^\+\+\+[ \t]*\r?$/gm;
  closing.lastIndex = opening[0].length;
  if (!closing.test(text)) return undefined;
  const feed = text.indexOf('\n', closing.lastIndex);
  return openBlock('metadata', 0, feed < 0 ? text.length : feed + 1);
}
