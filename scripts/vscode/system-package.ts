/** Installs packages with the system's package manager, or fails with the names of the packages to install. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from '../setup.mjs';

/** @param need a sentence that describes what is missing. */
export function installSystemPackages(need: string, packages: readonly string[]): void {
  const install = ['install', '-y', '--no-install-recommends', ...packages];
  if (!existsSync('/usr/bin/apt-get')) throw new Error(`${need} Install ${packages.join(', ')}.`);
  if (process.getuid?.() !== 0) throw new Error(`${need} Run: sudo apt-get ${install.join(' ')}`);
  console.log(`${need} Installing ${packages.join(', ')}.`);
  run('apt-get', ['update']);
  run('apt-get', install);
}

export function isOnPath(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}
