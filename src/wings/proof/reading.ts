/**
 * What a reader has in its context, line by line: each tool call returns lines, some of which are lines of files. A line counts from
 * the token at which it ends, so that an answer that is cut by a limit counts for what came before.
 */

/** A line of an answer; `path` and `line` where it is a line of a file. */
export interface ShownLine {
  readonly text: string;
  readonly path?: string;
  /** 1-based. */
  readonly line?: number;
}

/** A call of a tool and its answer. */
export interface ToolAnswer {
  readonly call: string;
  readonly lines: readonly ShownLine[];
}

/** A line of a file that is in the context. */
interface SeenLine {
  readonly path: string;
  readonly line: number;
  /** Tokens read until the end of the line. */
  readonly tokens: number;
  /** Calls made until then. */
  readonly calls: number;
}

export interface Reading {
  readonly seen: readonly SeenLine[];
  readonly tokens: number;
  readonly calls: number;
}

type Count = (text: string) => number;

/** Reads answers, in order, until the limit of tokens. A generator is asked only for what is read. */
export function readAnswers(answers: Iterable<ToolAnswer>, limit: number, count: Count): Reading {
  const seen: SeenLine[] = [];
  const known = new Set<string>();
  let tokens = 0;
  let calls = 0;
  for (const { call, lines } of answers) {
    calls++;
    // The call is written by the model, so it is in the context too.
    tokens += count(call);
    // The tokens of lines do not add up exactly to those of the text.
    const counts = lines.map(({ text }) => count(`${text}\n`));
    const sum = counts.reduce((all, each) => all + each, 0);
    const scale = sum > 0 ? count(lines.map(({ text }) => text).join('\n')) / sum : 1;
    const before = tokens;
    let read = 0;
    for (const [at, { path, line }] of lines.entries()) {
      read += counts[at] ?? 0;
      tokens = before + Math.round(read * scale);
      if (tokens > limit) return { seen, tokens: limit, calls };
      if (path === undefined || line === undefined || known.has(`${path}:${line}`)) continue;
      known.add(`${path}:${line}`);
      seen.push({ path, line, tokens, calls });
    }
    if (tokens >= limit) break;
  }
  return { seen, tokens: Math.min(tokens, limit), calls };
}
