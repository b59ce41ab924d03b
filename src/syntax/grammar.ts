/**
 * Loads the tree-sitter grammars that the build put into grammars/.
 *
 * A grammar is machine code that runs in our process, taken from an npm package with a single maintainer, so its
 * bytes are compared with the sha256 in the tracked manifest before they are compiled. They are passed as bytes, never as
 * paths: that works the same in Node, in a worker and from the bundled file.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as zlib from 'node:zlib';
import { Language } from 'web-tree-sitter';
import { productFile } from '../shared/product';
import { initRuntime } from './choose-reader';

/** A loaded grammar of tree-sitter. */
export type Grammar = Language;

/** One grammar in grammars/manifest.json; written by `npm run grammars -- --choose`. */
export interface GrammarEntry {
  /** File name inside grammars/. */
  readonly file: string;
  /** The npm package the file is copied from, its exact version, and the path inside it. */
  readonly package: string;
  readonly version: string;
  readonly sourcePath: string;
  /** Of the file in grammars/, which differs from the package's file if scripts/wasm.ts repaired it. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  /** Bytes of the largest function body, which V8's optimiser has to hold in memory at once. */
  readonly largestFunction: number;
  /** The tree-sitter ABI the parser was generated for. */
  readonly abi: number;
  /** Lines of grammars/samples/<id> that an ERROR or MISSING node touches, although all samples are valid code. */
  readonly badLines: number;
}

export type GrammarManifest = { readonly grammars: Readonly<Record<string, GrammarEntry>> };

/**
 * Above this, V8 can abort the whole process ("Fatal process out of memory: Zone") while it optimises the function.
 * That cannot be caught; such grammars may only be used in a process started with --liftoff-only.
 */
export const DANGEROUS_FUNCTION_BYTES = 300_000;

/**
 * V8 takes 400 to 900 MB for a moment while it optimises one of these, and keeps much of it; V8 11 (Node 20) does not. For some
 * megabytes of Bash, Objective-C or Perl, optimising takes at least as long as it saves.
 */
const heavyGrammars: ReadonlySet<string> = new Set(['bash', 'elixir', 'kotlin', 'objc', 'ocaml', 'perl']);
/** These take 310 and 380 MB, too much for a few files. But of much source optimising saves a fifth of the time. */
const lateGrammars: ReadonlySet<string> = new Set(['cpp', 'ruby']);
/** Characters of a language from which its late grammar is optimised. */
const lateFrom = 1_000_000;
const firstHeavyV8 = 12;

/** True if V8 does not optimise WebAssembly here. */
export const isLiftoffOnly = process.execArgv.includes('--liftoff-only');

let refusesDangerous = false;

const loadedGrammars = new Map<string, Promise<Grammar>>();
let manifest: GrammarManifest | undefined;

/** The ids of all grammars the product ships, sorted. */
export function grammarIds(): string[] {
  return Object.keys(readManifest().grammars).sort();
}

/** Parsing with this grammar is only safe in a process started with --liftoff-only. */
export function grammarIsDangerous(id: string): boolean {
  return grammarEntry(id).largestFunction > DANGEROUS_FUNCTION_BYTES;
}

/**
 * Parsing with this grammar is for a process started with --liftoff-only, if there can be one.
 * @param v8 the version that optimises.
 */
export function grammarNeedsLiftoff(id: string, v8?: string): boolean {
  if (grammarIsDangerous(id)) return true;
  return !refusesDangerous && heavyGrammars.has(id) && optimisesHeavily(v8);
}

const seenLength = new Map<string, number>();

/**
 * For one of many texts that this process parses: it is for a process started with --liftoff-only as long as there was little of its
 * language. Counts the text.
 * @param length 0 if it may be in another language. @param v8 the version that optimises.
 */
export function grammarIsTooEarly(id: string, length: number, v8?: string): boolean {
  if (refusesDangerous || !lateGrammars.has(id) || !optimisesHeavily(v8)) return false;
  const seen = (seenLength.get(id) ?? 0) + length;
  seenLength.set(id, seen);
  return seen < lateFrom;
}

function optimisesHeavily(v8 = process.versions.v8): boolean {
  return Number.parseInt(v8, 10) >= firstHeavyV8;
}

/** Thrown where a text is for a process started with --liftoff-only. */
export class NeedsLiftoff extends Error {}

/**
 * For a process that can leave texts to another one.
 * @param isOneOfMany see `grammarIsTooEarly`
 * @throws NeedsLiftoff
 */
export function leaveToLiftoff(id: string, isOneOfMany: boolean): void {
  if (isLiftoffOnly || refusesDangerous) return;
  if (grammarNeedsLiftoff(id) || (isOneOfMany && grammarIsTooEarly(id, 0)))
    throw new NeedsLiftoff(`V8 should not optimise the grammar "${id}"`);
}

/** From now on dangerous grammars do not load, unless V8 does not optimise: for processes that nobody supervises. */
export function refuseDangerousGrammars(): void {
  refusesDangerous = !isLiftoffOnly;
}

/** The manifest's entry; throws for an id that is not shipped. */
export function grammarEntry(id: string): GrammarEntry {
  const { grammars } = readManifest();
  const entry = Object.hasOwn(grammars, id) ? grammars[id] : undefined;
  if (!entry) throw new Error(`there is no grammar "${id}" in grammars/manifest.json`);
  return entry;
}

/**
 * The compiled grammar. It is compiled once per process; a failure is not remembered, so a repaired file loads next time.
 * @param meanwhile work that has to be done anyway: called while other threads compile the grammar
 */
export function loadGrammar(id: string, meanwhile?: () => void): Promise<Grammar> {
  const known = loadedGrammars.get(id);
  if (known) return known;
  if (refusesDangerous && grammarIsDangerous(id))
    return Promise.reject(new Error(`the grammar "${id}" could end this process`));
  const reading = readGrammar(id);
  const compiling = reading.then((bytes) => WebAssembly.compile(bytes));
  const starting = reading.then(initRuntime).then(meanwhile);
  const loading = Promise.all([compiling, starting]).then(([module]) => Language.loadSync(module));
  loadedGrammars.set(id, loading);
  loading.catch(() => loadedGrammars.delete(id));
  return loading;
}

/** The bytes of a grammar, checked against the manifest. */
export async function readGrammar(id: string, folder = productFile('grammars')): Promise<Uint8Array> {
  const entry = grammarEntry(id);
  const path = join(folder, entry.file);
  let bytes: Uint8Array;
  try {
    bytes = await readCompressible(path);
  } catch (cause) {
    throw new Error(`cannot read the grammar ${path}: run \`npm run grammars\``, { cause });
  }
  if (createHash('sha256').update(bytes).digest('hex') !== entry.sha256)
    throw new Error(`the grammar ${path} is not the file in grammars/manifest.json: run \`npm run grammars\``);
  return bytes;
}

/** The npm package has grammars compressed by Brotli: 5 MB instead of 85, read in a few milliseconds. */
async function readCompressible(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    const compressed = await readFile(`${path}.br`).catch(() => undefined);
    if (!compressed) throw error;
    return zlib.brotliDecompressSync(compressed);
  }
}

function readManifest(): GrammarManifest {
  manifest ??= JSON.parse(readFileSync(productFile('grammars', 'manifest.json'), 'utf8')) as GrammarManifest;
  return manifest;
}
