/** The list of packages the model learns from. */
import { readFileSync } from 'node:fs';

export interface Package {
  readonly source: 'debian' | 'npm' | 'git';
  readonly name: string;
  readonly version: string;
  /** Empty: read from the package itself while mining. */
  readonly licence: string;
  /** Packages made from one repository: they are split into train, validation and test together. */
  readonly group: string;
  /** Where to get it; of a Debian source package two addresses, its upstream archive and its packaging. */
  readonly archive: string;
}

export function packageLine({ source, name, version, licence, group, archive }: Package): string {
  return [source, name, version, licence, group, archive].join('\t');
}

export function readPackages(file = 'training/packages.tsv'): Package[] {
  const [, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const [source, name = '', version = '', licence = '', group = '', archive = ''] = line.split('\t');
    if (source !== 'debian' && source !== 'npm' && source !== 'git') throw new Error(`no such source: ${line}`);
    return { source, name, version, licence, group, archive };
  });
}
