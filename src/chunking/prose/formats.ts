/** The formats of prose: how a file's is recognised, and who reads it. */
import type { SourceFile } from '../chunk';
import type { Segmented } from './block';
import { conversationReader } from './conversation';
import { readHtml } from './html';
import { looksLikeProse } from './looks-like-prose';
import { readMarkdown, readMdx } from './markdown';
import { notebookReader } from './notebook';
import { readAsciidoc } from './text/asciidoc';
import { readLatex } from './text/latex';
import { readPlain } from './text/plain';
import { readRst } from './text/rst';

export interface Format {
  /** As the records say it: where editors have the language, their id of it. */
  readonly id: string;
  readonly name: string;
  readonly extensions: readonly string[];
  /** Undefined: it is not of this format after all. */
  readonly read: (text: string) => Segmented | undefined | Promise<Segmented | undefined>;
}

const plain: Format = { id: 'plaintext', name: 'Plain text', extensions: ['.txt', '.text'], read: readPlain };

/** Where several have an extension, the first that can read the file has it. */
export const formats: readonly Format[] = [
  {
    id: 'conversation',
    name: 'Conversation',
    extensions: ['.json', '.jsonl', '.md', '.markdown', '.txt', '.chat'],
    read: conversationReader(readMarkdown),
  },
  {
    id: 'markdown',
    name: 'Markdown',
    extensions: ['.md', '.markdown', '.mdown', '.mkd', '.mkdn', '.mdwn', '.qmd', '.rmd'],
    read: readMarkdown,
  },
  { id: 'mdx', name: 'MDX', extensions: ['.mdx'], read: readMdx },
  { id: 'html', name: 'HTML', extensions: ['.html', '.htm', '.xhtml', '.xht', '.shtml'], read: readHtml },
  { id: 'restructuredtext', name: 'reStructuredText', extensions: ['.rst', '.rest', '.rst.txt'], read: readRst },
  { id: 'asciidoc', name: 'AsciiDoc', extensions: ['.adoc', '.asciidoc'], read: readAsciidoc },
  { id: 'latex', name: 'LaTeX', extensions: ['.tex', '.latex', '.ltx'], read: readLatex },
  { id: 'ipynb', name: 'Jupyter notebook', extensions: ['.ipynb'], read: notebookReader(readMarkdown) },
  plain,
];

/** Without an extension, and prose all the same. */
const plainNames =
  /^(?:readme|license|licence|copying|copyright|news|authors|changes|changelog|install|todo|thanks|notice)$/;

/**
 * The format that was asked for, or those that the name or an editor tells; none for code.
 * @param isCode it has a language: then plain text is no format for it (`CMakeLists.txt`).
 */
export function formatsOf({ path, language, languageHint, text }: SourceFile, isCode: boolean): readonly Format[] {
  if (language !== undefined) return formats.filter(({ id }) => id === language);
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase();
  const byName = formats.filter(({ extensions }) => extensions.some((extension) => name.endsWith(extension)));
  if (byName.length > 0) return byName.filter(({ id }) => !isCode || id !== plain.id);
  if (isCode) return [];
  const byHint = formats.filter(({ id }) => id === languageHint && id !== plain.id);
  if (byHint.length > 0) return byHint;
  return plainNames.test(name) || looksLikeProse(text) ? [plain] : [];
}
