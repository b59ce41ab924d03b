/**
 * The corpus of the benchmarks: real source files in eleven languages, taken from npm packages and from Debian packages.
 *
 *     node --import tsx bench/corpus.ts        fetches what is missing and prints files and MB per language
 *
 * npm packages have pinned versions. Debian packages come from one fixed release, in the version that it currently has; the
 * versions used are recorded in bench/corpus/packages.json and in the results. Everything is stored in bench/corpus/ (ignored by
 * git). A recorded package is not fetched again, so an interrupted run can be continued.
 *
 * Only files that people wrote count: no minified, generated, compiled or vendored code, no `.d.ts`. Files of a package are taken
 * in the order of the hashes of their paths, up to its share: the same on every machine, and a mix of all its folders.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { errorMessage } from '../src/shared/error-message';
import { type CorpusLanguage, corpusLanguages, type PackageSpec, packages } from './chunks/corpus-packages';
import type { BenchFile } from './chunks/serve-chunker';

export type CorpusFile = BenchFile<CorpusLanguage>;

interface FetchedPackage {
  readonly name: string;
  readonly from: PackageSpec['from'];
  readonly version: string;
  readonly files: readonly CorpusFile[];
}

const extensions: Readonly<Record<string, CorpusLanguage>> = {
  '.ts': 'typescript',
  '.tsx': 'tsx',
  '.js': 'javascript',
  '.mjs': 'javascript',
  '.cjs': 'javascript',
  '.py': 'python',
  '.go': 'go',
  '.rs': 'rust',
  '.java': 'java',
  '.c': 'c',
  '.h': 'c',
  '.cc': 'cpp',
  '.cpp': 'cpp',
  '.hpp': 'cpp',
  '.cs': 'csharp',
  '.rb': 'ruby',
  '.php': 'php',
};

export const corpusFolder = resolve(__dirname, 'corpus');
const recordFile = join(corpusFolder, 'packages.json');
/** The same Debian release on every machine, whatever system it runs. */
export const debianRelease = 'bookworm';

/** All corpus files, sorted by path, and the versions of their packages. Fetches missing packages. */
export function fetchCorpus(log: (line: string) => void): { files: CorpusFile[]; versions: string[] } {
  mkdirSync(corpusFolder, { recursive: true });
  const done = readRecord();
  for (const spec of packages) {
    const key = `${spec.from}:${spec.name}@${spec.version ?? debianRelease}`;
    if (done[key]) continue;
    log(`fetching ${spec.name}`);
    try {
      done[key] = fetchPackage(spec);
    } catch (error) {
      log(`skipping ${spec.name}: ${errorMessage(error)}`);
      continue;
    }
    writeFileSync(recordFile, JSON.stringify(done, undefined, 1));
  }
  const fetched = packages.flatMap((spec) => done[`${spec.from}:${spec.name}@${spec.version ?? debianRelease}`] ?? []);
  return {
    files: fetched.flatMap((item) => item.files).sort((a, b) => (a.path < b.path ? -1 : 1)),
    versions: fetched.map((item) => `${item.name} ${item.version}`),
  };
}

function readRecord(): Record<string, FetchedPackage> {
  return existsSync(recordFile) ? JSON.parse(readFileSync(recordFile, 'utf8')) : {};
}

function fetchPackage(spec: PackageSpec): FetchedPackage {
  const work = join(corpusFolder, '.fetching');
  rmSync(work, { recursive: true, force: true });
  mkdirSync(join(work, 'files'), { recursive: true });
  const version = unpackPackage(spec, work);
  const target = join(corpusFolder, spec.language, basename(spec.name));
  rmSync(target, { recursive: true, force: true });
  const files: CorpusFile[] = [];
  let left = spec.take * 1000;
  const found = candidates(join(work, 'files'), spec);
  // A binary package has its sources in `usr/share/…`, which is not part of the paths of the project.
  const prefix = spec.from === 'deb' ? commonFolder(found.map((file) => file.path)) : '';
  for (const file of found) {
    if (file.bytes > left) continue;
    left -= file.bytes;
    const copy = join(target, file.path.slice(prefix.length));
    mkdirSync(dirname(copy), { recursive: true });
    cpSync(join(work, 'files', file.path), copy);
    files.push({ ...file, path: relative(corpusFolder, copy).replaceAll('\\', '/') });
  }
  rmSync(work, { recursive: true, force: true });
  if (files.length === 0) throw new Error(`no source files found in ${spec.name} ${version}`);
  return { name: spec.name, from: spec.from, version, files };
}

/** The folders that all paths start with, including the final `/`. */
export function commonFolder(paths: readonly string[]): string {
  let common = paths[0] ?? '';
  for (const path of paths) {
    while (!path.startsWith(common)) common = common.slice(0, common.lastIndexOf('/', common.length - 2) + 1);
  }
  return common.slice(0, common.lastIndexOf('/') + 1);
}

export type PackageName = Pick<PackageSpec, 'from' | 'name' | 'version'>;

/** Unpacks a package into `files` in an empty folder, and returns its version. */
export function unpackPackage(spec: PackageName, work: string): string {
  return spec.from === 'npm' ? fetchFromNpm(spec, work) : fetchFromDebian(spec, work);
}

function fetchFromNpm(spec: PackageName, work: string): string {
  const version = spec.version ?? 'latest';
  execute('npm', ['pack', `${spec.name}@${version}`, '--pack-destination', work, '--silent'], work);
  unpack(work, /\.tgz$/);
  return version;
}

function fetchFromDebian(spec: PackageName, work: string): string {
  const apt = prepareApt();
  const command =
    spec.from === 'deb' ? ['download', spec.name] : ['source', '--download-only', '--tar-only', spec.name];
  execute('apt-get', [...apt, ...command], work);
  if (spec.from === 'deb') {
    const file = findFile(work, /\.deb$/);
    execute('dpkg-deb', ['-x', file, 'files'], work);
    return decodeURIComponent(file.split('_')[1] ?? '');
  }
  unpack(work, /\.orig\.tar\.(gz|xz|bz2)$/);
  return findFile(work, /\.orig\.tar\./).replace(/^[^_]*_|\.orig\.tar\..*$/g, '');
}

/** Uses its own package lists, so that it needs neither the configuration of the machine nor root. */
function prepareApt(): string[] {
  const folder = join(corpusFolder, '.apt');
  const lists = join(folder, 'lists');
  const options = [
    '-qq',
    ...['-o', `Dir::Etc::SourceList=${join(folder, 'sources.list')}`, '-o', 'Dir::Etc::SourceParts=/dev/null'],
    ...['-o', `Dir::State::Lists=${lists}`, '-o', `Dir::Cache=${join(folder, 'cache')}`],
    ...['-o', 'APT::Sandbox::User=root', '-o', 'APT::Architecture=amd64', '-o', 'Debug::NoLocking=1'],
  ];
  if (existsSync(join(folder, 'ready'))) return options;
  mkdirSync(join(lists, 'partial'), { recursive: true });
  mkdirSync(join(folder, 'cache', 'archives', 'partial'), { recursive: true });
  const origin = `[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian ${debianRelease} main`;
  writeFileSync(join(folder, 'sources.list'), `deb ${origin}\ndeb-src ${origin}\n`);
  execute('apt-get', [...options, 'update'], folder);
  writeFileSync(join(folder, 'ready'), '');
  return options;
}

function unpack(work: string, archive: RegExp): void {
  execute('tar', ['-xf', findFile(work, archive), '-C', 'files', '--strip-components=1'], work);
}

/** Runs a command; if it fails, the error has the first line of its output. */
function execute(command: string, args: readonly string[], cwd: string): void {
  const { status, error, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command}: ${stderr.trim().split('\n')[0] ?? `exit status ${status}`}`);
}

function findFile(folder: string, name: RegExp): string {
  const file = readdirSync(folder).find((entry) => name.test(entry));
  if (!file) throw new Error(`${folder} has no file that matches ${name}`);
  return file;
}

/** The hand-written source files under a folder, in the order of the hashes of their paths. */
function candidates(folder: string, spec: PackageSpec): CorpusFile[] {
  const found: { file: CorpusFile; order: string }[] = [];
  const seen = new Set<string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const full = join(entry.parentPath, entry.name);
    const path = relative(folder, full).replaceAll('\\', '/');
    const language = languageOf(path, spec.language);
    if (!language || (spec.only && !spec.only.test(path)) || unwantedPath.test(path)) continue;
    const content = readFileSync(full);
    const order = createHash('sha256').update(path).digest('hex');
    const hash = createHash('sha256').update(content).digest('hex');
    if (seen.has(hash) || !isHandWritten(content)) continue;
    seen.add(hash);
    found.push({ file: { path, language, bytes: content.length }, order });
  }
  return found.sort((a, b) => (a.order < b.order ? -1 : 1)).map((item) => item.file);
}

/** A package gives files of one language, except that TypeScript packages also give TSX and C++ headers end in `.h`. */
function languageOf(path: string, packageLanguage: PackageSpec['language']): CorpusLanguage | undefined {
  const language = extensions[extname(path).toLowerCase()];
  if (packageLanguage === 'typescript' && language === 'tsx') return 'tsx';
  if (packageLanguage === 'cpp' && path.endsWith('.h')) return 'cpp';
  return language === packageLanguage ? language : undefined;
}

const unwantedPath =
  /^usr\/share\/doc\/|\.d\.ts$|\.min\.js$|\.pb\.(go|cc|h)$|_pb2\.py$|(^|\/)(node_modules|vendor|third[-_]party|deps|dist|build|generated|_?fixtures?|testdata|snapshots|locale)\//i;
const generatedMark =
  /code generated|do not edit|automatically generated|auto-?generated|generated (by|from)|@generated/i;
const compiledMark = /Object\.defineProperty\(exports, ["']__esModule|__awaiter|sourceMappingURL=/;

function isHandWritten(content: Buffer): boolean {
  if (content.length < 500 || content.length > 300_000 || content.includes(0)) return false;
  const text = content.toString('utf8');
  // A replacement character means that the file is not UTF-8. A carriage return without a line feed is from an old Mac; such files are left out.
  if (text.includes('\uFFFD') || /\r(?!\n)/.test(text)) return false;
  const lines = text.split('\n');
  if (lines.some((line) => line.length > 1000) || text.length / lines.length > 120) return false;
  return !generatedMark.test(text.slice(0, 2000)) && !compiledMark.test(text);
}

/** Files and MB per language, as Markdown. */
export function corpusTable(files: readonly CorpusFile[]): string {
  const rows = corpusLanguages.flatMap((language) => {
    const own = files.filter((file) => file.language === language);
    return own.length ? [`| ${language} | ${own.length} | ${megabytes(own)} |`] : [];
  });
  return [
    '| language | files | MB |',
    '|---|---:|---:|',
    ...rows,
    `| all | ${files.length} | ${megabytes(files)} |`,
  ].join('\n');
}

function megabytes(files: readonly CorpusFile[]): string {
  return (files.reduce((sum, file) => sum + file.bytes, 0) / 1e6).toFixed(2);
}

if (require.main === module) {
  const { files, versions } = fetchCorpus((line) => process.stderr.write(`${line}\n`));
  process.stdout.write(`${corpusTable(files)}\n\n${versions.join(', ')}\n`);
}
