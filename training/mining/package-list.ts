/**
 * The list of packages that the model learns from, `training/packages.tsv`. It leaves out everything that follows from name and
 * version: the group if it equals the name, the addresses of npm packages and git repositories, the Debian mirror.
 */
import { readFileSync } from 'node:fs';

export interface Package {
  readonly source: 'debian' | 'npm' | 'git';
  readonly name: string;
  readonly version: string;
  /** Empty if it is read from the package itself while mining. */
  readonly licence: string;
  /** Packages from one repository have the same group, and go into the same split: train, validation or test. */
  readonly group: string;
  /** Where to get it. A Debian source package can have two addresses: its upstream archive and its packaging. */
  readonly archive: string;
}

export const listFile = 'training/packages.tsv';
export const listHead = 'source\tname\tversion\tlicence\tgroup\tarchive';
export const registry = 'https://registry.npmjs.org';
export const mirror = 'http://deb.debian.org/debian';

function defaultArchive(source: Package['source'], name: string, version: string): string {
  if (source === 'git') return `https://github.com/${name}.git`;
  return source === 'npm' ? `${registry}/${name}/-/${name.slice(name.indexOf('/') + 1)}-${version}.tgz` : '';
}

export function packageLine({ source, name, version, licence, group, archive }: Package): string {
  const address = archive === defaultArchive(source, name, version) ? '' : archive.replaceAll(`${mirror}/`, '');
  return [source, name, version, licence, group === name ? '' : group, address].join('\t');
}

export function readPackages(): Package[] {
  const [, ...lines] = readFileSync(listFile, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const [source, name = '', version = '', licence = '', group = '', address = ''] = line.split('\t');
    if (source !== 'debian' && source !== 'npm' && source !== 'git') throw new Error(`unknown source: ${line}`);
    const fullAddress = source === 'debian' ? address.replace(/(^| )(?!http)/g, `$1${mirror}/`) : address;
    const archive = fullAddress || defaultArchive(source, name, version);
    return { source, name, version, licence, group: group || name, archive };
  });
}
