/**
 * A process that mines packages, one at a time: the parent sends a package, and it answers with the number of pairs.
 */
import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { type Pair, pairsOf } from './find-pairs';
import { isPermissive, licenceOfCopyright, licenceOfText } from './licences';
import type { Package } from './package-list';
import { readArchive, tarsOf } from './read-archive';
import { buildKey, isHandWritten, isSourceFile, languageOf, mappedSources, projectPath } from './source-files';

export interface Order {
  readonly entry: Package;
  readonly output: string;
  /** True to read only the languages whose grammars need `--liftoff-only`, false to read only the others. */
  readonly liftoff: boolean;
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
/** A repository is as large as many packages. */
const repositoryCaps: Caps = { doc: 15_000, note: 2500, file: 1500, bytes: 40e6 };

const liftoffLanguages: ReadonlySet<string> = new Set(['swift', 'powershell']);

async function mine({ entry, output, liftoff }: Order): Promise<Outcome> {
  const files = new Map<string, string>();
  let copyright = '';
  let licenceText = '';
  let bytes = 0;
  for (const tar of tarsOf(entry)) {
    await readArchive(
      tar,
      ({ path, size }) => isLicence(path) || (bytes < 150e6 && isSourceFile(path, size)),
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
  const { lines, counts } = await minedFrom(chosen(files, entry.source, liftoff), caps, entry);
  if (lines.length > 0) appendFileSync(output, `${lines.join('\n')}\n`);
  return { counts, licence };
}

/** `debian/copyright`, or the licence file in the top folder of an upstream archive. */
function isLicence(path: string): boolean {
  return /(?:^|\/)copyright$|^(?:[^/]+\/)?(?:LICEN[CS]E|COPYING)(?:[.-][\w.]+)?$/i.test(path);
}

/** The files to mine, in the order of a hash, so that a cap takes a fair sample; only one of several builds of a file. */
function chosen(files: ReadonlyMap<string, string>, source: Package['source'], liftoff: boolean): [string, string][] {
  const isBuilt = javascriptIsBuilt([...files.keys()], source);
  const builds = new Set<string>();
  const hash = (path: string): string => createHash('md5').update(path).digest('hex');
  return [...files]
    .filter(([path, text]) => {
      const language = languageOf(path);
      if (!language || liftoffLanguages.has(language.id) !== liftoff || !isHandWritten(text)) return false;
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

/** In a package with TypeScript, JavaScript is build output; in a repository only if most files are TypeScript. */
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
