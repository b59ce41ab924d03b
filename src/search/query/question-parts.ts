/**
 * Reads a pasted text (an issue, a mail, an error with its trace) into the parts that tell which code it is about. A report's title
 * says more than its body, prose says more than a log, and names, paths, stack frames and messages can be looked up exactly. Time is
 * linear in the length of the text.
 */
import { type MentionedName, NameCollector } from './text/mentioned-names';
import { type MentionedPath, PathCollector } from './text/mentioned-paths';
import { MessageCollector } from './text/messages';
import { type StackFrame, stackFrames } from './text/stack-frames';
import { type TextLine, textLines } from './text/text-blocks';

/** UTF-16 units that are kept of the beginning, of the middle and of the end. */
const kept = { beginning: 16_000, middle: 4_000, end: 4_000 } as const;

/** Longer lines are cut. */
const maxLineLength = 2000;

/** Fences, errors, `file.ext:12`, `line 12`, names in backticks. */
const telling =
  /^[\s>]{0,12}(?:```|~~~|\{\{\{|\}\}\}|\{code|\{noformat)|Error|Exception|panic|\.\w{1,10}:\d|\bline \d|`[^`]/;

/**
 * Leaves out most of the middle of a very long text: what it is about is said at its beginning, a log ends with what went wrong, and
 * between them only lines with places, errors and names tell something. Lines are kept whole, and so are the marks of fences, so that
 * what is left is read like the whole text.
 */
function condensedText(text: string): string {
  const { beginning, middle, end } = kept;
  if (text.length <= beginning + middle + end) return text;
  const from = lineEnd(text, beginning) ?? beginning;
  const to = Math.max(from, lineEnd(text, text.length - end) ?? text.length - end);
  const lines: string[] = [];
  let left: number = middle;
  for (let at = from; at < to && left > 0; ) {
    const next = Math.min(lineEnd(text, at) ?? at + maxLineLength, to);
    const line = text.slice(at, Math.min(next, at + left));
    if (telling.test(line.slice(0, 400))) {
      lines.push(line);
      left -= line.length;
    }
    at = next;
  }
  return text.slice(0, from) + lines.join('') + text.slice(to);
}

/** Where the line at an offset ends, after its line break; undefined: it goes on for long. */
function lineEnd(text: string, at: number): number | undefined {
  const newline = text.slice(at, at + maxLineLength).indexOf('\n');
  return newline < 0 ? undefined : at + newline + 1;
}

export interface QuestionParts {
  /** First line or sentence: what the author says it is about. Empty if the text begins with code or output. */
  readonly title: string;
  /** The natural language of the rest, without code, output, templates, addresses and version lists. */
  readonly prose: string;
  /** Fenced, indented and recognised code, and inline code. */
  readonly code: string;
  /** Lines of logs and stack traces, and what commands printed. */
  readonly output: string;
  /** Names in code, each once, the strongest place first. Of qualified names also the last part. */
  readonly names: readonly MentionedName[];
  /** The frame where the error was raised first. */
  readonly frames: readonly StackFrame[];
  /** Paths and modules, with slashes. */
  readonly paths: readonly MentionedPath[];
  /** Error messages and quoted sentences, as they were shown. */
  readonly messages: readonly string[];
  /** Several lines, long, or with signs of code and traces (question-parts.ts). */
  readonly isPasted: boolean;
}

/** A longer first line is a paragraph: its first sentence is the title. */
const maxTitleLength = 200;

export function questionParts(text: string): QuestionParts {
  const lines = textLines(condensedText(text));
  const prose: string[] = [];
  const seen = new Set<string>();
  const code: string[] = [];
  const output: string[] = [];
  const names = new NameCollector();
  const paths = new PathCollector();
  const messages = new MessageCollector();

  const { title, first, rest } = titleOf(lines);
  if (title !== '') {
    names.readProse(title, 'title');
    paths.readLine(first);
    messages.readLine(title, false);
    code.push(...inlineCode(title));
  }
  for (const { text: line, kind } of rest) {
    if (kind === 'prose') {
      paths.readLine(line);
      const words = proseOf(line);
      // Trackers repeat the title above the description, and copied texts have lines twice.
      if (words !== '' && words !== title && !seen.has(words)) prose.push(words);
      seen.add(words);
      names.readProse(words, 'prose');
      messages.readLine(line, false);
      code.push(...inlineCode(line));
    } else if (kind === 'code') {
      code.push(line);
      names.readCode(line);
      paths.readCode(line);
      messages.readCode(line);
    } else if (kind === 'output') {
      output.push(line);
      paths.readLine(line);
      names.readOutput(line);
      messages.readLine(line, true);
    }
  }
  const frames = stackFrames(lines.filter(({ kind }) => kind !== 'aside').map((line) => line.text));
  for (const { name, isForeign } of frames) if (name !== undefined && !isForeign) names.addFrame(name);
  return {
    title,
    prose: prose.join('\n'),
    code: code.join('\n'),
    output: output.join('\n'),
    names: names.names,
    frames,
    paths: paths.paths,
    messages: messages.messages,
    isPasted: operatorsIn(text) === 'none',
  };
}

/** The title, the line that it is from, and the lines after it. */
function titleOf(lines: readonly TextLine[]): { title: string; first: string; rest: readonly TextLine[] } {
  const at = lines.findIndex(({ kind, text }) => kind !== 'aside' && text.trim() !== '');
  const first = lines[at];
  if (first?.kind !== 'prose') return { title: '', first: '', rest: lines };
  const line = proseOf(first.text);
  if (line.length <= maxTitleLength) return { title: line, first: first.text, rest: lines.slice(at + 1) };
  const end = sentenceEnd(line);
  const rest: TextLine = { text: line.slice(end), kind: 'prose' };
  const title = line.slice(0, end).trim();
  return { title, first: title, rest: [rest, ...lines.slice(at + 1)] };
}

function sentenceEnd(line: string): number {
  const stop = /[.!?:](?= |$)/.exec(line.slice(20, maxTitleLength));
  if (stop) return 20 + stop.index + 1;
  const space = line.lastIndexOf(' ', maxTitleLength);
  return space > 0 ? space : maxTitleLength;
}

/** Longer inline code says nothing in a sentence. */
const maxInlineCode = 60;

const address = /<?\b(?:https?|ftp|git|ssh|mailto):[^\s<>()\]`"']+>?/g;

/** The words of a line, without the marks of lists and headings, tags, addresses and long pieces of code. */
function proseOf(line: string): string {
  let words = line;
  if (words.includes(']('))
    words = words
      .replace(/!\[[^\]\n]{0,200}\]\([^)\s]{0,1000}\)/g, '')
      .replace(/\[([^\][\n]{1,300})\]\([^)\s]{1,1000}\)/g, '$1');
  if (words.includes(':')) words = words.replace(address, '');
  if (words.includes('<')) words = words.replace(/<\/?[a-z][a-z0-9]{0,12}(?: [^<>]{0,300})?\/?>/gi, ' ');
  if (words.length > maxInlineCode && words.includes('`'))
    words = words.replace(/`([^`\n]*)`/g, (whole, inside: string) => (inside.length > maxInlineCode ? ' ' : whole));
  return words
    .replace(/^\s{0,40}(?:[#>]{1,6}|[-*+•]|\d{1,3}[.)]|h[1-6]\.|={2,6})\s+/, '')
    .replace(/^\[(?:bug|feature|feature request|question|help|rfc|proposal|regression|docs?|\w{1,12} ?bug)\]:?\s*/i, '')
    .replace(/\*\*|\u200b/g, '')
    .replace(/^\s*(_{1,2})(\S.*\S)\1\s*$/, '$2')
    .trim();
}

function inlineCode(line: string): string[] {
  if (!line.includes('`')) return [];
  return Array.from(
    line.matchAll(/``([^`\n]{1,400})``|`([^`\n]{1,400})`/g),
    ([, double, single]) => double ?? single ?? '',
  );
}

/**
 * Is a query typed with operators in mind, or is it a text that was pasted? Error messages, stack traces, logs, commands and issues
 * have quotes, dashes and colons of their own. Reading them as operators would filter out the very code that they are about.
 */

/** What may be an operator in a query: everything, only filters such as `path:src`, or nothing. */
export type OperatorUse = 'all' | 'filters' | 'none';

/** A typed query is hardly longer than this. */
const maxTypedWords = 40;
const maxTypedLength = 400;
/** In a longer sentence, quotes emphasise and dashes belong to names. */
const maxPhraseWords = 10;

const pastedSigns: readonly RegExp[] = [
  /\n[^\n]*\S/, // several lines
  /```/,
  // Flags of a command: `pytest -k "not slow" -x`, `npm run build --silent`
  /(?:^|\s)-[A-Za-z](?=\s|$)/,
  /(?:^|\s)--[a-z][\w-]*(?=[\s=]|$)/,
  // `TypeError: …`, `panic: …`, `error[E0308]: …`, `fatal: …`
  /(?:^|[\s.])(?:\w*(?:Error|Exception|Warning)|error|fatal|panic|warning)(?:\[\w+\])?:\s/,
  // Stack frames: `File "a.py", line 3`, `at f (a.js:1:2)`, `main.go:12 +0x1d`
  /\bFile "[^"]+", line \d+/,
  /\bat \S+ ?\([^()\s]+:\d+/,
  /\S\.\w+:\d+(?::\d+)? \S/,
  // A line of a log: `2026-01-31T10:00:00`, `[12:30:01.250]`
  /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d/,
  /\[\d\d:\d\d:\d\d/,
];

export function operatorsIn(text: string): OperatorUse {
  const trimmed = text.trim();
  if (trimmed.length > maxTypedLength || pastedSigns.some((sign) => sign.test(trimmed))) return 'none';
  const words = trimmed.split(/\s+/).length;
  if (words > maxTypedWords) return 'none';
  return words > maxPhraseWords ? 'filters' : 'all';
}
