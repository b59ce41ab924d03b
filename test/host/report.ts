/** Writes the report of a host run to a file, because VS Code's console is full of its own messages. */
import { appendFileSync } from 'node:fs';
import { format } from 'node:util';

export function report(...args: unknown[]): void {
  const file = process.env.CODEGRAIN_TEST_REPORT;
  if (file !== undefined) appendFileSync(file, `${format(...args)}\n`);
}
