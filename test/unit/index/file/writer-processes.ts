/** Starts writer-child.ts as processes of plain Node: bundled once, so that a hundred of them start quickly. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

export function bundleChild(folder: string): string {
  const outfile = join(folder, 'child.js');
  buildSync({
    entryPoints: [join(__dirname, 'writer-child.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    logLevel: 'error',
  });
  return outfile;
}

export interface Child {
  readonly process: ChildProcess;
  /** Its output so far, line by line. */
  readonly said: unknown[];
  /** Resolves at its next output. */
  readonly speaks: Promise<unknown>;
  readonly ended: Promise<{ readonly code: number | null; readonly errors: string }>;
}

export function start(command: string, args: readonly string[]): Child {
  const process = spawn(command, args, { stdio: 'pipe' });
  const said: unknown[] = [];
  let rest = '';
  let errors = '';
  process.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    said.push(...lines.map((line): unknown => JSON.parse(line)));
  });
  process.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const ended = once(process, 'close').then(([code]) => ({ code: typeof code === 'number' ? code : null, errors }));
  const speaks = process.stdout ? once(process.stdout, 'data') : ended;
  return { process, said, speaks, ended };
}
