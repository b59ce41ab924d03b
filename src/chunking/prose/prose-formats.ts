/** The formats of prose: how that of a file is recognised, and who reads it. */
import type { SourceFile } from '../chunk';
import type { Segmented } from './block';
import { conversationReader } from './conversations/conversation';
import { type FormatId, type FormatName, formatNames } from './format-names';
import { readHtml } from './html/html-reader';
import { notebookReader } from './json/notebook';
import { looksLikeProse } from './looks-like-prose';
import { readMarkdown, readMdx } from './markdown/markdown-reader';
import { readAsciidoc } from './text/asciidoc-reader';
import { readLatex } from './text/latex-reader';
import { readPlain } from './text/plain-reader';
import { readRst } from './text/rst-reader';

export interface Format extends FormatName {
  /** Undefined: it is not of this format after all. */
  readonly read: (text: string) => Segmented | undefined | Promise<Segmented | undefined>;
}

const readers: Readonly<Record<FormatId, Format['read']>> = {
  conversation: conversationReader(readMarkdown),
  markdown: readMarkdown,
  mdx: readMdx,
  html: readHtml,
  restructuredtext: readRst,
  asciidoc: readAsciidoc,
  latex: readLatex,
  ipynb: notebookReader(readMarkdown),
  plaintext: readPlain,
};
const formats: readonly Format[] = formatNames.map((format) => ({ ...format, read: readers[format.id] }));
const plain: FormatId = 'plaintext';

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
  if (byName.length > 0) return byName.filter(({ id }) => !isCode || id !== plain);
  if (isCode) return [];
  const byHint = formats.filter(({ id }) => id === languageHint && id !== plain);
  if (byHint.length > 0) return byHint;
  return plainNames.test(name) || looksLikeProse(text) ? formats.filter(({ id }) => id === plain) : [];
}
