/**
 * The list of packages the model learns from, `training/packages.tsv`. What follows from name and version is left out of it: the
 * group where it is the name, the addresses of npm packages and git repositories, the mirror of Debian's.
 */
import { readFileSync } from 'node:fs';

export interface Package {
  readonly source: 'debian' | 'npm' | 'git';
  readonly name: string;
  readonly version: string;
  /** Empty: read from the package itself while mining. */
  readonly licence: string;
  /** Packages made from one repository: they are split into train, validation and test together. */
  readonly group: string;
  /** Where to get it; of a Debian source package perhaps two addresses, its upstream archive and its packaging. */
  readonly archive: string;
}

export const listFile = 'training/packages.tsv';
export const listHead = 'source\tname\tversion\tlicence\tgroup\tarchive';
export const registry = 'https://registry.npmjs.org';
export const mirror = 'http://deb.debian.org/debian';

function usualArchive(source: Package['source'], name: string, version: string): string {
  if (source === 'git') return `https://github.com/${name}.git`;
  return source === 'npm' ? `${registry}/${name}/-/${name.slice(name.indexOf('/') + 1)}-${version}.tgz` : '';
}

export function packageLine({ source, name, version, licence, group, archive }: Package): string {
  const address = archive === usualArchive(source, name, version) ? '' : archive.replaceAll(`${mirror}/`, '');
  return [source, name, version, licence, group === name ? '' : group, address].join('\t');
}

export function readPackages(): Package[] {
  const [, ...lines] = readFileSync(listFile, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const [source, name = '', version = '', licence = '', group = '', address = ''] = line.split('\t');
    if (source !== 'debian' && source !== 'npm' && source !== 'git') throw new Error(`no such source: ${line}`);
    const told = source === 'debian' ? address.replace(/(^| )(?!http)/g, `$1${mirror}/`) : address;
    const archive = told || usualArchive(source, name, version);
    return { source, name, version, licence, group: group || name, archive };
  });
}
