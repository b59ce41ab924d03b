/** `npm run package`: makes a production build and packs it into `codegrain-VERSION.vsix`, for every platform; beside it, the list of its parts. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { billOfMaterials, noticesText } from './notices/write-notices';
import { copyForPackage } from './vscode/package-files';
import { billPath, vsixPath } from './vscode/vsix';

async function main(): Promise<void> {
  execFileSync(process.execPath, ['esbuild.js', '--production'], { stdio: 'inherit' });
  const cwd = mkdtempSync(join(tmpdir(), 'codegrain-package-'));
  try {
    copyForPackage('.', cwd);
    writeFileSync(join(cwd, 'ThirdPartyNotices.txt'), noticesText('.'));
    writeFileSync(billPath(), billOfMaterials('.'));
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
