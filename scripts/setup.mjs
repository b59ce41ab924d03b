/** Prepares a fresh clone for building: installs the locked dependencies and fills in the grammars. Does nothing if both are there. */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';

const windows = process.platform === 'win32';

/**
 * Runs a command in the foreground; if it fails, this process ends.
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
  // Installs the locked versions. `npm ci` would refuse a lock file without the binaries of platforms that its registry does not
  // have. No package needs its install script; without them nothing is compiled or downloaded in addition.
  if (!isCurrent) run('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund']);
  run('npm', ['run', '--silent', 'grammars']);
  run('npm', ['run', '--silent', 'build']);
}

if (process.argv[1]?.endsWith('setup.mjs')) setup();
