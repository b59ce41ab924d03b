/**
 * `npm run test:long -- --repository DIR`: the UI suite that needs a real git repository of over 2,000 files (test/long). It works in
 * a clone with its own two branches; the repository itself is not changed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { errorMessage } from '../src/shared/error-message';
import { cloneForSoak } from '../test/soak/repository';

function main(): number {
  const { repository } = parseArgs({ options: { repository: { type: 'string' } } }).values;
  if (repository === undefined) throw new Error('usage: --repository DIR, a git repository of over 2,000 files');
  const home = mkdtempSync(join(tmpdir(), 'codegrain-long-'));
  try {
    const clone = join(home, 'repository');
    cloneForSoak(resolve(repository), clone);
    const env = { ...process.env, CODEGRAIN_LONG_REPOSITORY: clone };
    const args = ['mocha', '--config', 'test/long/.mocharc.json'];
    return spawnSync('npx', args, { env, stdio: 'inherit', shell: process.platform === 'win32' }).status ?? 1;
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

try {
  process.exitCode = main();
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
}
