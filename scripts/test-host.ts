/** `npm run test:host [-- --grep TEXT]`: runs the host suites (mocha inside the extension host, test/host) in a real VS Code. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runInHost } from './vscode/host';

async function main(): Promise<number> {
  const { grep } = parseArgs({ options: { grep: { type: 'string', default: '' } } }).values;
  const home = mkdtempSync(join(tmpdir(), 'codegrain-host-'));
  const workspace = join(home, 'workspace');
  cpSync('test/fixtures/workspace', workspace, { recursive: true });
  try {
    const env = { CODEGRAIN_TEST_GREP: grep };
    return await runInHost({ suites: 'test/host', workspace, home, env, limitMinutes: 10 });
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
