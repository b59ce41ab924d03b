/**
 * Fills grammars/ from the npm packages in node_modules.
 *
 *   npm run grammars              copies every grammar of grammars/manifest.json and checks its hash
 *   npm run grammars -- --choose [GRAMMAR…]
 *                                 parses grammars/samples with every build of these grammars, or of all, and writes the manifest
 *   npm run grammars -- --check   parses the samples with the grammars in grammars/ and prints one line of JSON each
 *
 * Several packages publish the same grammar, built from different revisions, and no package has the best build of every grammar.
 * The samples are valid, modern code: the build with errors on the fewest lines wins.
 */
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Language, Parser, type Tree } from 'web-tree-sitter';
import { languages } from '../src/languages/registry';
import { errorMessage } from '../src/shared/error-message';
import { productFile } from '../src/shared/product';
import { initRuntime } from '../src/syntax/choose-reader';
import {
  DANGEROUS_FUNCTION_BYTES,
  type GrammarEntry,
  type GrammarManifest,
  grammarIds,
  loadGrammar,
} from '../src/syntax/grammar';
import { largestFunction, modernDylink, resetCmakeScanner, zeroedScanner } from './wasm';

/** The packages with builds of grammars. On a tie the earlier package wins. */
const PACKAGES: readonly { readonly name: string; readonly path: (id: string) => string }[] = [
  { name: 'tree-sitter-wasms', path: (id) => `out/tree-sitter-${id}.wasm` },
  { name: 'tree-sitter-wasm', path: (id) => `out/${id}/tree-sitter-${id}.wasm` },
  { name: '@cursorless/tree-sitter-wasms', path: (id) => `out/tree-sitter-${id}.wasm` },
  { name: '@tree-sitter-grammars/tree-sitter-kotlin', path: (id) => `tree-sitter-${id}.wasm` },
  { name: 'tree-sitter-devicetree', path: (id) => `tree-sitter-${id}.wasm` },
];

const PROBE_TIMEOUT_MS = 60_000;

interface Probe {
  readonly badLines: number;
  readonly abi: number;
}

/** What `--check` prints for each grammar. */
export interface CheckLine {
  readonly id: string;
  readonly samples: number;
  readonly badLines: number;
}

const grammarsFolder = productFile('grammars');
const manifestFile = join(grammarsFolder, 'manifest.json');

/** Copies missing and different grammars, removes those not in the manifest, and returns how many were copied. */
export function fillGrammars(): number {
  const { grammars } = JSON.parse(readFileSync(manifestFile, 'utf8')) as GrammarManifest;
  const used = new Set(Object.values(grammars).map((entry) => entry.file));
  for (const file of readdirSync(grammarsFolder)) {
    if (file.endsWith('.wasm') && !used.has(file)) rmSync(join(grammarsFolder, file));
  }
  let copied = 0;
  for (const [id, entry] of Object.entries(grammars)) {
    const target = join(grammarsFolder, entry.file);
    if (existsSync(target) && sha256(readFileSync(target)) === entry.sha256) continue;
    const version = packageVersion(entry.package);
    if (version !== entry.version) {
      const found = version ? `${version} is installed` : 'it is not installed (npm ci)';
      throw new Error(`${entry.file} needs ${entry.package} ${entry.version}, but ${found}`);
    }
    const bytes = repaired(id, readFileSync(packageFile(entry.package, entry.sourcePath)));
    if (sha256(bytes) !== entry.sha256) {
      throw new Error(`${entry.package}/${entry.sourcePath} is not the file in grammars/manifest.json: sha256 differs`);
    }
    writeFileSync(target, bytes);
    copied++;
  }
  return copied;
}

/**
 * Tries every build of every grammar that a language names, on its samples, and writes the manifest.
 * @param only if there are any, the other grammars stay as they are.
 */
async function choose(only: readonly string[]): Promise<void> {
  const used = new Set(languages.map(({ grammar }) => grammar));
  const ids = readdirSync(join(grammarsFolder, 'samples'))
    .filter((id) => used.has(id) && (only.length === 0 || only.includes(id)))
    .sort();
  const { grammars } = JSON.parse(readFileSync(manifestFile, 'utf8')) as GrammarManifest;
  const chosen: Record<string, GrammarEntry> = only.length === 0 ? {} : { ...grammars };
  const rows: string[][] = [['grammar', ...PACKAGES.map((source) => source.name.split('/').join(' ')), 'chosen']];
  const unusable: string[] = [];
  const work = mkdtempSync(join(tmpdir(), 'grammars-'));
  try {
    const trials = await mapInParallel(
      ids.flatMap((id) => PACKAGES.map((source) => ({ id, source }))),
      async ({ id, source }) => ({ id, source, result: await tryBuild(id, source, work) }),
    );
    for (const id of ids) {
      const row = trials.filter((trial) => trial.id === id).map((trial) => trial.result);
      const best = row.reduce<GrammarEntry | undefined>(
        (current, result) => (typeof result === 'object' && (!current || isBetter(result, current)) ? result : current),
        undefined,
      );
      rows.push([
        id,
        ...row.map((result) => (typeof result === 'object' ? String(result.badLines) : result)),
        best?.package ?? 'none',
      ]);
      if (!best) {
        unusable.push(id);
        continue;
      }
      chosen[id] = best;
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  console.log(table(rows));
  if (unusable.length > 0) throw new Error(`no package has a working build of ${unusable.join(', ')}`);
  const sorted = Object.fromEntries(Object.entries(chosen).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(manifestFile, `${JSON.stringify({ grammars: sorted }, null, 2)}\n`);
}

/** Fewer bad lines are better; on a tie, a build that V8 can optimise safely. */
function isBetter(one: GrammarEntry, other: GrammarEntry): boolean {
  const danger = (entry: GrammarEntry) => Number(entry.largestFunction > DANGEROUS_FUNCTION_BYTES);
  return (one.badLines - other.badLines || danger(one) - danger(other)) < 0;
}

/** The result of one build on the samples, or in a few words why it cannot be used. */
async function tryBuild(id: string, source: (typeof PACKAGES)[number], work: string): Promise<GrammarEntry | string> {
  const sourcePath = source.path(id);
  const original = packageFile(source.name, sourcePath);
  const version = packageVersion(source.name);
  if (!version || !existsSync(original)) return '-';
  const bytes = repaired(id, readFileSync(original));
  const folder = join(work, source.name.replace('/', '+'));
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${id}.wasm`);
  writeFileSync(file, bytes);
  const probe = await probeInChild(file, samplesOf(id));
  if (typeof probe === 'string') return probe;
  return {
    file: `${id}.wasm`,
    package: source.name,
    version,
    sourcePath,
    sha256: sha256(bytes),
    size: bytes.length,
    largestFunction: largestFunction(bytes),
    abi: probe.abi,
    badLines: probe.badLines,
  };
}

/** A build can trap, hang, or make V8 abort the process, so each one is tried in its own process. */
function probeInChild(wasm: string, samples: readonly string[]): Promise<Probe | string> {
  return new Promise((resolve) => {
    const child = fork(__filename, ['--probe', wasm, ...samples], {
      execArgv: ['--liftoff-only', '--import', 'tsx'],
      stdio: 'ignore',
      timeout: PROBE_TIMEOUT_MS,
      killSignal: 'SIGKILL',
    });
    let answer: Probe | undefined;
    child.on('message', (message) => {
      answer = message as Probe;
    });
    child.on('exit', (_code, signal) => resolve(answer ?? (signal === 'SIGKILL' ? 'hangs' : 'fails')));
  });
}

/** In the child process: parses files with one build and reports to the parent, or prints the error lines if run by hand. */
async function probe(wasm: string, files: readonly string[]): Promise<void> {
  await initRuntime();
  const language = await Language.load(modernDylink(readFileSync(wasm)));
  const bad = badLines(language, files);
  for (const line of bad) console.log(line);
  const answer: Probe = { badLines: bad.length, abi: language.abiVersion };
  process.send?.(answer);
}

async function check(): Promise<void> {
  for (const id of grammarIds()) {
    const bad = badLines(await loadGrammar(id), samplesOf(id));
    console.log(JSON.stringify({ id, samples: samplesOf(id).length, badLines: bad.length } satisfies CheckLine));
  }
}

/** The lines that an ERROR or MISSING node touches, as file:line. Counting nodes would count one mistake several times. */
function badLines(language: Language, files: readonly string[]): string[] {
  const parser = new Parser();
  try {
    parser.setLanguage(language);
    return files.flatMap((file) => {
      // Some scanners keep state from one text to the next, so parse once before: in use, a text is rarely the first.
      parser.parse('x = 1')?.delete();
      const tree = parser.parse(readFileSync(file, 'utf8'));
      if (!tree) throw new Error(`no tree for ${file}`);
      try {
        return [...badRows(tree)].sort((a, b) => a - b).map((row) => `${basename(file)}:${row + 1}`);
      } finally {
        tree.delete();
      }
    });
  } finally {
    parser.delete();
  }
}

function badRows(tree: Tree): Set<number> {
  const rows = new Set<number>();
  const cursor = tree.walk();
  try {
    for (;;) {
      const node = cursor.currentNode;
      const bad = node.isError || node.isMissing;
      if (bad) for (let row = node.startPosition.row; row <= node.endPosition.row; row++) rows.add(row);
      // Only subtrees with an error are entered, so that a clean file costs one step.
      if (node.hasError && !bad && cursor.gotoFirstChild()) continue;
      while (!cursor.gotoNextSibling()) if (!cursor.gotoParent()) return rows;
    }
  } finally {
    cursor.delete();
  }
}

/** Changes a file of a package that would not load or not work with the current runtime. */
function repaired(id: string, original: Uint8Array): Uint8Array {
  const loadable = modernDylink(original);
  if (id === 'swift') return zeroedScanner(loadable);
  return id === 'cmake' ? resetCmakeScanner(loadable) : loadable;
}

function samplesOf(id: string): string[] {
  const folder = join(grammarsFolder, 'samples', id);
  return readdirSync(folder)
    .sort()
    .map((file) => join(folder, file));
}

function packageFile(name: string, path: string): string {
  return productFile('node_modules', ...name.split('/'), ...path.split('/'));
}

function packageVersion(name: string): string | undefined {
  const file = packageFile(name, 'package.json');
  if (!existsSync(file)) return undefined;
  return (JSON.parse(readFileSync(file, 'utf8')) as { version?: string }).version;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Runs `task` on all items, as many at a time as there are cores, and keeps their order. */
async function mapInParallel<Item, Result>(
  items: readonly Item[],
  task: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await task(item);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return results;
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

async function main([mode, ...rest]: readonly string[]): Promise<void> {
  if (mode === '--probe') return probe(rest[0] ?? '', rest.slice(1));
  if (mode === '--check') return check();
  if (mode === '--choose') await choose(rest);
  else if (mode) throw new Error(`unknown option ${mode}`);
  const copied = fillGrammars();
  console.log(`grammars: ${copied} copied`);
}

if (require.main === module) {
  main(process.argv.slice(2)).catch((error: unknown) => {
    console.error(errorMessage(error));
    process.exitCode = 1;
  });
}
