/** Where `npm run package` puts the extension. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

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
