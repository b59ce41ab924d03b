/** The results of a run, a JSON line each, written as they come; from them a run that was stopped goes on. */

import { LineWriter, wholeLines } from '../index/file/line-file';
import type { Usage } from './chat-model';
import type { RunPiece } from './prompt-pieces';

export interface Result extends Omit<RunPiece, 'text' | 'context'> {
  readonly is: 'answer' | 'failed';
  /** A string or, with a schema, what fits it. */
  readonly answer?: unknown;
  readonly error?: string;
  readonly tokens: Usage;
  /** How long it took. */
  readonly ms: number;
  /** When it came, ISO 8601. */
  readonly time: string;
}

/** Where results go. */
export interface RunLog {
  append(result: Result): Promise<void>;
}

export class RunFile implements RunLog {
  private constructor(private readonly writer: LineWriter) {}

  static async open(file: string): Promise<RunFile> {
    return new RunFile(await LineWriter.open(file));
  }

  append(result: Result): Promise<void> {
    return this.writer.append(JSON.stringify(result));
  }

  close(): Promise<void> {
    return this.writer.close();
  }
}

/** Keys of what has an answer in the file. */
export function answeredIn(file: string): Set<string> {
  const keys = new Set<string>();
  for (const { key, is } of resultsIn(file)) if (is === 'answer') keys.add(key);
  return keys;
}

/** The results of a file, in the order in which they came; lines that are none are passed over. */
export function* resultsIn(file: string): Generator<Result> {
  for (const { text } of wholeLines(file)) {
    const result = resultOf(text);
    if (result) yield result;
  }
}

function resultOf(line: string): Result | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const value: Result = JSON.parse(line);
    return typeof value.key === 'string' && (value.is === 'answer' || value.is === 'failed') ? value : undefined;
  } catch {
    return undefined;
  }
}

export function resultFor(
  { text: _text, context: _context, ...place }: RunPiece,
  { is, ...rest }: Pick<Result, 'is' | 'answer' | 'error' | 'tokens' | 'ms'>,
): Result {
  return { is, ...place, ...rest, time: new Date().toISOString() };
}
