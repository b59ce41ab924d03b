/** The results of a run, one JSON line each, written as they arrive. A stopped run resumes from them. */

import { LineWriter, wholeLines } from '../../index/logs/line-file';
import type { TokenUsage } from './chat-model';
import type { RunPiece } from './prompt-pieces';

export interface RunResult extends Omit<RunPiece, 'text' | 'context'> {
  readonly is: 'answer' | 'failed';
  /** A string or, with a schema, a value that matches it. */
  readonly answer?: unknown;
  readonly error?: string;
  readonly tokens: TokenUsage;
  /** Duration of the request, in milliseconds. */
  readonly ms: number;
  /** When the result arrived, ISO 8601. */
  readonly time: string;
}

/** Receives results. */
export interface RunLog {
  append(result: RunResult): Promise<void>;
}

export class RunLogFile implements RunLog {
  private constructor(private readonly writer: LineWriter) {}

  static async open(file: string): Promise<RunLogFile> {
    return new RunLogFile(await LineWriter.open(file));
  }

  append(result: RunResult): Promise<void> {
    return this.writer.append(JSON.stringify(result));
  }

  close(): Promise<void> {
    return this.writer.close();
  }
}

/** The keys that have an answer in the file. */
export function answeredKeys(file: string): Set<string> {
  const keys = new Set<string>();
  for (const { key, is } of readResults(file)) if (is === 'answer') keys.add(key);
  return keys;
}

/** The results in a file, in order. Lines that are not results are skipped. */
export function* readResults(file: string): Generator<RunResult> {
  for (const { text } of wholeLines(file)) {
    const result = resultOf(text);
    if (result) yield result;
  }
}

function resultOf(line: string): RunResult | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const value: RunResult = JSON.parse(line);
    return typeof value.key === 'string' && (value.is === 'answer' || value.is === 'failed') ? value : undefined;
  } catch {
    return undefined;
  }
}

export function resultFor(
  { text: _text, context: _context, ...place }: RunPiece,
  { is, ...rest }: Pick<RunResult, 'is' | 'answer' | 'error' | 'tokens' | 'ms'>,
): RunResult {
  return { is, ...place, ...rest, time: new Date().toISOString() };
}
