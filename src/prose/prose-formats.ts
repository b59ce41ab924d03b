/** The prose formats: how the format of a file is recognised, and which reader it has. */
import type { SourceFile } from '../code/chunk';
import { SourceText } from '../code/source-text';
import type { Block, ProseDocument, ProseReader } from './block';
import { readAsConversation, readConversation } from './conversations/conversation';
import { readTranscript } from './conversations/transcript';
import { readHtml } from './html/html-blocks';
import { readNotebook } from './json/notebook';
import { readMarkdown, readMdx } from './markdown/block-parser';
import { looksLikeMarkdown } from './markdown/block-starts';
import { type ProseFormatId, type ProseFormatName, proseFormatNames } from './prose-format-names';
import { delimitedReader } from './tables/delimited-reader';
import { readAsciidoc } from './text/asciidoc-reader';
import { readLatex } from './text/latex-reader';
import { readPlain } from './text/plain-text-reader';
import { readRst } from './text/rst-reader';

/** How much of a text is examined, in UTF-16 units. */
const headLength = 20_000;
const minWordsPerLine = 5;
const maxSyntaxShare = 0.02;

/**
 * Recognises prose in a text whose name does not decide: sentences of words, with few characters that are typical of code and data.
 */
function looksLikeProse(text: string): boolean {
  const head = text.slice(0, headLength);
  const lines = head.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  const words = head.match(/\p{L}[\p{L}\p{M}'’-]*/gu)?.length ?? 0;
  const syntax = head.match(/[{}[\]<>=;|\\$@#&^~]/g)?.length ?? 0;
  const visible = head.replace(/\s+/g, '').length;
  return lines.length > 0 && words / lines.length >= minWordsPerLine && syntax / Math.max(1, visible) < maxSyntaxShare;
}

export interface ProseFormat extends ProseFormatName {
  /** Returns undefined if the text does not have this format after all. */
  readonly read: ProseReader<ProseDocument | undefined>;
}

const readers: Readonly<Record<ProseFormatId, ProseFormat['read']>> = {
  conversation: readConversation,
  markdown: readMarkdown,
  mdx: readMdx,
  html: readHtml,
  restructuredtext: readRst,
  asciidoc: readAsciidoc,
  latex: readLatex,
  ipynb: readNotebook,
  csv: delimitedReader(','),
  tsv: delimitedReader('\t'),
  plaintext: readPlain,
};
const formats: readonly ProseFormat[] = proseFormatNames.map((format) => ({ ...format, read: readers[format.id] }));
const plain: ProseFormatId = 'plaintext';
const markdown: ProseFormatId = 'markdown';
const conversation: ProseFormatId = 'conversation';
/** The formats that may be requested by name: a text that the user says is a conversation is one. */
const requestedFormats = formats.map((format) =>
  format.id === conversation ? { ...format, read: readAsConversation } : format,
);

/** Beginning of a text that is worth reading as a transcript, whatever its name. */
const roleLine = /^\W{0,8}(?:user|human|system)\b/im;
const openingLength = 400;

/** Names without an extension that are prose. */
const plainNames =
  /^(?:readme|license|licence|copying|copyright|news|authors|changes|changelog|install|todo|thanks|notice)$/;

/**
 * The requested format, or the formats that match the file name or the editor's hint; none for code.
 * @param isCode the file has a language, so plain text is not a format for it (`CMakeLists.txt`).
 */
export function proseFormatsOf(
  { path, language, languageHint, text }: SourceFile,
  isCode: boolean,
): readonly ProseFormat[] {
  if (language !== undefined) return requestedFormats.filter(({ id }) => id === language);
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase();
  const byName = formats.filter(({ extensions }) => extensions.some((extension) => name.endsWith(extension)));
  if (byName.length > 0)
    return byContent(
      byName.filter(({ id }) => !isCode || id !== plain),
      text,
    );
  if (isCode) return [];
  const byHint = formats.filter(({ id }) => id === languageHint && id !== plain);
  if (byHint.length > 0) return byHint;
  const isPlain = plainNames.test(name) || looksLikeProse(text);
  const isTalk = roleLine.test(text.slice(0, openingLength)) && readTranscript(text) !== undefined;
  return byContent(
    formats.filter(({ id }) => (isPlain && id === plain) || (isTalk && id === conversation)),
    text,
  );
}

/** A plain text that is written in Markdown is Markdown. */
function byContent(found: readonly ProseFormat[], text: string): readonly ProseFormat[] {
  if (!found.some(({ id }) => id === plain) || !looksLikeMarkdown(text)) return found;
  return found.flatMap((format) => (format.id === plain ? formats.filter(({ id }) => id === markdown) : [format]));
}

/** The sections of a text in this format, with their lines, 1-based, in the order of their beginnings; none for code. */
export function proseSectionsOf(
  text: string,
  language: string,
): { readonly name: string; line: number; endLine: number }[] {
  const format = formats.find(({ id }) => id === language);
  const found: { readonly name: string; line: number; endLine: number }[] = [];
  const source = new SourceText(text);
  const visit = (blocks: readonly Block[]): void => {
    for (const { kind, name = '', start, end, blocks: inside = [] } of blocks) {
      if (kind !== 'section') continue;
      if (name !== '')
        found.push({ name, line: source.lineAt(start), endLine: source.lineAt(source.trimEnd(start, end)) });
      visit(inside);
    }
  };
  visit(format?.read(text)?.blocks ?? []);
  return found;
}
