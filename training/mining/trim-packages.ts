/** Reduces `training/packages.tsv` to the packages that mining found pairs in, with the licences that it read. */
import { readFileSync, writeFileSync } from 'node:fs';
import { listFile, listHead, packageLine, readPackages } from './package-list';

const found = new Map<string, { readonly licence: string; readonly pairs: number }>();
for (const file of ['done.tsv', 'done-liftoff.tsv']) {
  for (const line of readFileSync(`training/data/mined/${file}`, 'utf8').trimEnd().split('\n')) {
    const [source, name, version, licence = '', pairs = '0'] = line.split('\t');
    const key = `${source}\t${name}\t${version}`;
    const known = found.get(key);
    found.set(key, { licence: known?.licence || licence, pairs: Number(pairs) + (known?.pairs ?? 0) });
  }
}
const lines = readPackages().flatMap((entry) => {
  const outcome = found.get(`${entry.source}\t${entry.name}\t${entry.version}`);
  if (!outcome || outcome.pairs === 0) return [];
  return [packageLine({ ...entry, licence: outcome.licence, archive: entry.archive.split(' ')[0] ?? '' })];
});
writeFileSync(listFile, `${[listHead, ...[...new Set(lines)].sort()].join('\n')}\n`);
console.log(`${lines.length} packages`);
