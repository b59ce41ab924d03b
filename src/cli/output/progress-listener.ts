/**
 * Who is told how a long command goes: a person at the terminal, or a program that started this one with a channel (the editor). A
 * program that closes the channel does not want the command any more; signals do not reach a process on every system.
 */
import type { CommandMessage } from '../../shared/command-message';
import { StatusLine } from './status-line';

export class Listener<Progress, Report> {
  private readonly line = new StatusLine();
  private readonly stop = (): void => process.exit(130);

  /** @param isCrowded there is no room for a line at the terminal. */
  constructor(
    private readonly textOf: (progress: Progress) => string,
    private readonly isCrowded = false,
  ) {
    process.once('disconnect', this.stop);
  }

  /** Undefined: nobody is there. */
  get onProgress(): ((progress: Progress) => void) | undefined {
    if (process.send) return (progress) => this.send({ progress });
    return process.stderr.isTTY && !this.isCrowded ? (progress) => this.line.show(this.textOf(progress)) : undefined;
  }

  say(message: string): void {
    this.line.say(message);
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
