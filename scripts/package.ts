/**
 * `npm run package`: builds for production and packs what runs into `codegrain-VERSION.vsix`, for every platform. Packing starts
 * from a copy of the few folders that matter: vsce looks at every file, and the corpora of bench/ have many.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { vsixPath } from './vscode/vsix';

const FOLDERS = ['dist', 'grammars', 'l10n', 'media'];

async function main(): Promise<void> {
  execFileSync(process.execPath, ['esbuild.js', '--production'], { stdio: 'inherit' });
  const cwd = mkdtempSync(join(tmpdir(), 'codegrain-package-'));
  try {
    for (const entry of readdirSync('.', { withFileTypes: true }))
      if (FOLDERS.includes(entry.name) || (entry.isFile() && !entry.name.endsWith('.vsix')))
        cpSync(entry.name, join(cwd, entry.name), { recursive: true });
    const options = { dependencies: false, allowMissingRepository: true, rewriteRelativeLinks: false };
    await createVSIX({ cwd, packagePath: vsixPath(), ...options });
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
