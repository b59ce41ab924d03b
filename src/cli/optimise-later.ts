/**
 * Makes V8 optimise a function only when it has run four times as long as usual. Most commands end, or wait for the next question, before
 * optimised code has saved what optimising took: without this, that was a fourth of the first answer of an MCP server.
 */
import { setFlagsFromString } from 'node:v8';

/** Bytes of bytecode that a function runs before V8 considers to optimise it; the default is 66 kB. */
const interruptBudget = 4 * 66 * 1024;

/** Only in Node 20. Later versions have another compiler between, Maglev, and do not know this flag. */
export function optimiseLater(v8 = process.versions.v8): void {
  if (v8.startsWith('11.')) setFlagsFromString(`--interrupt-budget=${interruptBudget}`);
}
