/** The formats of prose by their names: apart from those who read them, which take time to load. */

export interface FormatName {
  /** As the records say it: where editors have the language, their id of it. */
  readonly id: string;
  readonly name: string;
  readonly extensions: readonly string[];
}

/** Where several have an extension, the first that can read the file has it. */
export const formatNames = [
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
  { id: 'plaintext', name: 'Plain text', extensions: ['.txt', '.text'] },
] as const satisfies readonly FormatName[];

export type FormatId = (typeof formatNames)[number]['id'];
