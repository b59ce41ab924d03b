/**
 * Downloads desktop VS Code and prints `CODEGRAIN_VSCODE=PATH`, for the workflows:
 *
 *     node --import tsx scripts/desktop-vscode.ts [VERSION] >> "$GITHUB_ENV"
 *
 * `npm run test:host` downloads it too, but falls back to the VS Code server if the download fails. Workflows that must test the
 * desktop run this first, so that they fail instead.
 */
import { join } from 'node:path';
import { downloadAndUnzipVSCode, SilentReporter } from '@vscode/test-electron';
import { errorMessage } from '../src/shared/error-message';
import { cacheFolder } from './vscode/cache';

const version = process.argv[2] ?? 'stable';
const cachePath = join(cacheFolder(), 'vscode-desktop');

downloadAndUnzipVSCode({ version, cachePath, reporter: new SilentReporter() }).then(
  (program) => console.log(`CODEGRAIN_VSCODE=${program}`),
  (error) => {
    console.error(`VS Code ${version} cannot be downloaded: ${errorMessage(error)}`);
    process.exitCode = 1;
  },
);
