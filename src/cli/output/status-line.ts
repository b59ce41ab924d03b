/** One line on standard error that is written over, where someone looks at it. */
export class StatusLine {
  private readonly isShown = process.stderr.isTTY === true;

  show(text: string): void {
    if (this.isShown) process.stderr.write(`\r\x1b[K${text}`);
  }

  clear(): void {
    if (this.isShown) process.stderr.write('\r\x1b[K');
  }

  say(message: string): void {
    this.clear();
    console.error(`codegrain: ${message}`);
  }
}
