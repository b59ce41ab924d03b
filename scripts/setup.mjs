/** Brings a fresh clone to a state that can be built: dependencies as locked, grammars filled in. Does nothing when all is there. */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';

const windows = process.platform === 'win32';

/**
 * Runs a command in the foreground; its failure ends this process.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} options
 */
export function run(command, args, options = {}) {
  console.log(`> ${command} ${args.join(' ')}`);
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', shell: windows, ...options });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

export function setup() {
  const installed = 'node_modules/.package-lock.json';
  const isCurrent = existsSync(installed) && statSync(installed).mtimeMs >= statSync('package-lock.json').mtimeMs;
  // As locked. `npm ci` would refuse a lock file that lacks the binaries of platforms which the registry it was made with does
  // not carry. No package here needs its install script; without them nothing is compiled or downloaded on the side.
  if (!isCurrent) run('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund']);
  run('npm', ['run', '--silent', 'grammars']);
  run('npm', ['run', '--silent', 'build']);
}

if (process.argv[1]?.endsWith('setup.mjs')) setup();
