/** Where `npm run package` puts the extension, and how helpers beside it are packed. */
import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { createVSIX } from '@vscode/vsce';

export function vsixPath(): string {
  return releaseFile('vsix');
}

/** The list of the parts of others (CycloneDX) of a release. */
export function billPath(): string {
  return releaseFile('cdx.json');
}

function releaseFile(ending: string): string {
  const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
  return resolve(`${name}-${version}.${ending}`);
}

/** Packs an extension that is no part of the product. @returns the path of the file, which is put into `target`. */
export async function packExtension(folder: string, target: string): Promise<string> {
  const packagePath = join(target, `${basename(folder)}.vsix`);
  await createVSIX({ cwd: folder, packagePath, dependencies: false, allowMissingRepository: true, skipLicense: true });
  return packagePath;
}
