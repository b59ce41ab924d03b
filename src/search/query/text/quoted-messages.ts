/**
 * Messages that a program showed: what follows the name of an error, an error level or a log's prefix, and what is quoted. The
 * source has them as string literals, with placeholders where the message has values (message-matcher.ts).
 */

/** They are compared with the texts of candidates one by one. */
const maxMessages = 24;
const maxMessageLength = 400;
const maxLineLength = 2000;

const messageSigns: readonly RegExp[] = [
  // `ValueError: x`, `java.io.IOException: x`, `Uncaught TypeError: x`, `E   AssertionError: x`
  /(?:Error|Exception|Warning|Interrupt|Panic|Fault)(?: \[\w{1,40}\]| \(\w{1,40}\)|\(\w{0,40}\))?: {1,2}(?<message>\S.*)$/,
  // `panicked at 'x', src/a.rs:1:2`
  /\bpanicked at '(?<message>[^\n]{3,}?)', [^\s:]{1,300}:\d/,
  // `error[E0308]: x`, `fatal: x`, `a.c:3:1: error: x`, `[error]: #0 x`
  /(?:^|[\s:[])(?:error|fatal|panic|warning|warn|critical|fatal error|abort(?:ed)?|exception|failed|failure)\]?(?:\[\w{1,20}\])?: (?:#\d+ )?(?<message>\S.*)$/i,
  // Elixir, linters
  /^\*\* \([A-Z][\w.]{1,80}\) (?<message>\S.*)$/,
  /^\d+:\d+ {1,8}(?:error|warning) {1,8}(?<message>\S.{3,300}?) {2,}\S+$/,
  // Logs: after time and level
  /^\W{0,3}\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d\S* .{0,80}?\b(?:ERROR|WARN|WARNING|FATAL|CRITICAL|SEVERE|error|warn|warning|fatal)\b[\]:|\s-]{1,6}(?<message>\S.*)$/,
  /^\W{0,3}(?:ERROR|WARN|WARNING|FATAL|CRITICAL|SEVERE)\b[\]:|\s-]{1,6}(?<message>\S.*)$/,
];

/** What a message is read from, the surest first. */
const sources = ['error', 'quotation', 'line'] as const;

export class MessageCollector {
  private isBelowPanic = false;
  private readonly found = { error: new Set<string>(), quotation: new Set<string>(), line: new Set<string>() };

  get messages(): string[] {
    return [...new Set(sources.flatMap((source) => [...this.found[source]]))].slice(0, maxMessages);
  }

  /** Reads a line of output, or one of prose that may quote one. */
  readLine(line: string, isOutput: boolean): void {
    if (this.found.error.size >= maxMessages) return;
    const text = line.slice(0, maxLineLength).trim();
    // A place is no message, and Python repeats the source line below it, with its literals.
    if (
      isOutput &&
      /^(?:File "|at \S|from \S+:\d|#\d|\S+:\d+:in |\d{4}\S* .{0,80} \S+:\d+:in |(?:raise|throw|return) )/.test(text) &&
      !/: /.test(text)
    )
      return;
    const message = this.isBelowPanic ? text : errorIn(text);
    // Rust has the message below the place.
    this.isBelowPanic = /\bpanicked at [^\s:]{1,300}:\d+:\d+:$/.test(text);
    if (this.isBelowPanic) return;
    if (message !== undefined) this.add(isOutput ? message : (message.split('`', 1)[0] ?? ''), 'error');
    for (const quoted of this.found.quotation.size < maxMessages ? quotedIn(text) : []) {
      // Strings in a log are values more often than messages, unless they are sentences.
      if (!isOutput || quoted.split(' ').length >= 3) this.add(quoted, 'quotation');
    }
    if (
      isOutput &&
      message === undefined &&
      isMessage(text) &&
      text.split(' ').length >= 3 &&
      !/^(?:Traceback|#)/.test(text)
    )
      this.add(text, 'line');
  }

  /** Reads a line of code: people note the error in a comment, or paste a log as code. */
  readCode(line: string): void {
    if (!/error|exception|warning|panic|fail/i.test(line)) return;
    const text = line.slice(0, maxLineLength).trim();
    const message = errorIn(text);
    if (message !== undefined) this.add(message, 'error');
    for (const quoted of quotedIn(text)) this.add(quoted, 'quotation');
  }

  private add(raw: string, source: (typeof sources)[number]): void {
    const message = raw.slice(0, maxMessageLength).trim();
    const words = message.match(/[A-Za-z]{2,}/g) ?? [];
    if (words.length >= 2 && this.found[source].size < maxMessages && !/:\d+:in [`']/.test(message))
      this.found[source].add(message);
  }
}

function errorIn(text: string): string | undefined {
  // Ruby has the class behind the message: `a.rb:3:in 'f': x (RuntimeError)`
  const ruby = /:in [`'][^'`]{1,120}': (?<message>.{3,300}) \(\w[\w:]{0,120}\)$/.exec(text)?.groups?.message;
  if (ruby !== undefined) return ruby;
  // What a sign needs
  if (!/: |panicked|^\*\* |^\d+:\d+ |^\W{0,3}\d{4}|^\W{0,3}[A-Z]{4}/.test(text)) return undefined;
  for (const sign of messageSigns) {
    const message = sign.exec(text)?.groups?.message;
    if (message !== undefined)
      return message.replace(/ \{"\w+":.*$/, '').replace(/ in \/\S{1,300}:\d+$|,? at \S{1,300}:\d+(?::\d+)?$/, '');
  }
  return undefined;
}

/** Texts between quotes of one kind; a quote inside a word is an apostrophe. */
function quotedIn(line: string): string[] {
  const found: string[] = [];
  if (!/["'`“«]/.test(line)) return found;
  for (const [open, close] of [
    ['"', '"'],
    ['“', '”'],
    ["'", "'"],
    ['`', '`'],
    ['«', '»'],
  ] as const) {
    for (let at = line.indexOf(open); at >= 0 && at < line.length - 1; ) {
      const isOpening = at === 0 || !/[\w\\]/.test(line.charAt(at - 1));
      let end = isOpening ? line.indexOf(close, at + 1) : -1;
      while (close === "'" && end > 0 && /\w/.test(line.charAt(end + 1))) end = line.indexOf(close, end + 1);
      if (isOpening && end < 0) break;
      if (isOpening && isMessage(line.slice(at + 1, end))) found.push(line.slice(at + 1, end));
      at = line.indexOf(open, (isOpening ? end : at) + 1);
    }
  }
  return found;
}

/** Words with spaces between them, and hardly any operators of code. */
function isMessage(text: string): boolean {
  if (text.length < 6 || text.length > maxMessageLength || !/[A-Za-z]{2,} [^\s]/.test(text)) return false;
  const words = text.match(/(?<![\w.])[A-Za-z][a-z']+(?![\w.(])/g)?.length ?? 0;
  return words >= 2 && words * 2 >= text.split(/\s+/).length && !/[{};=]{2}|\) ?\{|=>|^[-+] | --?\w/.test(text);
}
