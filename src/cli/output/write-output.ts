/** Writes to standard output, and waits while the reader is behind. */
export async function writeOutput(text: string): Promise<void> {
  if (text !== '' && !process.stdout.write(text)) await new Promise((done) => process.stdout.once('drain', done));
}
