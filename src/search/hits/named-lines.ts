/** The lines of a chunk that a text points at: those of its stack frames and paths, and those that have its messages as literals. */
import type { QuestionParts } from '../query/question-parts';
import { messageMatcher } from '../query/text/message-matcher';
import { Mentions } from '../rank/mentions';

interface PlacedLines {
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
  /** 1-based. */
  readonly startLine: number;
}

/** The first messages are the surest. */
const maxMessages = 3;
/** Share of a message that a chunk must have, and that a line must have. */
const minShare = 0.5;

export class NamedLines {
  private readonly mentions: Mentions;
  private readonly matchers: readonly ((source: string) => number)[];

  constructor({ frames, paths, messages }: Pick<QuestionParts, 'frames' | 'paths' | 'messages'>) {
    this.mentions = new Mentions({ frames, paths });
    this.matchers = messages.slice(0, maxMessages).map(messageMatcher);
  }

  /** @returns 0-based. */
  of({ path, text, lines, startLine }: PlacedLines): Set<number> {
    const named = new Set<number>();
    for (const line of this.mentions.of(path)?.lines ?? []) {
      const at = line - startLine;
      if (at >= 0 && at < lines.length) named.add(at);
    }
    for (const share of this.matchers) {
      if (share(text) < minShare) continue;
      lines.forEach((line, at) => {
        if (share(line) >= minShare) named.add(at);
      });
    }
    return named;
  }
}
