/** A line on standard error that overwrites itself; shown only on a terminal. */
import { printError, showStatus } from '../../../shared/print';

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
