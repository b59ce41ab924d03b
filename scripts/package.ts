/** `npm run package`: makes a production build and packs it into `codegrain-VERSION.vsix`, for every platform. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { copyForPackage } from './vscode/package-files';
import { vsixPath } from './vscode/vsix';

async function main(): Promise<void> {
  execFileSync(process.execPath, ['esbuild.js', '--production'], { stdio: 'inherit' });
  const cwd = mkdtempSync(join(tmpdir(), 'codegrain-package-'));
  try {
    copyForPackage('.', cwd);
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
