/** A line on standard error that overwrites itself; shown only on a terminal. */
export class StatusLine {
  private readonly isShown = process.stderr.isTTY === true;

  show(text: string): void {
    if (this.isShown) process.stderr.write(`\r\x1b[K${text}`);
  }

  clear(): void {
    if (this.isShown) process.stderr.write('\r\x1b[K');
  }

  print(message: string): void {
    this.clear();
    console.error(`codegrain: ${message}`);
  }
}
