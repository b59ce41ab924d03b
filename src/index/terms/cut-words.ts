/** Words and lines that are in two chunks, because a long line, or one with several statements, was cut. No chunk has them whole. */
import type { LexicalDocument } from './chunk-fields';
import { classOf, WORD } from './term-characters';

/** What was cut where a chunk begins. */
export interface ChunkCuts {
  readonly word: boolean;
  readonly line: boolean;
}

const none: ChunkCuts = { word: false, line: false };

export class CutWords {
  private before: LexicalDocument | undefined;

  /** Chunks of a file come in their order. */
  cutsAt(chunk: LexicalDocument): ChunkCuts {
    const { before } = this;
    this.before = chunk;
    if (before?.path !== chunk.path || before.end === undefined || chunk.start === undefined) return none;
    const line = (before.endLine ?? 0) >= chunk.startLine && !before.text.endsWith('\n');
    const endsInWord = classOf(before.text.charCodeAt(before.text.length - 1)) === WORD;
    return { word: line && endsInWord && isOneWord(chunk.text, before.end - chunk.start), line };
  }
}

/** Do the first `at` units, which the chunk before has too, and the next one belong to one word? */
function isOneWord(text: string, at: number): boolean {
  if (at < 0 || at >= text.length) return false;
  for (let i = 0; i <= at; i++) if (classOf(text.charCodeAt(i)) !== WORD) return false;
  return true;
}
