/**
 * The flags of V8 that commands run with. V8 takes compiled code only where its flags are as they were when that code was made, and this
 * is true of Node's own modules, too: with other flags it compiles them again, which took 10 ms of the start of `codegrain mcp`. So
 * modules are loaded with the flags that Node starts with, and a command runs with these.
 */
import { setFlagsFromString } from 'node:v8';

interface RunFlag {
  readonly running: string;
  /** The default of V8, for loading. */
  readonly loading: string;
}

/** Bytes of bytecode that a function runs before V8 considers to optimise it. */
const usualBudget = 66 * 1024;

const runFlags: readonly RunFlag[] = [
  // Functions that have not run for a while would be missing in the code that is kept at the end: those that run at the start.
  { running: '--no-flush-bytecode', loading: '--flush-bytecode' },
  // Most commands end, or wait for the next question, before optimised code has saved what optimising took: without this, that was a
  // fourth of the first answer of an MCP server. Later versions than Node 20 have another compiler between, Maglev, and do not know
  // this flag.
  ...(process.versions.v8.startsWith('11.')
    ? [{ running: `--interrupt-budget=${4 * usualBudget}`, loading: `--interrupt-budget=${usualBudget}` }]
    : []),
];

let areSet = false;

/** To be called when the modules of a command are loaded. */
export function setRunFlags(): void {
  areSet = true;
  for (const { running } of runFlags) setFlagsFromString(running);
}

/** Loads or keeps compiled code. */
export function withLoadFlags<T>(work: () => T): T {
  if (!areSet) return work();
  for (const { loading } of runFlags) setFlagsFromString(loading);
  try {
    return work();
  } finally {
    setRunFlags();
  }
}
