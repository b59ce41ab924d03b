/** A file as text, or the reason why it is left out. Nothing is dropped without one. */
import { readFileSync, statSync } from 'node:fs';
import { fileOptions } from '../options/file-options';
import { generatedMark } from './generated-mark';
import { skipByName } from './skip-by-name';
import { type Skipped, type SkipReason, unreadable } from './skip-reasons';

type ReadResult = { readonly text: string } | { readonly skipped: Skipped };

export interface ReadLimits {
  readonly maxBytes: number;
  /** Read minified, oversized and unwanted files all the same. */
  readonly force: boolean;
  /** Found in a folder, not named by anyone: what is generated, locked, secret and so on is left out too. */
  readonly isDiscovered?: boolean;
}

export const defaultLimits: ReadLimits = { maxBytes: fileOptions.maxBytes.default, force: false };

/** Beyond this even `force` gives up: one string cannot hold it, and no one searches it. */
const absoluteBytes = 256 * 1024 * 1024;
const sniffBytes = 8192;
const longestLine = 10_000;
const longestMean = 400;
const document = /\.(md|mdx|markdown|rst|adoc|asciidoc)$/i;
/** Long lines are paragraphs there; in a notebook they are pictures, which are left out. */
const prose = /\.(ipynb|md|mdx|markdown|txt|text|rst|adoc|asciidoc|tex|org|log|html?)$/i;

export function readSource(file: string, limits: ReadLimits = defaultLimits): ReadResult {
  const found = readFileBytes(file, limits);
  return 'skipped' in found ? found : readBytes(file, found.bytes, limits);
}

/**
 * The bytes of a file, unless what it is on the outside leaves it out. Without promises: the parse worker has nothing else to do
 * meanwhile, and five trips to another thread cost more than reading a file of code.
 */
export function readFileBytes(
  file: string,
  limits: ReadLimits,
): { readonly bytes: Uint8Array } | { readonly skipped: Skipped } {
  try {
    // Before it is opened: opening a pipe would wait for a writer.
    const found = statSync(file);
    if (!found.isFile()) return skip('not-a-file', 'is not a regular file');
    const byName = limits.isDiscovered && !limits.force ? skipByName(file) : undefined;
    if (byName) return { skipped: byName };
    const tooLarge = overLimit(found.size, limits);
    return tooLarge ? { skipped: tooLarge } : { bytes: readFileSync(file) };
  } catch (error) {
    return { skipped: unreadable(error) };
  }
}

/** The text in bytes that were read already: of a file, or of standard input. */
export function readBytes(file: string, bytes: Uint8Array, limits: ReadLimits = defaultLimits): ReadResult {
  const tooLarge = overLimit(bytes.length, limits);
  if (tooLarge) return { skipped: tooLarge };
  const text = decode(bytes);
  if (text === undefined) return skip('binary', 'is binary');
  const skipped = textSkipReason(file, text, limits);
  return skipped ? { skipped } : { text };
}

/** Why a text is left out, where it is: the rules for files, for a text that is in memory. */
export function textSkipReason(path: string, text: string, limits: ReadLimits): Skipped | undefined {
  const tooLarge = overLimit(Buffer.byteLength(text), limits);
  if (tooLarge) return tooLarge;
  if (limits.force) return undefined;
  const unasked = limits.isDiscovered ? (skipByName(path) ?? unwantedText(path, text)) : undefined;
  if (unasked) return unasked;
  const long = minified(path, text);
  return long ? { reason: 'minified', message: long } : undefined;
}

function unwantedText(path: string, text: string): Skipped | undefined {
  if (/^\s*-----BEGIN [A-Z0-9 ]*PRIVATE KEY/.test(text)) return { reason: 'secret', message: 'is a private key' };
  if (/^\s*\{\s*"version"\s*:\s*3\s*,\s*"(?:file|sources|sourceRoot|mappings|names)"\s*:/.test(text)) {
    return { reason: 'source-map', message: 'is a source map' };
  }
  // A README that a tool keeps is still what people read.
  const mark = document.test(path) ? undefined : generatedMark(text);
  return mark === undefined
    ? undefined
    : { reason: 'generated', message: `says it is generated: "${shortened(mark)}"` };
}

/** UTF-8, or UTF-16 where a byte order mark says so; the mark itself is left out, as in VS Code. Undefined: not text. */
export function decode(bytes: Uint8Array): string | undefined {
  // UTF-32 begins like UTF-16; nobody writes code in it.
  if (bytes[0] === 0xff && bytes[1] === 0xfe && bytes[2] === 0 && bytes[3] === 0) return undefined;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.subarray(0, sniffBytes).includes(0)) return undefined;
  const text = new TextDecoder('utf-8').decode(bytes);
  // Bytes that are no UTF-8 become U+FFFD, as the editor shows them; a text full of them is none.
  const head = text.slice(0, sniffBytes);
  let broken = 0;
  for (let i = 0; i < head.length; i++) {
    const code = head.charCodeAt(i);
    if (code === 0xfffd || (code < 32 && (code < 8 || (code > 13 && code !== 27)))) broken++;
  }
  return broken * 10 > head.length ? undefined : text;
}

/** Most of it in lines no one could have written. One long string in a file of code is none of that. */
function minified(file: string, text: string): string | undefined {
  if (prose.test(file)) return undefined;
  let lines = 1;
  let start = 0;
  let inLongLines = 0;
  let first: string | undefined;
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : 10;
    if (code !== 10 && code !== 13) continue;
    if (i - start > longestLine) {
      inLongLines += i - start;
      first ??= `looks minified: line ${lines} has ${i - start} characters`;
    }
    if (i < text.length && !(code === 13 && text.charCodeAt(i + 1) === 10)) lines++;
    start = i + 1;
  }
  if (inLongLines * 2 > text.length) return first;
  const mean = Math.round(text.length / lines);
  return mean > longestMean && text.length > longestLine ? `looks minified: ${mean} characters per line` : undefined;
}

function overLimit(bytes: number, limits: ReadLimits): Skipped | undefined {
  const limit = limits.force ? absoluteBytes : limits.maxBytes;
  if (bytes <= limit) return undefined;
  return { reason: 'too-large', message: `has ${size(bytes)}, more than the limit of ${size(limit)}` };
}

function skip(reason: SkipReason, message: string): { readonly skipped: Skipped } {
  return { skipped: { reason, message } };
}

function shortened(line: string): string {
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

function size(bytes: number): string {
  return bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.ceil(bytes / 1e3)} kB`;
}
