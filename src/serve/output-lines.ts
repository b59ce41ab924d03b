/**
 * Writes answers, one JSON object per line. A writer waits while the reader is behind, so no more is kept in memory than one
 * line of each running request.
 */
import type { Writable } from 'node:stream';
import type { RequestId } from './request-line';
import { ServeError } from './serve-error';

/** A line of the answer to a request. `id` is null if the request could not be read. */
export type ServedLine =
  | { readonly id: RequestId; readonly event: object }
  | { readonly id: RequestId; readonly result: unknown }
  | {
      readonly id: RequestId | null;
      readonly error: { readonly code: string; readonly message: string; readonly position?: number };
    };

export class OutputLines {
  private draining: Promise<void> | undefined;

  constructor(private readonly stream: Writable) {}

  /** False while the reader is behind. */
  get isReady(): boolean {
    return this.draining === undefined;
  }

  /** @throws ServeError if the line is longer than a string can be */
  async write(line: ServedLine): Promise<void> {
    const text = lineText(line);
    while (this.draining) await this.draining;
    if (this.stream.write(text)) return;
    this.draining ??= new Promise<void>((done) => this.stream.once('drain', done)).finally(() => {
      this.draining = undefined;
    });
    await this.draining;
  }
}

function lineText(line: ServedLine): string {
  try {
    return `${JSON.stringify(line)}\n`;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ServeError('answer-too-long', 'the answer is too long for one line; ask for less at once');
  }
}
