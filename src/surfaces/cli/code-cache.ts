/**
 * Keeps the compiled code of the bundles in the user's cache folder, so that the next start does not compile them again: that saves a
 * third of the processor time of `codegrain chunk FILE` and `search`. (`enableCompileCache` of Node 22 and later is slower, and Node 20 lacks it.)
 */
import { isAscii } from 'node:buffer';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { basename, dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import * as vm from 'node:vm';
import { attempt } from '../../shared/attempt';
import { userCacheFolder } from '../../shared/user-cache';

/** How many compiled forms of one bundle are kept: of several commands, and versions of the product and of Node can be used side by side. */
const keptForms = 12;

type Load = (module: NodeModule, file: string) => void;

/** Scripts without code in the cache, by the file where it will be. */
const toKeep = new Map<string, vm.Script>();

/**
 * From now on bundles in `folder` are loaded with the code that an earlier process kept, and this one keeps what is missing.
 * @param command what V8 has compiled depends on it: each command has a form of its own.
 */
export function useCompiledCode(folder: string, command: string): void {
  const cache = userCacheFolder();
  // Older versions of Node 20 cannot import modules from code that is loaded in this way.
  const imports: number | undefined = vm.constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  if (cache === undefined || imports === undefined) return;
  const extensions: Record<string, Load | undefined> = Reflect.get(nodeModule, '_extensions');
  const load = extensions['.js'];
  extensions['.js'] = (module, file) => {
    if (dirname(file) === folder) loadBundle(module, file, { folder: join(cache, 'compiled'), command }, imports);
    else load?.(module, file);
  };
  // At the end, when the functions that this process needed are compiled, too.
  process.on('exit', () => withLoadFlags(keepCode));
}

type Cache = { readonly folder: string; readonly command: string };

function loadBundle(module: NodeModule, file: string, cache: Cache, importModuleDynamically: number): void {
  const bytes = readFileSync(file);
  // V8 compares its own version and the length of the source, not the source itself.
  const hash = createHash('sha1').update(bytes).digest('hex');
  const name = `${process.versions.v8}-${process.arch}-${hash}-${cache.command}`;
  const kept = join(cache.folder, basename(file), name);
  const cachedData = readIfExists(kept);
  const source = nodeModule.wrap(bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8'));
  const script = withLoadFlags(() => new vm.Script(source, { filename: file, cachedData, importModuleDynamically }));
  if (!cachedData || script.cachedDataRejected) toKeep.set(kept, script);
  const require = nodeModule.createRequire(file);
  script.runInThisContext().call(module.exports, module.exports, require, module, file, dirname(file));
}

function readIfExists(file: string): Buffer | undefined {
  return attempt(() => readFileSync(file));
}

function keepCode(): void {
  for (const [file, script] of toKeep)
    try {
      const folder = dirname(file);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const unfinished = `${file}.${process.pid}`;
      writeFileSync(unfinished, script.createCachedData(), { mode: 0o600 });
      renameSync(unfinished, file);
      removeOldForms(folder);
    } catch {
      // Without it the next start takes longer.
    }
}

function removeOldForms(folder: string): void {
  const forms = readdirSync(folder)
    .map((name) => ({ file: join(folder, name), time: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => b.time - a.time);
  for (const { file } of forms.slice(keptForms)) rmSync(file, { force: true });
}

// The flags of V8 that commands run with. V8 takes compiled code only where its flags are as they were when that code was made, and this
// is true of Node's own modules, too: with other flags it compiles them again, which took 10 ms of the start of `codegrain mcp`. So
// modules are loaded with the flags that Node starts with, and a command runs with these.

interface RunFlag {
  readonly running: string;
  /** The default of V8, for loading. */
  readonly loading: string;
}

/** Bytes of bytecode that a function runs before V8 considers to optimise it. */
const usualBudget = 66 * 1024;

const runFlags: readonly RunFlag[] = [
  // Functions that have not run for a while would be missing in the code that is kept at the end: those that run at the start.
  { running: '--no-flush-bytecode', loading: '--flush-bytecode' },
  // Most commands end, or wait for the next question, before optimised code has saved what optimising took: without this, that was a
  // fourth of the first answer of an MCP server. Later versions than Node 20 have another compiler between, Maglev, and do not know
  // this flag.
  ...(process.versions.v8.startsWith('11.')
    ? [{ running: `--interrupt-budget=${4 * usualBudget}`, loading: `--interrupt-budget=${usualBudget}` }]
    : []),
];

let areSet = false;

/** To be called when the modules of a command are loaded. */
export function setRunFlags(): void {
  areSet = true;
  for (const { running } of runFlags) setFlagsFromString(running);
}

/** Loads or keeps compiled code. */
function withLoadFlags<T>(work: () => T): T {
  if (!areSet) return work();
  for (const { loading } of runFlags) setFlagsFromString(loading);
  try {
    return work();
  } finally {
    setRunFlags();
  }
}
