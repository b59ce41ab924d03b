/** Standard input and output as a connection: a message of JSON on each line. */
import { errorMessage } from '../../shared/error-message';
import { LineSplitter } from '../../shared/line-splitter';
import type { Connection } from './tool-server';

/** A question has at most 200,000 characters. */
const maxLineBytes = 10 * 1024 * 1024;

export class StdioConnection implements Connection {
  onmessage?: (message: unknown) => void;
  onerror?: (error: Error) => void;
  onclose?: () => void;
  private readonly lines = new LineSplitter(maxLineBytes);

  async start(): Promise<void> {
    process.stdin.on('data', this.read);
    process.stdin.on('error', this.fail);
  }

  async send(message: object): Promise<void> {
    if (!process.stdout.write(`${JSON.stringify(message)}\n`))
      await new Promise<void>((done) => process.stdout.once('drain', done));
  }

  async close(): Promise<void> {
    process.stdin.off('data', this.read);
    process.stdin.off('error', this.fail);
    process.stdin.pause();
    this.onclose?.();
  }

  private readonly read = (bytes: Buffer): void => {
    for (const line of this.lines.push(bytes)) {
      if (line.is === 'line') this.take(line.bytes.toString());
      else this.onerror?.(new Error(`a message of ${line.length} bytes is too long: the limit is ${maxLineBytes}`));
    }
  };

  private readonly fail = (error: Error): void => this.onerror?.(error);

  private take(line: string): void {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch (error) {
      this.onerror?.(new Error(errorMessage(error)));
      return;
    }
    this.onmessage?.(message);
  }
}
