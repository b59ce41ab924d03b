/**
 * `npm run test:host [-- --grep TEXT]`: runs the host suites (mocha inside the extension host) in a real VS Code: test/host on
 * one folder, then test/host-folders on a workspace with several kinds of folders.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeReadOnly } from '../test/read-only';
import { runInHost } from './vscode/host';

const limitMinutes = 10;

async function onFolder(home: string, grep: string): Promise<number> {
  const workspace = join(home, 'workspace');
  cpSync('test/fixtures/workspace', workspace, { recursive: true });
  return runInHost({ suites: 'test/host', workspace, home, env: { CODEGRAIN_TEST_GREP: grep }, limitMinutes });
}

async function onFolders(home: string, grep: string): Promise<number> {
  const disk = join(home, 'disk');
  const frozen = join(home, 'frozen');
  cpSync('test/fixtures/folders/back', disk, { recursive: true });
  cpSync('test/fixtures/folders/tools', frozen, { recursive: true });
  const workspace = join(home, 'kinds.code-workspace');
  // The virtual folder comes first: when the first folder is removed, VS Code restarts its extensions.
  const folders = [{ uri: 'memory:/notes', name: 'notes' }, { path: 'disk' }, { path: 'frozen' }];
  writeFileSync(workspace, JSON.stringify({ folders }));
  const thaw = makeReadOnly(frozen);
  const env = { CODEGRAIN_TEST_GREP: grep, ...(thaw && { CODEGRAIN_TEST_FROZEN: '1' }) };
  try {
    return await runInHost({ suites: 'test/host-folders', workspace, home, env, limitMinutes });
  } finally {
    thaw?.();
  }
}

async function main(): Promise<number> {
  const { grep } = parseArgs({ options: { grep: { type: 'string', default: '' } } }).values;
  const home = mkdtempSync(join(tmpdir(), 'codegrain-host-'));
  try {
    let worst = 0;
    for (const [name, run] of Object.entries({ onFolder, onFolders })) {
      mkdirSync(join(home, name));
      worst = Math.max(worst, await run(join(home, name), grep));
    }
    return worst;
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
