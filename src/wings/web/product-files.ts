/**
 * The files of the product in a browser. Small ones are in the bundle: the kernels, and the list of grammars with their hashes, so that
 * a grammar is never compiled unless it is the one this version was built with. The others are fetched from the product's URL when they
 * are first needed; their paths below it are those of the package (`grammars/`, `dist/`, `models/`).
 */
import { bundledFiles } from 'codegrain:bundled-files';
import { builtInModelPath } from '../../embedding/built-in/model-file';
import { type ChunkOptions, defaultChunkOptions } from '../../options/chunk-options';
import { errorMessage } from '../../shared/error-message';
import { counterTable, type EncodingName, encodingNames } from '../../tokens/counter-table';
import { disk } from './node/open-files';

/** Where the product is on the disk in memory; the bundler sets `__dirname` to its `dist`. */
const root = '/codegrain';

let baseUrl: string | undefined;

/** Why the last file could not be fetched. */
let failure: Error | undefined;

/** @param url the folder with `grammars/`, `dist/` and `models/` */
export function setProductUrl(url: string | URL): void {
  const { href } = new URL(url);
  baseUrl = href.endsWith('/') ? href : `${href}/`;
  const manifest = bundledFiles['grammars/manifest.json'];
  if (disk.find(`${root}/grammars`)) return;
  for (const [path, bytes] of Object.entries(bundledFiles)) disk.put(`${root}/${path}`, bytes, 0);
  const { grammars }: { grammars: Record<string, { file: string }> } = JSON.parse(new TextDecoder().decode(manifest));
  const fetched = [
    ...Object.values(grammars).map(({ file }) => `grammars/${file}`),
    ...encodingNames.map(tokenFileOf),
    'dist/web-tree-sitter.wasm',
    'dist/language-model/model.json',
    'dist/language-model/group1-shard1of1.bin',
    builtInModelPath,
  ];
  for (const path of fetched) disk.list(`${root}/${path}`, () => fetchFile(path));
}

function tokenFileOf(encoding: EncodingName): string {
  return `dist/${encoding}.tokens`;
}

async function fetchFile(path: string): Promise<Uint8Array> {
  const url = new URL(path, baseUrl).href;
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`status ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    failure = new Error(`cannot load ${url}: ${errorMessage(cause)}`, { cause });
    throw failure;
  }
}

/**
 * Loads what work with these options needs, and does it. If a file could not be fetched meanwhile, the result does not count: without its
 * grammar, a text would be cut by lines, which is no answer to a network that was down for a moment.
 */
export async function withProductFiles<Result>(
  options: Partial<ChunkOptions>,
  work: () => Promise<Result>,
): Promise<Result> {
  if (baseUrl === undefined) throw new Error('the URL of the product is not known: send "start" first');
  failure = undefined;
  await loadFilesFor(options);
  const result = await work();
  if (failure) throw failure;
  return result;
}

/** Loads what chunking with these options reads without waiting: the table of the token counter, and the model for `semantic`. */
export async function loadFilesFor(options: Partial<ChunkOptions>): Promise<void> {
  const { counter, strategy, textStrategy } = { ...defaultChunkOptions, ...options };
  const entry = counterTable[counter];
  const counts = 'estimate' in entry ? entry.estimate.encoding : counter;
  const encoding = encodingNames.find((name) => name === counts);
  await Promise.all([
    encoding && load(tokenFileOf(encoding)),
    [...strategy, ...textStrategy].includes('semantic') && loadModelFile(),
  ]);
}

export function loadModelFile(): Promise<void> {
  return load(builtInModelPath);
}

const loading = new Map<string, Promise<void>>();

/** Two callers at once make one request. */
function load(path: string): Promise<void> {
  let running = loading.get(path);
  if (!running) {
    running = disk.load(`${root}/${path}`).finally(() => loading.delete(path));
    loading.set(path, running);
  }
  return running;
}
