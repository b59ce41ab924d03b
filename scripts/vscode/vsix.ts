/** Where `npm run package` puts the extension. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export function vsixPath(): string {
  const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
  return resolve(`${name}-${version}.vsix`);
}
