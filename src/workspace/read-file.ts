/** Reads a file as text, or gives the reason why it is skipped. */
import { closeSync } from 'node:fs';
import { basename } from 'node:path';
import { fileOptions } from '../options/file-options';
import { maxSourceBytes, openPlainFile, readOpened } from '../shared/plain-file';
import { type DecodedBytes, decodeText } from './decode-text';
import { secretByContent, secretByName } from './secret-files';
import { generatedMark, skipByHead, skipByName } from './skip-by-name';
import { type Skipped, type SkipReason, unreadable } from './skip-reasons';

const jsonFile = /\.jsonl?$/i;

/** All marks of one format must be present. */
const formats: readonly (readonly RegExp[])[] = [
  // ChatGPT
  [/"mapping"\s*:\s*\{/, /"author"\s*:\s*\{[^{}]{0,200}"role"\s*:/, /"parts"\s*:\s*\[/],
  // Claude
  [/"chat_messages"\s*:\s*\[/, /"sender"\s*:\s*"(?:human|assistant)"/],
  // VS Code
  [/"requests"\s*:\s*\[/, /"(?:requesterUsername|responderUsername)"\s*:/, /"response"\s*:\s*\[/],
  // Messages of the OpenAI API and of others; one of them, with its content before or after its role
  [/"role"\s*:\s*"(?:user|human)"/, /"role"\s*:\s*"(?:assistant|model|ai|bot)"/, /"content"\s*:\s*["[]/],
  [/"role"\s*:\s*"(?:user|assistant|system)"\s*,\s*"content"\s*:\s*(?:"|\[\s*\{\s*"type"\s*:\s*"text")/],
  [/"content"\s*:/, /"\s*,\s*"role"\s*:\s*"(?:user|assistant|system)"\s*\}/],
  // Training data
  [/"conversations"\s*:\s*\[/, /"from"\s*:\s*"(?:human|user)"/, /"value"\s*:\s*"/],
];

/**
 * Recognises exports of conversations, which are JSON on one line: their long lines are what people wrote, so they are not minified.
 * Only the reader decides whether a file is a conversation; here a few marks are enough, because the check is made only for files
 * that would be skipped otherwise.
 */
function isConversationExport(file: string, text: string): boolean {
  return (
    jsonFile.test(file) &&
    /^\ufeff?\s*[[{]/.test(text) &&
    formats.some((marks) => marks.every((mark) => mark.test(text)))
  );
}

type ReadResult = DecodedBytes | { readonly skipped: Skipped };

export interface ReadLimits {
  readonly maxBytes: number;
  /** Also read minified, oversized, generated, lock and secret files. */
  readonly force: boolean;
  /** Who gave the path. Undefined: the user, who gets every file. */
  readonly foundBy?: 'walk' | 'ignore-file';
}

/** Of a file that a walk found: generated, lock and similar files are skipped, unless `.codegrainignore` names them; secrets always. */
export function walkLimits<T extends ReadLimits>(limits: T, isNamed = false): T & ReadLimits {
  return { ...limits, foundBy: isNamed ? 'ignore-file' : 'walk' };
}

export const defaultLimits: ReadLimits = { maxBytes: fileOptions.maxBytes.default, force: false };

const maxLineLength = 10_000;
const maxMeanLineLength = 400;
const document = /\.(md|mdx|markdown|rst|adoc|asciidoc)$/i;
/** In prose long lines are paragraphs; in a notebook they are pictures, which are left out. */
const prose = /\.(ipynb|md|mdx|markdown|txt|text|csv|tsv|psv|tab|rst|adoc|asciidoc|tex|org|log|html?)$/i;

export function readSource(file: string, limits: ReadLimits = defaultLimits): ReadResult {
  const found = readFileBytes(file, limits);
  return 'skipped' in found ? found : readBytes(file, found.bytes, limits);
}

/**
 * The bytes of a file, unless it is skipped because of its type, name or size. Synchronous: the parse worker has nothing else to do
 * meanwhile, and five switches to another thread cost more than reading a source file.
 */
export function readFileBytes(
  file: string,
  limits: ReadLimits,
): { readonly bytes: Uint8Array } | { readonly skipped: Skipped } {
  const byName = skippedByName(file, limits);
  if (byName) return { skipped: byName };
  try {
    const opened = openPlainFile(file);
    try {
      const maxBytes = sizeLimit(limits);
      const bytes = readOpened(opened, maxBytes);
      return bytes ? { bytes } : { skipped: tooLarge(Math.max(opened.stats.size, maxBytes + 1), maxBytes) };
    } finally {
      closeSync(opened.handle);
    }
  } catch (error) {
    return { skipped: unreadable(error) };
  }
}

function skippedByName(file: string, { force, foundBy }: ReadLimits): Skipped | undefined {
  if (force || foundBy === undefined) return undefined;
  return foundBy === 'walk' ? (skipByName(basename(file)) ?? skipByHead(file)) : secretByName(basename(file));
}

/** The text of bytes that were already read: from a file, or from standard input. */
export function readBytes(file: string, bytes: Uint8Array, limits: ReadLimits = defaultLimits): ReadResult {
  const skippedBySize = overLimit(bytes.length, limits);
  if (skippedBySize) return { skipped: skippedBySize };
  const decoded = decodeText(bytes);
  if (!decoded) return skip('binary', 'is binary');
  const skipped = textSkipReason(file, decoded.text, limits);
  return skipped ? { skipped } : decoded;
}

/** Applies the rules for files to a text in memory. Undefined if it is not skipped. */
export function textSkipReason(path: string, text: string, limits: ReadLimits): Skipped | undefined {
  const skippedBySize = overLimit(Buffer.byteLength(text), limits);
  if (skippedBySize) return skippedBySize;
  if (limits.force) return undefined;
  if (limits.foundBy !== undefined) {
    const name = basename(path);
    const secret = secretByName(name) ?? secretByContent(name, text);
    if (secret) return secret;
    const unwanted = limits.foundBy === 'walk' ? (skipByName(name) ?? skipByContent(path, text)) : undefined;
    if (unwanted) return unwanted;
  }
  const message = minifiedMessage(path, text);
  return message && !isConversationExport(path, text) ? { reason: 'minified', message } : undefined;
}

function skipByContent(path: string, text: string): Skipped | undefined {
  if (/^\s*\{\s*"version"\s*:\s*3\s*,\s*"(?:file|sources|sourceRoot|mappings|names)"\s*:/.test(text))
    return { reason: 'source-map', message: 'is a source map' };
  // A README that a tool updates is still written for people.
  const mark = document.test(path) ? undefined : generatedMark(text);
  return mark === undefined
    ? undefined
    : { reason: 'generated', message: `says it is generated: "${mark.length > 80 ? `${mark.slice(0, 79)}…` : mark}"` };
}

/** A message if most of the text is in lines too long to be written by a person. One long string in code is not enough. */
function minifiedMessage(file: string, text: string): string | undefined {
  if (prose.test(file)) return undefined;
  let lines = 1;
  let start = 0;
  let inLongLines = 0;
  let first: string | undefined;
  const hasReturns = text.includes('\r');
  for (let i = 0; i <= text.length; i++) {
    i = lineBreak(text, i, hasReturns);
    const code = i < text.length ? text.charCodeAt(i) : 10;
    if (i - start > maxLineLength) {
      inLongLines += i - start;
      first ??= `looks minified: line ${lines} has ${i - start} characters`;
    }
    if (i < text.length && !(code === 13 && text.charCodeAt(i + 1) === 10)) lines++;
    start = i + 1;
  }
  if (inLongLines * 2 > text.length) return first;
  const mean = Math.round(text.length / lines);
  return mean > maxMeanLineLength && text.length > maxLineLength
    ? `looks minified: ${mean} characters per line`
    : undefined;
}

/** The next line feed or carriage return; the end of the text if there is none. */
function lineBreak(text: string, from: number, hasReturns: boolean): number {
  if (!hasReturns) {
    const found = text.indexOf('\n', from);
    return found < 0 ? text.length : found;
  }
  let at = from;
  while (at < text.length && text.charCodeAt(at) !== 10 && text.charCodeAt(at) !== 13) at++;
  return at;
}

function overLimit(bytes: number, limits: ReadLimits): Skipped | undefined {
  const limit = sizeLimit(limits);
  return bytes <= limit ? undefined : tooLarge(bytes, limit);
}

function sizeLimit({ force, maxBytes }: ReadLimits): number {
  return force ? maxSourceBytes : Math.min(maxBytes, maxSourceBytes);
}

function tooLarge(bytes: number, limit: number): Skipped {
  const message = `has ${sizeText(bytes)}, more than the limit of ${sizeText(limit)}`;
  return { reason: 'too-large', message, size: { bytes, limit } };
}

function skip(reason: SkipReason, message: string): { readonly skipped: Skipped } {
  return { skipped: { reason, message } };
}

function sizeText(bytes: number): string {
  return bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.ceil(bytes / 1e3)} kB`;
}
