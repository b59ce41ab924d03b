/** Where `npm run package:npm` puts the package. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export function npmPackagePath(): string {
  const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
  return resolve('artifacts', `${name}-${version}.tgz`);
}
