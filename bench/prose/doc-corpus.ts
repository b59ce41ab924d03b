/**
 * The documentation that chunkers of prose are compared on: Markdown from npm packages; reStructuredText, HTML and
 * notebooks from Debian packages, in the version that the Debian release of corpus.ts currently has. It is stored in
 * bench/corpus/ (ignored by git), next to the code. A package that is recorded in docs.json there is not fetched again.
 *
 * Files of a format are taken in the order of the hashes of their paths, up to the share of their package. Compressed files are
 * unpacked, and `.rst.txt`, the name that Sphinx gives to its sources, becomes `.rst`.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { errorMessage } from '../../src/shared/error-message';
import type { BenchFile } from '../chunks/serve-chunker';
import { commonFolder, corpusFolder, debianRelease, unpackPackage } from '../corpus';
import { type DocPackage, docPackages, type ProseFormat, proseFormats } from './doc-packages';

export type ProseFile = BenchFile<ProseFormat>;

interface FetchedDocs {
  readonly name: string;
  readonly version: string;
  readonly files: readonly ProseFile[];
}

const endings: Readonly<Record<ProseFormat, RegExp>> = {
  markdown: /\.(md|markdown)(\.txt)?(\.gz)?$/i,
  rst: /\.rst(\.txt)?(\.gz)?$/i,
  html: /\.html?(\.gz)?$/i,
  notebook: /\.ipynb(\.txt)?(\.gz)?$/i,
};
/** Indexes, change logs and pages with only links are not documentation. */
const skippedPaths = /(^|\/)(node_modules|genindex|py-modindex|search|_modules|whatsnew\/changelog|changelog)/i;
const recordFile = join(corpusFolder, 'docs.json');

/** All files, sorted by format and path, and the versions of their packages. Fetches missing packages. */
export function fetchDocs(log: (line: string) => void): { files: ProseFile[]; versions: string[] } {
  mkdirSync(corpusFolder, { recursive: true });
  const done: Record<string, FetchedDocs> = existsSync(recordFile) ? JSON.parse(readFileSync(recordFile, 'utf8')) : {};
  for (const spec of docPackages) {
    if (done[keyOf(spec)]) continue;
    log(`fetching ${spec.name} for its ${spec.format}`);
    try {
      done[keyOf(spec)] = fetchPackage(spec);
    } catch (error) {
      log(`skipping ${spec.name}: ${errorMessage(error)}`);
      continue;
    }
    writeFileSync(recordFile, JSON.stringify(done, undefined, 1));
  }
  const fetched = docPackages.flatMap((spec) => done[keyOf(spec)] ?? []);
  const order = ({ language, path }: ProseFile): string => `${proseFormats.indexOf(language)} ${path}`;
  return {
    files: fetched.flatMap((item) => item.files).sort((a, b) => (order(a) < order(b) ? -1 : 1)),
    versions: [...new Set(fetched.map((item) => `${item.name} ${item.version}`))],
  };
}

function keyOf({ from, name, version, format, take, only }: DocPackage): string {
  return `${from}:${name}@${version ?? debianRelease} ${format} ${take} ${only?.source ?? ''}`;
}

function fetchPackage(spec: DocPackage): FetchedDocs {
  const work = join(corpusFolder, '.fetching-docs');
  rmSync(work, { recursive: true, force: true });
  mkdirSync(join(work, 'files'), { recursive: true });
  const version = unpackPackage(spec, work);
  const target = join(corpusFolder, spec.format, basename(spec.name));
  rmSync(target, { recursive: true, force: true });
  const found = candidates(join(work, 'files'), spec);
  const prefix = spec.from === 'deb' ? commonFolder(found.map(({ path }) => path)) : '';
  const files: ProseFile[] = [];
  let left = spec.take * 1000;
  for (const { path, content } of found) {
    if (content.length > left) continue;
    left -= content.length;
    const copy = join(target, path.slice(prefix.length).replace(/(\.txt)?(\.gz)?$/i, ''));
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, content);
    const place = relative(corpusFolder, copy).replaceAll('\\', '/');
    files.push({ path: place, language: spec.format, bytes: content.length });
  }
  rmSync(work, { recursive: true, force: true });
  if (files.length === 0) throw new Error(`no ${spec.format} found in ${spec.name} ${version}`);
  return { name: spec.name, version, files };
}

function candidates(folder: string, spec: DocPackage): { path: string; content: Buffer }[] {
  const found: { path: string; content: Buffer; order: string }[] = [];
  const seen = new Set<string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !endings[spec.format].test(entry.name)) continue;
    const full = join(entry.parentPath, entry.name);
    const path = relative(folder, full).replaceAll('\\', '/');
    if ((spec.only && !spec.only.test(path)) || skippedPaths.test(path)) continue;
    const stored = readFileSync(full);
    const content = path.endsWith('.gz') ? gunzipSync(stored) : stored;
    const digest = (of: Buffer | string): string => createHash('sha256').update(of).digest('hex');
    if (seen.has(digest(content)) || !isDocument(content, spec.format)) continue;
    seen.add(digest(content));
    found.push({ path, content, order: digest(path) });
  }
  return found.sort((a, b) => (a.order < b.order ? -1 : 1));
}

function isDocument(content: Buffer, format: ProseFormat): boolean {
  if (content.length < 1000 || content.length > (format === 'notebook' ? 2_000_000 : 400_000)) return false;
  return !content.includes(0) && !content.toString('utf8').includes('\uFFFD');
}

export function docsTable(files: readonly ProseFile[]): string {
  const megabytes = (of: readonly ProseFile[]): string =>
    (of.reduce((sum, file) => sum + file.bytes, 0) / 1e6).toFixed(2);
  const rows = proseFormats.map((format) => {
    const own = files.filter((file) => file.language === format);
    return `| ${format} | ${own.length} | ${megabytes(own)} |`;
  });
  return [
    '| format | files | MB |',
    '|---|---:|---:|',
    ...rows,
    `| all | ${files.length} | ${megabytes(files)} |`,
  ].join('\n');
}

if (require.main === module) {
  const { files, versions } = fetchDocs((line) => process.stderr.write(`${line}\n`));
  process.stdout.write(`${docsTable(files)}\n\n${versions.join(', ')}\n`);
}
