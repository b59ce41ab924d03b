/**
 * Everything that a command or a server says goes through here, to terminals and to pipes. Names, paths, code and messages come from
 * repositories, and what controls a terminal (escape sequences, carriage returns, bells) or hides code from its reader (marks that turn
 * the direction of writing) does not get through. A test holds that nothing else of the command line and its servers writes.
 */

/** Control characters but tabs and line breaks; marks that override or isolate the direction of writing. */
const unprintable = /[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/gu;
/** In JSON: strings have the other control characters escaped already. */
const unprintableInJson = /[\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;
/** What we colour with. */
const colours = /\x1b\[(?:0|1|2|33|36)m/;

/** Text of several lines, with a question mark for each unprintable character. */
export function printableText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(unprintable, '?');
}

/** JSON of one line. It says the same as `JSON.stringify`, without a character that a terminal would obey. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replace(
    unprintableInJson,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Writes to standard output, and waits while the reader is behind. */
export function writeOutput(text: string): Promise<void> {
  return write(printableText(text));
}

/** The same, one JSON object per line: not checked twice, since there can be hundreds of megabytes. */
export function writeJsonLines(values: readonly unknown[]): Promise<void> {
  return write(values.map((value) => `${printableJson(value)}\n`).join(''));
}

/** The same with the colours of a terminal. What is coloured must be printable, since it could have colours of its own. */
export function writeColoured(text: string): Promise<void> {
  const pieces = text.split(new RegExp(`(${colours.source})`));
  return write(pieces.map((piece, i) => (i % 2 === 1 ? piece : printableText(piece))).join(''));
}

async function write(printable: string): Promise<void> {
  if (printable !== '' && !process.stdout.write(printable))
    await new Promise((done) => process.stdout.once('drain', done));
}

/** A line of standard output. */
export function printLine(text: string): void {
  console.log(printableText(text));
}

/** A line of standard error. */
export function printError(text: string): void {
  console.error(printableText(text));
}

/** A line that overwrites itself, on a terminal; an empty text clears it. */
export function showStatus(text: string): void {
  process.stderr.write(`\r\x1b[K${printableText(text).replaceAll('\n', ' ')}`);
}
