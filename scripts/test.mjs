/** `npm test`: sets up, builds, type-checks, lints and tests everything; the last line has the number of tests. */
import { spawn } from 'node:child_process';
import { run, setup } from './setup.mjs';

/** Longer than any test may take: a layer that prints nothing for so long does not end by itself. */
const SILENCE_MS = 10 * 60_000;
/** What a layer that has printed its result may take to end, or to start mocha once more. */
const ENDING_MS = 5 * 60_000;
const KILL_AFTER_MS = 30_000;
/** Characters of the explanation of a layer's failures that the end repeats. */
const MOST_EXPLAINED = 20_000;
const mocha = 'node_modules/mocha/bin/mocha.js';

/**
 * Runs the tests of a layer and reads mocha's summary. A layer that crashed, did not end, or ran no test, counts as a failure.
 * @param {string} name
 * @param {string[]} args of Node
 */
async function test(name, ...args) {
  console.log(`\n> ${name} tests`);
  const start = Date.now();
  let output = '';
  let isStopped = false;
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const kill = () => {
    child.kill('SIGKILL');
    // A process that it started may still hold the other end.
    child.stdout.destroy();
  };
  let limitMs = SILENCE_MS;
  const stop = () => {
    isStopped = true;
    console.error(`The ${name} tests printed nothing for ${limitMs / 60_000} minutes: they are stopped`);
    // Mocha passes only this signal on to the process that runs the tests.
    child.kill('SIGINT');
    setTimeout(kill, KILL_AFTER_MS).unref();
  };
  let silence = setTimeout(stop, limitMs);
  child.stdout.on('data', (data) => {
    output += data;
    process.stdout.write(data);
    clearTimeout(silence);
    limitMs = /^ *\d+ passing/m.test(`${data}`) ? ENDING_MS : SILENCE_MS;
    silence = setTimeout(stop, limitMs);
  });
  const status = await new Promise((resolve) => child.on('close', (code, signal) => resolve(code ?? signal)));
  clearTimeout(silence);
  // A layer may run mocha several times.
  const count = (word) =>
    [...output.matchAll(new RegExp(`^ *(\\d+) ${word}`, 'gm'))].reduce((sum, [, found]) => sum + Number(found), 0);
  const minutes = (Date.now() - start) / 60_000;
  const counts = { name, minutes, passed: count('passing'), failed: count('failing'), skipped: count('pending') };
  // Mocha explains failures after its counts.
  const explained = output.split(/^(?= *\d+ failing)/m).slice(1);
  if (counts.failed === 0 && (status !== 0 || counts.passed === 0 || isStopped)) {
    console.error(`The ${name} tests ended with status ${status} after ${counts.passed} tests`);
    counts.failed = 1;
  }
  return { ...counts, explained };
}

function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

setup();
run('npm', ['run', '--silent', 'typecheck']);
run('npm', ['run', '--silent', 'lint']);
const results = [await test('unit', mocha)];
results.push(await test('process', mocha, '--config', 'test/unit/.mocharc.process.json'));
// The other layers test what users get: production bundles, and in the UI suites the package itself.
run('node', ['--import', 'tsx', 'scripts/package.ts']);
run('node', ['--import', 'tsx', 'scripts/npm-package.ts', '--built']);
results.push(await test('package', mocha, '--config', 'test/package/.mocharc.json'));
results.push(await test('web', mocha, '--config', 'test/web/.mocharc.json'));
results.push(await test('host', '--import', 'tsx', 'scripts/test-host.ts'));
results.push(await test('web host', '--import', 'tsx', 'scripts/test-web-host.ts'));
results.push(await test('ui', mocha, '--config', 'test/ui/.mocharc.json'));

for (const { name, explained } of results)
  for (const text of explained) console.log(`\n${name} tests:\n${text.slice(0, MOST_EXPLAINED)}`);
console.log();
for (const result of results) console.log(`${result.name}: ${summary(result)}, ${result.minutes.toFixed(1)} minutes`);
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log(summary({ passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }));
process.exitCode = sum('failed') > 0 ? 1 : 0;
