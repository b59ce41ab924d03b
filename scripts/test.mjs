/** `npm test`: sets up, builds, type-checks, lints and tests everything; the last line has the number of tests. */
import { spawn } from 'node:child_process';
import { run, setup } from './setup.mjs';

/**
 * Runs the tests of a layer and reads mocha's summary. A layer that crashed, or ran no test, counts as a failure.
 * @param {string} name
 * @param {string} program
 * @param {string[]} args
 */
async function test(name, program, ...args) {
  console.log(`\n> ${name} tests`);
  let output = '';
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], shell: process.platform === 'win32' });
  child.stdout.on('data', (data) => {
    output += data;
    process.stdout.write(data);
  });
  const status = await new Promise((resolve) => child.on('close', resolve));
  // A layer may run mocha several times.
  const count = (word) =>
    [...output.matchAll(new RegExp(`^ *(\\d+) ${word}`, 'gm'))].reduce((sum, [, found]) => sum + Number(found), 0);
  const counts = { name, passed: count('passing'), failed: count('failing'), skipped: count('pending') };
  if (counts.failed === 0 && (status !== 0 || counts.passed === 0)) {
    console.error(`The ${name} tests ended with status ${status} after ${counts.passed} tests`);
    counts.failed = 1;
  }
  return counts;
}

function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

setup();
run('npm', ['run', '--silent', 'typecheck']);
run('npm', ['run', '--silent', 'lint']);
const results = [await test('unit', 'npx', 'mocha')];
results.push(await test('process', 'npx', 'mocha', '--config', 'test/unit/.mocharc.process.json'));
// The other layers test what users get: production bundles, and in the UI suites the package itself.
run('node', ['--import', 'tsx', 'scripts/package.ts']);
run('node', ['--import', 'tsx', 'scripts/npm-package.ts', '--built']);
results.push(await test('package', 'npx', 'mocha', '--config', 'test/package/.mocharc.json'));
results.push(await test('web', 'npx', 'mocha', '--config', 'test/web/.mocharc.json'));
results.push(await test('host', 'node', '--import', 'tsx', 'scripts/test-host.ts'));
results.push(await test('web host', 'node', '--import', 'tsx', 'scripts/test-web-host.ts'));
results.push(await test('ui', 'npx', 'mocha', '--config', 'test/ui/.mocharc.json'));

console.log();
for (const result of results) console.log(`${result.name}: ${summary(result)}`);
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log(summary({ passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }));
process.exitCode = sum('failed') > 0 ? 1 : 0;
