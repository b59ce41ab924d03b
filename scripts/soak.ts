/**
 * `npm run soak -- --repository DIR [--minutes 10] [--patience 2] [--base FILE]`: starts a real VS Code on a clone of a git repository,
 * with a script that edits, saves, switches branches and searches (test/soak). Prints a table. Fails on a stale hit, a change that is not
 * found, growing memory, or an error in the log. `--patience` is the number of seconds after which a saved text must be found, `--base` an
 * index of the repository to begin with.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { cloneForSoak } from '../test/soak/repository';
import { runInHost } from './vscode/host';

async function main(): Promise<number> {
  const { repository, minutes, patience, base } = parseArgs({
    options: {
      repository: { type: 'string' },
      minutes: { type: 'string', default: '10' },
      patience: { type: 'string', default: '2' },
      base: { type: 'string' },
    },
  }).values;
  if (repository === undefined) throw new Error('usage: --repository DIR, a git repository');
  const home = mkdtempSync(join(tmpdir(), 'codegrain-soak-'));
  const workspace = join(home, 'workspace');
  cloneForSoak(resolve(repository), workspace);
  try {
    const env = { CODEGRAIN_SOAK_MINUTES: minutes, CODEGRAIN_SOAK_PATIENCE: patience };
    const settings = {
      'codegrain.index.consent': 'always',
      ...(base !== undefined && { 'codegrain.index.base': resolve(base) }),
    };
    const limitMinutes = Number(minutes) + 60;
    const status = await runInHost({ suites: 'test/soak', workspace, home, env, settings, limitMinutes });
    const errors = errorsIn(join(home, 'user-data', 'logs'));
    for (const error of errors) console.error(`! in the log: ${error}`);
    return errors.length > 0 ? 1 : status;
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The errors in the extension's own log, without those of the processes that the test kills. */
function errorsIn(logs: string): string[] {
  const files = readdirSync(logs, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /Codegrain[^/]*\.log$/.test(file),
  );
  return files.flatMap((file) =>
    readFileSync(join(logs, file), 'utf8')
      .split('\n')
      .filter((line) => line.includes('[error]') && !line.includes('ended unexpectedly')),
  );
}

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(error.message);
    process.exit(1);
  },
);
