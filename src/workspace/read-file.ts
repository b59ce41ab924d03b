/** Reads a file as text, or gives the reason why it is skipped. */
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { fileOptions } from '../options/file-options';
import { isConversationExport } from './conversation-export';
import { type DecodedBytes, decodeText } from './decode-text';
import { generatedMark } from './generated-mark';
import { skipByHead, skipByName } from './skip-by-name';
import { type Skipped, type SkipReason, unreadable } from './skip-reasons';

type ReadResult = DecodedBytes | { readonly skipped: Skipped };

export interface ReadLimits {
  readonly maxBytes: number;
  /** Also read minified, oversized, generated, lock and secret files. */
  readonly force: boolean;
  /** Discovered in a folder, not named by the user: generated, lock, secret and similar files are skipped too. */
  readonly isDiscovered?: boolean;
}

export const defaultLimits: ReadLimits = { maxBytes: fileOptions.maxBytes.default, force: false };

/** The limit with `force`: a larger file does not fit in one string, and nobody searches it. */
const maxForcedBytes = 256 * 1024 * 1024;
const pieceBytes = 65_536;
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
  try {
    // Before opening it, because opening a pipe would wait for a writer.
    const found = statSync(file);
    if (!found.isFile()) return skip('not-a-file', 'is not a regular file');
    const byName = limits.isDiscovered && !limits.force ? (skipByName(file) ?? skipByHead(file)) : undefined;
    if (byName) return { skipped: byName };
    const tooLarge = overLimit(found.size, limits);
    if (tooLarge) return { skipped: tooLarge };
    return found.size > 0 ? { bytes: readFileSync(file) } : readWithoutSize(file, limits);
  } catch (error) {
    return { skipped: unreadable(error) };
  }
}

/** Files that the system makes up, in /proc for example, say that they are empty, and some never end. */
function readWithoutSize(
  file: string,
  limits: ReadLimits,
): { readonly bytes: Uint8Array } | { readonly skipped: Skipped } {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const handle = openSync(file, 'r');
  try {
    for (;;) {
      const piece = new Uint8Array(pieceBytes);
      const count = readSync(handle, piece, 0, piece.length, null);
      if (count === 0) return { bytes: Buffer.concat(pieces) };
      pieces.push(piece.subarray(0, count));
      size += count;
      const tooLarge = overLimit(size, limits);
      if (tooLarge) return { skipped: tooLarge };
    }
  } finally {
    closeSync(handle);
  }
}

/** The text of bytes that were already read: from a file, or from standard input. */
export function readBytes(file: string, bytes: Uint8Array, limits: ReadLimits = defaultLimits): ReadResult {
  const tooLarge = overLimit(bytes.length, limits);
  if (tooLarge) return { skipped: tooLarge };
  const decoded = decodeText(bytes);
  if (!decoded) return skip('binary', 'is binary');
  const skipped = textSkipReason(file, decoded.text, limits);
  return skipped ? { skipped } : decoded;
}

/** Applies the rules for files to a text in memory. Undefined if it is not skipped. */
export function textSkipReason(path: string, text: string, limits: ReadLimits): Skipped | undefined {
  const tooLarge = overLimit(Buffer.byteLength(text), limits);
  if (tooLarge) return tooLarge;
  if (limits.force) return undefined;
  const unwanted = limits.isDiscovered ? (skipByName(path) ?? skipByContent(path, text)) : undefined;
  if (unwanted) return unwanted;
  const message = minifiedMessage(path, text);
  return message && !isConversationExport(path, text) ? { reason: 'minified', message } : undefined;
}

function skipByContent(path: string, text: string): Skipped | undefined {
  if (/^\s*-----BEGIN [A-Z0-9 ]*PRIVATE KEY/.test(text)) return { reason: 'secret', message: 'is a private key' };
  if (/^\s*\{\s*"version"\s*:\s*3\s*,\s*"(?:file|sources|sourceRoot|mappings|names)"\s*:/.test(text)) {
    return { reason: 'source-map', message: 'is a source map' };
  }
  // A README that a tool updates is still written for people.
  const mark = document.test(path) ? undefined : generatedMark(text);
  return mark === undefined
    ? undefined
    : { reason: 'generated', message: `says it is generated: "${excerptOf(mark)}"` };
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
  const limit = limits.force ? maxForcedBytes : limits.maxBytes;
  if (bytes <= limit) return undefined;
  const message = `has ${sizeText(bytes)}, more than the limit of ${sizeText(limit)}`;
  return { reason: 'too-large', message, size: { bytes, limit } };
}

function skip(reason: SkipReason, message: string): { readonly skipped: Skipped } {
  return { skipped: { reason, message } };
}

function excerptOf(line: string): string {
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

function sizeText(bytes: number): string {
  return bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.ceil(bytes / 1e3)} kB`;
}
