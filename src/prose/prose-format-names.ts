/** The names of the prose formats, separate from their readers, which take time to load. */

export interface ProseFormatName {
  /** The id in the records: the language id of editors, if they have one. */
  readonly id: string;
  readonly name: string;
  readonly extensions: readonly string[];
}

/** If several formats have an extension, the first that can read the file is used. */
export const proseFormatNames = [
  {
    id: 'conversation',
    name: 'Conversation',
    extensions: ['.json', '.jsonl', '.md', '.markdown', '.txt', '.chat'],
  },
  {
    id: 'markdown',
    name: 'Markdown',
    extensions: ['.md', '.markdown', '.mdown', '.mkd', '.mkdn', '.mdwn', '.qmd', '.rmd'],
  },
  { id: 'mdx', name: 'MDX', extensions: ['.mdx'] },
  { id: 'html', name: 'HTML', extensions: ['.html', '.htm', '.xhtml', '.xht', '.shtml'] },
  { id: 'restructuredtext', name: 'reStructuredText', extensions: ['.rst', '.rest', '.rst.txt'] },
  { id: 'asciidoc', name: 'AsciiDoc', extensions: ['.adoc', '.asciidoc'] },
  { id: 'latex', name: 'LaTeX', extensions: ['.tex', '.latex', '.ltx'] },
  { id: 'ipynb', name: 'Jupyter notebook', extensions: ['.ipynb'] },
  { id: 'csv', name: 'CSV', extensions: ['.csv', '.psv'] },
  { id: 'tsv', name: 'TSV', extensions: ['.tsv', '.tab'] },
  { id: 'plaintext', name: 'Plain text', extensions: ['.txt', '.text'] },
] as const satisfies readonly ProseFormatName[];

export type ProseFormatId = (typeof proseFormatNames)[number]['id'];
