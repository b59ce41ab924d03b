/**
 * Reports the progress of a long command to a person at the terminal, or to the program that started it with an IPC channel (the
 * editor). When that program closes the channel, the command stops: not every system can send a signal to a process.
 */
import type { CommandMessage } from '../../../shared/command-message';
import { printError, showStatus } from '../../../shared/print';

export class ProgressListener<Progress, Report> {
  private readonly line = new StatusLine();
  private readonly stop = (): void => process.exit(130);

  /** @param hideLine do not draw a status line, because the terminal shows the output itself. */
  constructor(
    private readonly textOf: (progress: Progress) => string,
    private readonly hideLine = false,
  ) {
    process.once('disconnect', this.stop);
  }

  /** Undefined if nobody is listening. */
  get onProgress(): ((progress: Progress) => void) | undefined {
    if (process.send) return (progress) => this.send({ progress });
    return process.stderr.isTTY && !this.hideLine ? (progress) => this.line.show(this.textOf(progress)) : undefined;
  }

  print(message: string): void {
    this.line.print(message);
  }

  done(report: Report): void {
    this.line.clear();
    this.send({ report });
  }

  end(): void {
    this.line.clear();
    process.off('disconnect', this.stop);
    if (process.connected) process.disconnect();
  }

  private send(message: CommandMessage<Progress, Report>): void {
    if (process.connected) process.send?.(message);
  }
}

// A line on standard error that overwrites itself; shown only on a terminal.

export class StatusLine {
  private readonly isShown = process.stderr.isTTY === true;

  show(text: string): void {
    if (this.isShown) showStatus(text);
  }

  clear(): void {
    if (this.isShown) showStatus('');
  }

  print(message: string): void {
    this.clear();
    printError(`codegrain: ${message}`);
  }
}
