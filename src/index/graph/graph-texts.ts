/** The texts of files as the graph needs them: signatures, first lines of documentation, and the lines that have a word. */
import type { LinkedDefinition } from '../../code/links/file-links';

const maxLength = 160;

/** Marks of comments at the start of a line, and at its end. */
const opening = /^\s*(?:\/\*[*!]*|\*+(?!\/)|\/\/[/!]*|#+|--+|;+|%+|"""|''')\s?/;
const closing = /\s*(?:\*+\/|"""|''')\s*$/;
const isComment = /^\s*(?:\/\/|\/\*|\*|#(?!\[|include|define|if|endif|else|pragma)|--|;|%)/;

/** The first line of a definition's documentation: of the comment above it, or of the string that its body begins with. */
function firstDocLine(text: string, start: number, signatureEnd: number): string | undefined {
  return commentAbove(text, start) ?? docstringAfter(text, signatureEnd);
}

function commentAbove(text: string, start: number): string | undefined {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lines: string[] = [];
  for (let end = lineStart - 1; end > 0; ) {
    const from = text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(from, end);
    if (!isComment.test(line)) break;
    lines.push(line);
    end = from - 1;
  }
  return firstSentence(lines.reverse());
}

function docstringAfter(text: string, signatureEnd: number): string | undefined {
  const after = /^\s*:?\s*[rRuU]?("""|''')([\s\S]{0,400})/.exec(text.slice(signatureEnd, signatureEnd + 500));
  return after ? firstSentence((after[2]?.split(after[1] ?? '"""')[0] ?? '').split('\n')) : undefined;
}

function firstSentence(lines: readonly string[]): string | undefined {
  for (const line of lines) {
    const words = line.replace(opening, '').replace(closing, '').trim();
    // A line of dashes or a tag says nothing.
    if (!/\p{L}{2}/u.test(words) || words.startsWith('@')) continue;
    return words.length > maxLength ? `${words.slice(0, maxLength)}…` : words;
  }
  return undefined;
}

/** Characters of texts that are kept; then all are read again. */
const maxKept = 4_000_000;

/** A signature is shown on one line. */
const maxSignature = 240;

/** Comments between a signature and its body. */
const commentsBelow = /(?:\n\s*(?:#|\/\/).*)+\s*$/;

export class GraphTexts {
  private readonly texts = new Map<string, SourceLines | undefined>();
  private kept = 0;

  /** @param textOf the text of a file as it is now. */
  constructor(private readonly textOf: (path: string) => string | undefined) {}

  /** The lines from `from` to `to` that have a name as a whole word; empty if the file cannot be read. */
  linesWith(name: string, path: string, from: number, to: number): number[] {
    return this.source(path)?.linesWith(name, from, to) ?? [];
  }

  /** On one line, without the body; undefined if the file cannot be read or has changed. */
  signature(path: string, { name, start, signatureEnd }: LinkedDefinition): string | undefined {
    const text = this.source(path)?.text.slice(start, signatureEnd) ?? '';
    if (!text.includes(name)) return undefined;
    const line = text.replace(commentsBelow, '').replace(/\s+/g, ' ').trim();
    return line.length > maxSignature ? `${line.slice(0, maxSignature)}…` : line;
  }

  docLine(path: string, { start, signatureEnd }: LinkedDefinition): string | undefined {
    const source = this.source(path);
    return source && firstDocLine(source.text, start, signatureEnd);
  }

  private source(path: string): SourceLines | undefined {
    if (this.texts.has(path)) return this.texts.get(path);
    const text = this.textOf(path);
    const source = text === undefined ? undefined : new SourceLines(text);
    this.kept += text?.length ?? 0;
    if (this.kept > maxKept) {
      this.texts.clear();
      this.kept = text?.length ?? 0;
    }
    this.texts.set(path, source);
    return source;
  }
}

class SourceLines {
  private lines: readonly string[] | undefined;

  constructor(readonly text: string) {}

  linesWith(name: string, from: number, to: number): number[] {
    this.lines ??= this.text.split('\n');
    const found: number[] = [];
    for (let line = from; line <= to && line <= this.lines.length; line++)
      if (hasWord(this.lines[line - 1] ?? '', name)) found.push(line);
    return found;
  }
}

const wordCharacter = /[\p{L}\p{N}_$]/u;

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!wordCharacter.test(text[at - 1] ?? ' ') && !wordCharacter.test(text[at + word.length] ?? ' ')) return true;
  return false;
}
