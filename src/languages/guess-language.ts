/**
 * Guesses the language of a text when its name and content give no clear sign, with the model of
 * `@vscode/vscode-languagedetection` (the guesslang model that VS Code uses). The model and the library that runs it are loaded on
 * the first guess, because most runs need none.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ModelOperations } from '@vscode/vscode-languagedetection';

/** In UTF-16 code units. The model itself reads only the first 10,000 bytes. */
const minLength = 20;
const maxLength = 10_000;

/**
 * Below this confidence the guess is wrong too often; docs/detection.md has the measurements. The model is just as confident about
 * languages that it does not know, so callers must also check that the text parses.
 */
const minConfidence = 0.7;

/** Our language ids by the model's names. Languages that we do not support are left out: asm, bat, ini, csv and so on. */
const idByModelName: Readonly<Record<string, string>> = {
  c: 'c',
  clj: 'clojure',
  cmake: 'cmake',
  cpp: 'cpp',
  cs: 'csharp',
  css: 'css',
  dart: 'dart',
  dockerfile: 'dockerfile',
  erl: 'erlang',
  ex: 'elixir',
  go: 'go',
  groovy: 'groovy',
  hs: 'haskell',
  html: 'html',
  java: 'java',
  jl: 'julia',
  js: 'javascript',
  json: 'json',
  kt: 'kotlin',
  lua: 'lua',
  makefile: 'makefile',
  md: 'markdown',
  ml: 'ocaml',
  mm: 'objective-c',
  php: 'php',
  pm: 'perl',
  ps1: 'powershell',
  py: 'python',
  r: 'r',
  rb: 'ruby',
  rs: 'rust',
  scala: 'scala',
  sh: 'shellscript',
  sql: 'sql',
  swift: 'swift',
  tex: 'latex',
  toml: 'toml',
  ts: 'typescript',
  xml: 'xml',
  yaml: 'yaml',
};

/** Similar languages that the model mixes up or does not know. They are tried in turn if a text does not parse as the guess. */
export const nearLanguages: Readonly<Record<string, readonly string[]>> = {
  c: ['cpp', 'objective-c'],
  cpp: ['objective-c'],
  css: ['scss'],
  javascript: ['typescript', 'typescriptreact'],
  ocaml: ['ocaml.interface'],
  typescript: ['typescriptreact'],
};

/** Where the build puts the library and the model. When run from source, they come from the npm package. */
const shippedFolder = join(__dirname, 'language-model');

/** The library's tensor bookkeeping. Without a scope around each run, it never frees the tensors of the text. */
interface TensorEngine {
  startScope(): void;
  endScope(): void;
}

let model: Promise<ModelOperations> | undefined;
let running: Promise<unknown> = Promise.resolve();

/**
 * Returns the id of a language or of a prose format; undefined if the model is not confident or if we do not support what it
 * found. The same text always gives the same answer.
 * @throws if the model cannot be loaded. Loading is not retried.
 */
export async function guessLanguage(text: string): Promise<string | undefined> {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const head = text.slice(start, start + maxLength);
  if (head.trim().length < minLength) return undefined;
  model ??= loadModel();
  const loaded = await model;
  // Runs are sequential, because tensor scopes form a stack.
  const answer = running.then(() => run(loaded, head));
  running = answer.catch(() => undefined);
  return answer;
}

async function run(loaded: ModelOperations, head: string): Promise<string | undefined> {
  const { _tfengine: engine } = globalThis as { _tfengine?: TensorEngine };
  engine?.startScope();
  try {
    const [best] = await loaded.runModel(head);
    return best && best.confidence >= minConfidence ? idByModelName[best.languageId] : undefined;
  } finally {
    engine?.endScope();
  }
}

async function loadModel(): Promise<ModelOperations> {
  // Not a plain import: a bundler would follow it and put the library into every bundle.
  const require = createRequire(__filename);
  const isShipped = existsSync(shippedFolder);
  const script = isShipped ? join(shippedFolder, 'index.js') : require.resolve('@vscode/vscode-languagedetection');
  const folder = isShipped ? shippedFolder : join(dirname(script), '..', '..', 'model');
  const library: typeof import('@vscode/vscode-languagedetection') = require(script);
  const [topology, weights] = await Promise.all([
    readFile(join(folder, 'model.json'), 'utf8'),
    readFile(join(folder, 'group1-shard1of1.bin')),
  ]);
  const loaded = new library.ModelOperations({
    minContentSize: minLength,
    maxContentSize: maxLength + 1,
    modelJsonLoaderFunc: async () => JSON.parse(topology),
    // Copied, because a Node buffer may be a view of a larger one.
    weightsLoaderFunc: async () => new Uint8Array(weights).buffer,
  });
  // The first run turns the weights into tensors. They must outlive the run, so it has no scope around it.
  await loaded.runModel(' '.repeat(minLength));
  return loaded;
}
