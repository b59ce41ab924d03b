/**
 * Messages that a program showed: what follows the name of an error, an error level or a log's prefix, and what is quoted. The
 * source has them as string literals, with placeholders where the message has values: `messageMatcher`
 * below finds it there.
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

/**
 * How well does a source text contain a message as a string literal? The literal has placeholders where the message has values, and
 * may be concatenated over several lines:
 *
 *     message  Cannot open table 'users' after 3 tries
 *     source   "Cannot open table '%s' " +
 *              "after %d tries"
 *
 * Both are read as words. Values of the message (quoted, numbers, paths) and placeholders of the source end a run of words. Runs of
 * two words or more that are in the message in the same order, near each other in the source, add up; the score is the share of the
 * message's fixed words in them, where common words count little. One pass over the source, and none if it lacks the words.
 */

/** A word of a message that tells hardly anything. */
const commonWords: ReadonlySet<string> = new Set(
  'a an the is are was were be been to of in on at for from by with and or not no it its this that as if you your can cannot could has have had must should will does do did but than then there when while error failed invalid value type'.split(
    ' ',
  ),
);
const commonWeight = 0.25;

/** Words of source between two runs of one message. */
const maxGap = 30;
/** Words of a message that count. */
const maxMessageWords = 60;

/** A word of letters; a number counts as a value. */
const messagePiece =
  /"[^"]*"|`[^`]*`|'[^']*'(?!\w)|“[^”]*”|<[^<>]*>|\S*[/\\]\S*|0x[0-9a-fA-F]+|[\p{L}_][\p{L}\p{N}_]*(?:'(?:t|s|re|ve|ll|d))?|\S/gu;

/** In source: escapes, placeholders, prefixes of strings, words, and what ends a run. */
const sourcePiece =
  /\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[a-z0])|%(?:\(\w{1,60}\))?[-+#0]?[\d.*]{0,6}(?:l|ll|h|z)?[a-zA-Z@](?![\p{L}\p{N}])|\$?\{[^{}\n]{0,120}\}|#\{[^{}\n]{0,120}\}|\b[fFrRbBuUL]{1,2}(?=["'])|[\p{L}_][\p{L}\p{N}_]*(?:'(?:t|s|re|ve|ll|d))?|\d+/gu;

/** A message with fewer rare words than this never fits fully: such words stand together by chance. */
const fullWeight = 3;

interface FixedWords {
  readonly words: readonly string[];
  readonly weights: readonly number[];
  /** By word: is the next word a direct neighbour? */
  readonly isJoined: readonly boolean[];
  /** By word: the number of its clause. Programs put errors before errors: `cannot start: cannot open a: no such file`. */
  readonly clauses: readonly number[];
  /** Weight of each clause. */
  readonly clauseWeights: readonly number[];
  /** As written, each once. */
  readonly rare: readonly string[];
}

/** How much of the message, from 0 to 1, a source text has as a literal; of a message of several clauses, of the best of them. */
export function messageMatcher(message: string): (source: string) => number {
  const fixed = fixedWords(message);
  /** By two neighbours: where the first is. The first place wins. */
  const pairs = new Map<string, number>();
  for (let i = fixed.words.length - 2; i >= 0; i--)
    if (fixed.isJoined[i]) pairs.set(`${fixed.words[i]} ${fixed.words[i + 1]}`, i);
  const known = new Set(fixed.words);
  const needed = Math.min(2, fixed.rare.length);
  if (pairs.size === 0 || needed === 0) return () => 0;
  return (source) => (hasWords(source, fixed.rare, needed) ? matchIn(source, fixed, pairs, known) : 0);
}

function fixedWords(message: string): FixedWords {
  const words: string[] = [];
  const isJoined: boolean[] = [];
  const clauses: number[] = [];
  const rare = new Set<string>();
  let isAfterWord = false;
  let clause = 0;
  for (const [piece] of message.matchAll(messagePiece)) {
    if (words.length >= maxMessageWords) break;
    if (/^[\p{L}_]/u.test(piece) && !/[/\\]/.test(piece)) {
      if (isAfterWord) isJoined[words.length - 1] = true;
      const word = piece.toLowerCase();
      words.push(word);
      clauses.push(clause);
      if (!commonWords.has(word)) rare.add(piece);
      isAfterWord = true;
    } else if (/^[:;]$/.test(piece)) clause = words.length === 0 ? 0 : (clauses.at(-1) ?? 0) + 1;
    else if (!/^[.,!?()-]+$/.test(piece)) isAfterWord = false;
  }
  const weights = words.map((word) => (commonWords.has(word) ? commonWeight : 1));
  const clauseWeights: number[] = [];
  clauses.forEach((one, i) => {
    clauseWeights[one] = (clauseWeights[one] ?? 0) + (weights[i] ?? 0);
  });
  return { words, weights, isJoined, clauses, clauseWeights, rare: [...rare] };
}

/** A quick answer for most texts. */
function hasWords(source: string, words: readonly string[], needed: number): boolean {
  let found = 0;
  for (const word of words) if (source.includes(word) && ++found >= needed) return true;
  return false;
}

function matchIn(
  source: string,
  fixed: FixedWords,
  pairs: ReadonlyMap<string, number>,
  known: ReadonlySet<string>,
): number {
  const { words, weights, isJoined, clauses, clauseWeights } = fixed;
  let best = 0;
  /** Weight of the runs so far, the message's words from the first to after the last of them, and the source's word after them. */
  let chain = 0;
  let chainStart = 0;
  let next = 0;
  let chainEnd = 0;
  /** The run that is being read: from which word of the message, to which. */
  let from = -1;
  let to = -1;
  let before = '';
  let count = 0;
  const endRun = () => {
    if (from < 0) return;
    let weight = 0;
    for (let i = from; i < to; i++) weight += weights[i] ?? 0;
    const continues = chain > 0 && from >= next && count - (to - from) - chainEnd <= maxGap;
    // Common words alone begin nothing.
    if (continues || weight >= 1 + commonWeight) {
      chain = continues ? chain + weight : weight;
      if (!continues) chainStart = from;
      next = to;
      chainEnd = count;
      let total = 0;
      for (let one = clauses[chainStart] ?? 0; one <= (clauses[to - 1] ?? 0); one++) total += clauseWeights[one] ?? 0;
      best = Math.max(best, chain / Math.max(fullWeight, total));
    }
    from = -1;
  };
  for (const [piece] of source.matchAll(sourcePiece)) {
    const code = piece.charCodeAt(0);
    // An escape, or the prefix of a string
    if (code === 92 || (piece.length <= 2 && /^[fFrRbBuUL]{1,2}$/.test(piece) && !known.has(piece.toLowerCase())))
      continue;
    // A placeholder: `%`, `$`, `{`, `#`; or a number
    if (code === 37 || code === 36 || code === 123 || code === 35 || (code >= 48 && code <= 57)) {
      endRun();
      before = '';
      continue;
    }
    const word = piece.toLowerCase();
    if (from >= 0 && words[to] === word && isJoined[to - 1]) {
      to++;
    } else {
      endRun();
      const at = before === '' || !known.has(word) ? undefined : pairs.get(`${before} ${word}`);
      if (at !== undefined) {
        from = at;
        to = at + 2;
      }
    }
    before = word;
    count++;
  }
  endRun();
  return Math.min(1, best);
}
