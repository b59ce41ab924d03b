/** Prepares a fresh clone for building: installs the locked dependencies and fills in the grammars. Does nothing if both are there. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

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
  // Installs exactly what is locked. No package needs its install script; without them nothing is compiled or downloaded in addition.
  if (!hasLockedPackages()) run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
  run('npm', ['run', '--silent', 'grammars']);
  run('npm', ['run', '--silent', 'build']);
}

/** By name and version, not by time: a restored folder can be older than its files say. Optional packages are those of other platforms. */
function hasLockedPackages() {
  const listed = 'node_modules/.package-lock.json';
  if (!existsSync(listed)) return false;
  const installed = packagesIn(listed);
  return Object.entries(packagesIn('package-lock.json')).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  );
}

/**
 * @param {string} lockFile
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function packagesIn(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}

if (process.argv[1]?.endsWith('setup.mjs')) setup();
