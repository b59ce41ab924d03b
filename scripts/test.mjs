/** `npm test`: sets up, builds, type-checks, lints and tests everything; ends with one line that counts the tests. */
import { spawn } from 'node:child_process';
import { run, setup } from './setup.mjs';

setup();
run('npm', ['run', '--silent', 'typecheck']);
run('npm', ['run', '--silent', 'lint']);

let output = '';
const mocha = spawn('npx', ['mocha'], { stdio: ['ignore', 'pipe', 'inherit'], shell: process.platform === 'win32' });
mocha.stdout.on('data', (data) => {
  output += data;
  process.stdout.write(data);
});
mocha.on('close', (status) => {
  const count = (word) => Number(new RegExp(`(\\d+) ${word}`).exec(output)?.[1] ?? 0);
  const skipped = count('pending');
  console.log(`${count('passing')} passed, ${count('failing')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exitCode = status === 0 && count('passing') === 0 ? 1 : (status ?? 1);
});
