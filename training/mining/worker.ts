/** A process that mines packages, one at a time: it is told which, and says how many pairs it found. */
import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { readArchive, tarsOf } from './archive';
import { buildKey, isWanted, isWritten, languageOf, mappedSources, projectPath } from './files';
import { isPermissive, licenceOfCopyright, licenceOfText } from './licences';
import type { Package } from './packages';
import { type Pair, pairsOf } from './pairs';

export interface Order {
  readonly entry: Package;
  readonly output: string;
  /** Whether only the languages are read whose grammars need `--liftoff-only`, or only the others. */
  readonly careful: boolean;
}

export interface Outcome {
  readonly counts: Readonly<Record<string, number>>;
  readonly licence: string;
  readonly reason?: string;
}

interface Caps {
  readonly doc: number;
  readonly note: number;
  readonly file: number;
  readonly bytes: number;
}

const packageCaps: Caps = { doc: 1500, note: 300, file: 100, bytes: 5e6 };
/** A repository stands for many packages. */
const repositoryCaps: Caps = { doc: 15_000, note: 2500, file: 1500, bytes: 40e6 };

const carefulLanguages: ReadonlySet<string> = new Set(['swift', 'powershell']);

async function mine({ entry, output, careful }: Order): Promise<Outcome> {
  const files = new Map<string, string>();
  let copyright = '';
  let licenceText = '';
  let bytes = 0;
  for (const tar of tarsOf(entry)) {
    await readArchive(
      tar,
      ({ path, size }) => isLicence(path) || (bytes < 150e6 && isWanted(path, size)),
      (path, text) => {
        bytes += text.length;
        if (/(?:^|\/)copyright$/.test(path)) copyright ||= text;
        else if (isLicence(path)) licenceText ||= text;
        else if (path.endsWith('.map')) for (const source of mappedSources(text)) files.set(source.path, source.text);
        else files.set(projectPath(path, entry.source), text);
      },
    );
  }
  const licence = entry.licence || (licenceOfCopyright(copyright) ?? licenceOfText(licenceText) ?? '');
  if (!isPermissive(licence)) return { counts: {}, licence, reason: 'licence' };
  const caps = entry.source === 'git' ? repositoryCaps : packageCaps;
  const { lines, counts } = await minedFrom(chosen(files, entry.source, careful), caps, entry);
  if (lines.length > 0) appendFileSync(output, `${lines.join('\n')}\n`);
  return { counts, licence };
}

/** `debian/copyright`, or the licence at the top of an upstream archive. */
function isLicence(path: string): boolean {
  return /(?:^|\/)copyright$|^(?:[^/]+\/)?(?:LICEN[CS]E|COPYING)(?:[.-][\w.]+)?$/i.test(path);
}

/** In an order that does not depend on names, so that a cap takes a fair sample; of built files one of each. */
function chosen(files: ReadonlyMap<string, string>, source: Package['source'], careful: boolean): [string, string][] {
  const isBuilt = javascriptIsBuilt([...files.keys()], source);
  const builds = new Set<string>();
  const hash = (path: string): string => createHash('md5').update(path).digest('hex');
  return [...files]
    .filter(([path, text]) => {
      const language = languageOf(path);
      if (!language || carefulLanguages.has(language.id) !== careful || !isWritten(text)) return false;
      if (!/^(?:java|type)script/.test(language.id)) return true;
      if (isBuilt && language.id.startsWith('javascript')) return false;
      const key = buildKey(path);
      if (builds.has(key)) return false;
      builds.add(key);
      return true;
    })
    .map(([path, text]): [string, string, string] => [path, text, hash(path)])
    .sort((a, b) => (a[2] < b[2] ? -1 : 1))
    .map(([path, text]) => [path, text]);
}

/** In a package JavaScript beside TypeScript is made from it; in a repository only if most of it is TypeScript. */
function javascriptIsBuilt(paths: readonly string[], source: Package['source']): boolean {
  const typed = paths.filter((path) => /\.tsx?$/.test(path)).length;
  const plain = paths.filter((path) => /\.[mc]?jsx?$/.test(path)).length;
  return source === 'git' ? typed > plain : typed > 0;
}

async function minedFrom(
  files: readonly (readonly [string, string])[],
  caps: Caps,
  { group, source }: Package,
): Promise<{ lines: string[]; counts: Record<string, number> }> {
  const taken = { doc: 0, note: 0, file: 0 };
  const counts: Record<string, number> = {};
  const lines: string[] = [];
  let bytes = 0;
  for (const [path, text] of files) {
    const language = languageOf(path);
    if (!language || bytes > caps.bytes || (taken.doc >= caps.doc && taken.note >= caps.note)) continue;
    bytes += text.length;
    let pairs: Pair[];
    try {
      pairs = await pairsOf(language, path, text);
    } catch {
      continue;
    }
    for (const pair of pairs) {
      if (taken[pair.t]++ >= caps[pair.t]) continue;
      counts[pair.l] = (counts[pair.l] ?? 0) + 1;
      lines.push(JSON.stringify({ ...pair, p: group, o: source }));
    }
  }
  return { lines, counts };
}

process.on('message', (order: Order) => {
  mine(order).then(
    (outcome) => process.send?.(outcome),
    (error: unknown) => process.send?.({ counts: {}, licence: '', reason: String(error) }),
  );
});
