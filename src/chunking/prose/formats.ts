/** The formats of prose: how a file's is recognised, and who reads it. */
import type { SourceFile } from '../chunk';
import type { Segmented } from './block';
import { conversationReader } from './conversation';
import { readHtml } from './html';
import { readMarkdown, readMdx } from './markdown';
import { notebookReader } from './notebook';

export interface Format {
  /** As the records say it: where editors have the language, their id of it. */
  readonly id: string;
  readonly name: string;
  readonly extensions: readonly string[];
  /** Undefined: it is not of this format after all. */
  readonly read: (text: string) => Segmented | undefined | Promise<Segmented | undefined>;
}

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
    extensions: ['.md', '.markdown', '.mdown', '.mkd', '.qmd', '.rmd'],
    read: readMarkdown,
  },
  { id: 'mdx', name: 'MDX', extensions: ['.mdx'], read: readMdx },
  { id: 'html', name: 'HTML', extensions: ['.html', '.htm', '.xhtml'], read: readHtml },
  { id: 'ipynb', name: 'Jupyter notebook', extensions: ['.ipynb'], read: notebookReader(readMarkdown) },
];

/** The format that was asked for, or those that the name allows; none for code. */
export function formatsOf({ path, language, languageHint }: SourceFile): readonly Format[] {
  if (language !== undefined) return formats.filter(({ id }) => id === language);
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase();
  const byName = formats.filter(({ extensions }) => extensions.some((extension) => name.endsWith(extension)));
  return byName.length > 0 ? byName : formats.filter(({ id }) => id === languageHint);
}
