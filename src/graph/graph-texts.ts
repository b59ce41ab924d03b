/** The texts of files as the graph needs them: signatures, first lines of documentation, and the lines that have a word. */
import { readFileSync } from 'node:fs';
import type { LinkedDefinition } from '../chunking/links/file-links';
import { realFileInside } from '../shared/inside-folder';
import { decodeText } from '../workspace/decode-text';
import { firstDocLine } from './doc-line';

/** Characters of texts that are kept; then all are read again. */
const maxKept = 4_000_000;

/** A signature is shown on one line. */
const maxSignature = 240;

/** Comments between a signature and its body. */
const commentsBelow = /(?:\n\s*(?:#|\/\/).*)+\s*$/;

export class GraphTexts {
  private readonly texts = new Map<string, SourceLines | undefined>();
  private kept = 0;

  /** @param draftOf the unsaved text of a file, if an editor has one. */
  constructor(
    private readonly root: string,
    private readonly draftOf: (path: string) => string | undefined,
  ) {}

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
    const text = this.draftOf(path) ?? readInside(this.root, path);
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
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!wordCharacter.test(text[at - 1] ?? ' ') && !wordCharacter.test(text[at + word.length] ?? ' ')) return true;
  }
  return false;
}

/** A path of an index that leads outside the folder is not read: an index may come from others. */
export function readInside(root: string, path: string): string | undefined {
  const file = realFileInside(root, path);
  if (file === undefined) return undefined;
  try {
    return decodeText(readFileSync(file))?.text;
  } catch {
    return undefined;
  }
}
