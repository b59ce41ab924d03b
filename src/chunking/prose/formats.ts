/** The formats of prose: how a file's is recognised, and who reads it. */
import type { SourceFile } from '../chunk';
import type { Segmented } from './block';
import { readMarkdown, readMdx } from './markdown';

export interface Format {
  /** As the records say it; a language id of editors. */
  readonly id: string;
  readonly extensions: readonly string[];
  /** Undefined: it is not of this format after all. */
  readonly read: (text: string) => Segmented | undefined | Promise<Segmented | undefined>;
}

const formats: readonly Format[] = [
  { id: 'markdown', extensions: ['.md', '.markdown', '.mdown', '.mkd', '.qmd', '.rmd'], read: readMarkdown },
  { id: 'mdx', extensions: ['.mdx'], read: readMdx },
];

/** The format that was asked for, or that the name tells; undefined for code and for what has no format. */
export function formatOf({ path, language }: SourceFile): Format | undefined {
  if (language !== undefined) return formats.find(({ id }) => id === language);
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase();
  return formats.find(({ extensions }) => extensions.some((extension) => name.endsWith(extension)));
}
