/**
 * Cuts a pasted text into lines of four kinds: prose, code, output of programs, and what says nothing about the question (headings
 * of templates, checklists, comments, version lists). Fences decide where they are: of Markdown, Trac (`{{{`), Jira (`{code}`) and
 * HTML (`<pre>`). Elsewhere each line is judged by its own shape and by the line before it, because trackers lose fences and
 * indentation when texts are copied. One pass; nothing is looked at twice.
 */
import {
  headingKind,
  isCodeLine,
  isDecoration,
  isHeading,
  isLabelledValue,
  isOutputLine,
  isSentence,
  isTypedCommand,
  isVersionLine,
} from './line-signs';

/** Fences around code: of Markdown, of Trac (`{{{`), of Jira (`{code}`) and of HTML (`<pre>`). */
interface Fence {
  /** Where a line closes it; -1: it does not. */
  readonly closes: (line: string) => number;
  readonly language: string;
  readonly lines: string[];
}

interface OpenedFence {
  readonly fence: Fence;
  readonly before: string;
  readonly inside: string;
  readonly after: string;
  readonly isClosed: boolean;
}

const openings: readonly { readonly open: RegExp; readonly close: (opening: string) => string }[] = [
  { open: /(`{3,}|~{3,})[ \t]*([\w+#.-]*)[^\S\n]*(?:\{[^}]{0,80}\})?/, close: (opening) => opening },
  { open: /(\{\{\{)(?:#!([\w+-]+))?/, close: () => '}}}' },
  {
    open: /(\{(?:code|noformat)(?::([\w+#-]*)[^}]{0,80})?\})/,
    close: (opening) => (opening.startsWith('{c') ? '{code}' : '{noformat}'),
  },
  { open: /(<pre[^>]{0,80}>)()/i, close: () => '</pre>' },
];

const openingMarks = ['```', '~~~', '{{{', '{code', '{noformat', '<pre', '<PRE'];

/** A fence that this line opens, or opens and closes. */
function openedFence(line: string): OpenedFence | undefined {
  if (!openingMarks.some((mark) => line.includes(mark))) return undefined;
  for (const { open, close } of openings) {
    const found = open.exec(line);
    if (!found) continue;
    const [whole, mark = '', language = ''] = found;
    const end = close(mark);
    const before = line.slice(0, found.index);
    // `~~~` and `{{{` are marks only at the beginning of a line: elsewhere they are code of templates, or quoted.
    if ((mark.startsWith('~') || mark === '{{{') && before.trim() !== '') continue;
    const rest = line.slice(found.index + mark.length);
    const fence: Fence = { language, lines: [], closes: (one) => closingAt(one, end) };
    const at = rest.toLowerCase().indexOf(end);
    if (at >= 0) {
      const after = rest.slice(at + end.length);
      return { fence, before, inside: rest.slice(0, at), after, isClosed: true };
    }
    const inside = line.slice(found.index + whole.length);
    return { fence, before, inside, after: '', isClosed: false };
  }
  return undefined;
}

/** Where a line closes a fence; -1: it does not. */
function closingAt(line: string, end: string): number {
  if (!/^[`~]/.test(end)) return line.toLowerCase().indexOf(end);
  const at = line.indexOf(end);
  // A fence of Markdown closes on a line of its own, but people forget the line break before it.
  return at >= 0 && /^[`~]+\s*$/.test(line.slice(at)) ? at : -1;
}

type LineKind = 'prose' | 'code' | 'output' | 'aside';

export interface TextLine {
  /** A piece of the text: the line, without marks of quotations. */
  readonly text: string;
  readonly kind: LineKind;
}

/** Languages of fences that hold what a program printed, and those that hold anything. */
const outputLanguages = /^(?:pytb|traceback|log|logs|output|stdout|stderr|pycon-traceback|none-output)$/i;
const anyLanguages =
  /^(?:|text|txt|plain|plaintext|console|shell|sh|bash|zsh|shell-session|sh-session|terminal|none|markdown|md|cmd|powershell|pycon|python-repl|ipython|irb)$/i;

export function textLines(text: string): TextLine[] {
  const reader = new BlockReader();
  for (let at = 0; at <= text.length; ) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    reader.read(text.slice(at, end > at && text[end - 1] === '\r' ? end - 1 : end));
    at = end + 1;
  }
  reader.end();
  return reader.lines;
}

class BlockReader {
  readonly lines: TextLine[] = [];
  private fence: Fence | undefined;
  private isInComment = false;
  private isInEnvironment = false;
  private isInDiff = false;
  private isInTrace = false;
  /** Kind and indentation of the last line that was not blank; is a blank line between it and the next one? */
  private before: LineKind = 'prose';
  private indent = 0;
  private isAfterBlank = true;
  private isInList = false;

  read(raw: string): void {
    if (this.fence) this.readFenced(this.fence, raw);
    else this.readUnfenced(raw);
  }

  private readUnfenced(raw: string): void {
    const line = this.withoutComment(unquoted(raw));
    if (line === undefined) return;
    const opened = openedFence(line);
    if (!opened) {
      this.readPlain(line);
      return;
    }
    if (opened.before.trim() !== '') this.readPlain(opened.before);
    if (opened.inside.trim() !== '') opened.fence.lines.push(opened.inside);
    this.fence = opened.fence;
    if (opened.isClosed) this.endFence(opened.after);
  }

  end(): void {
    if (this.fence) this.endFence('');
  }

  private readFenced(fence: Fence, raw: string): void {
    const at = fence.closes(raw);
    if (at < 0) {
      fence.lines.push(raw);
      return;
    }
    const inside = raw.slice(0, at);
    if (inside.trim() !== '' && !/^[\s>]*$/.test(inside)) fence.lines.push(inside);
    this.endFence(raw.slice(at).replace(/^(?:`{3,}|~{3,}|\}\}\}|\{\w+\}|<\/pre>)/i, ''));
  }

  private endFence(after: string): void {
    const { language = '', lines = [] } = this.fence ?? {};
    this.fence = undefined;
    const kinds = fencedKinds(lines, language, this.isInEnvironment);
    for (let i = 0; i < lines.length; i++) this.push(unquoted(lines[i] ?? ''), kinds[i] ?? 'code');
    this.before = 'prose';
    this.isAfterBlank = true;
    this.isInTrace = false;
    if (after.trim() !== '') this.readPlain(after);
  }

  private readPlain(line: string): void {
    if (line.trim() === '') {
      this.isAfterBlank = true;
      this.isInTrace = false;
      return;
    }
    const indent = indentOf(line);
    const kind = this.kindOf(line, indent);
    this.push(line, kind);
    this.before = kind;
    this.indent = indent;
    this.isAfterBlank = false;
  }

  private kindOf(line: string, indent: number): LineKind {
    if (!this.isInDiff && !this.isInTrace && !this.isInEnvironment && indent === 0 && isSentence(line)) {
      this.isInList = false;
      return 'prose';
    }
    if (isDecoration(line)) return 'aside';
    if (this.isDiff(line)) return 'code';
    const heading = isHeading(line) || this.isAfterBlank || isShort(line) ? headingKind(line) : undefined;
    if (heading) {
      this.isInEnvironment = heading === 'environment';
      if (this.lines.length > 0) return 'aside';
    } else if (isHeading(line)) {
      this.isInEnvironment = false;
    }
    if (this.isInEnvironment && isLabelledValue(line)) return 'aside';
    if (isVersionLine(line)) return 'aside';
    if (this.isOutput(line, indent)) return 'output';
    const isItem = /^\s*(?:[-*+•]|\d{1,3}[.)]) /.test(line);
    if (isItem) this.isInList = true;
    else if (indent === 0 && this.isAfterBlank) this.isInList = false;
    if (indent >= 4 && !isItem && !this.isInList && (this.isAfterBlank ? true : this.before === 'code')) return 'code';
    if (indent > this.indent && this.before === 'code' && !this.isAfterBlank) return 'code';
    return !isItem && isCodeLine(line) ? 'code' : 'prose';
  }

  private isOutput(line: string, indent: number): boolean {
    const isSign = isOutputLine(line) && !isTypedCommand(line);
    if (isSign) {
      this.isInTrace = /^\s*(?:Traceback \(|File ["~/<]|goroutine |panic:|\d+: |stack backtrace)/.test(line);
      return true;
    }
    // The source line below a frame of Python, the place below a frame of Go and Rust.
    return this.isInTrace && (indent > 0 || /^[\w./*()[\]·-]+\(.*\)$/.test(line.slice(0, 300)));
  }

  /** Patches in mails and comments: from `diff --git` or `--- a/x` on. */
  private isDiff(line: string): boolean {
    if (/^(?:diff --git |Index: \S|--- (?:a\/|\S+\.\w+)|\+\+\+ (?:b\/|\S+\.\w+)|@@ -\d)/.test(line)) {
      this.isInDiff = true;
      return true;
    }
    if (this.isInDiff && this.isAfterBlank && !/^[-+ @\t]/.test(line)) this.isInDiff = false;
    return this.isInDiff && /^(?:[-+ \t@]|index [0-9a-f]|new file|deleted file|similarity|rename )/.test(line);
  }

  /** The line without HTML comments; undefined: there is nothing else in it. */
  private withoutComment(line: string): string | undefined {
    let rest = line;
    let kept = '';
    for (;;) {
      if (this.isInComment) {
        const end = rest.indexOf('-->');
        if (end < 0) break;
        this.isInComment = false;
        rest = rest.slice(end + 3);
      }
      const start = rest.indexOf('<!--');
      if (start < 0) {
        kept = kept === '' ? rest : `${kept} ${rest}`;
        break;
      }
      kept += rest.slice(0, start);
      rest = rest.slice(start + 4);
      this.isInComment = true;
    }
    return kept.trim() === '' && line.trim() !== '' ? undefined : kept;
  }

  private push(text: string, kind: LineKind): void {
    this.lines.push({ text, kind });
  }
}

/** What the lines of a fence are: code, or output with the commands that made it. */
function fencedKinds(lines: readonly string[], language: string, isInEnvironment: boolean): LineKind[] {
  if (outputLanguages.test(language)) return lines.map(() => 'output');
  if (isInEnvironment && lines.every((line) => line.trim() === '' || isLabelledValue(line)))
    return lines.map(() => 'aside');
  const signs = lines.map((line) => isOutputLine(line) && !isTypedCommand(line));
  const outputs = signs.filter(Boolean).length;
  const used = lines.filter((line) => line.trim() !== '').length;
  const typed = lines.map(isTypedCommand);
  const isAny = anyLanguages.test(language);
  const isTyped = typed.some(Boolean);
  // What follows a typed command is what it printed.
  if (isAny && isTyped) return typed.map((is) => (is ? 'code' : 'output'));
  if (isAny && outputs > 0 && (outputs * 4 >= used || lines.some((line) => /^\s*Traceback \(most/.test(line))))
    return lines.map(() => 'output');
  const sentences = lines.filter((line) => /(?:^|\s)[A-Za-z]+ [a-z]+ [A-Za-z]+(?=[\s.,:;!?]|$)/.test(line)).length;
  if (isAny && sentences * 2 >= used && !lines.some(isCodeLine)) return lines.map(() => 'output');
  if (used > 2 && outputs * 2 >= used) return lines.map(() => 'output');
  if (isAny && used > 0 && lines.every((line) => line.trim() === '' || isVersionLine(line) || isHeading(line)))
    return lines.map(() => 'aside');
  return typed.map((is, i) => (isTyped && !is && !isAny ? 'output' : signs[i] ? 'output' : 'code'));
}

/** Without the marks of quoted mails and comments. */
function unquoted(line: string): string {
  return line.startsWith('>') && !line.startsWith('>>>') ? line.replace(/^(?:> ?){1,8}/, '') : line;
}

/** One or two words, as a heading that lost its marks has. */
function isShort(line: string): boolean {
  return line.length < 40 && line.trim().split(' ').length <= 2;
}

function indentOf(line: string): number {
  let indent = 0;
  for (const char of line) {
    if (char === '\t') indent += 4;
    else if (char === ' ') indent++;
    else break;
  }
  return indent;
}
