/**
 * Guesses the language of a text whose name and plain signs do not tell, with the model of `@vscode/vscode-languagedetection`
 * (guesslang's, as VS Code uses it). It and the library that runs it are loaded on the first guess: most runs need none.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ModelOperations } from '@vscode/vscode-languagedetection';

/** In UTF-16 code units. The model itself looks at no more than the first 10,000 bytes. */
const minLength = 20;
const maxLength = 10_000;

/**
 * Below this the guess is too often wrong; docs/detection.md has the measurements. The model is as sure of itself with languages
 * that it does not know as with others, so whoever takes a guess must also see that the text parses.
 */
const minConfidence = 0.7;

/** The model's names. Those of languages that we do not have are left out: asm, bat, ini, csv and so on. */
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

/** Near languages that the model mixes up or does not know: tried in turn where a text does not parse as what it was guessed to be. */
export const nearLanguages: Readonly<Record<string, readonly string[]>> = {
  c: ['cpp', 'objective-c'],
  cpp: ['objective-c'],
  css: ['scss'],
  javascript: ['typescript', 'typescriptreact'],
  ocaml: ['ocaml.interface'],
  typescript: ['typescriptreact'],
};

/** Where the build put the library and the model; run from source they are taken from the package. */
const shippedFolder = join(__dirname, 'language-model');

/** What the library keeps of its tensors; without a scope around each run it never frees those of the text. */
interface TensorEngine {
  startScope(): void;
  endScope(): void;
}

let model: Promise<ModelOperations> | undefined;
let running: Promise<unknown> = Promise.resolve();

/**
 * The id of a language or of a format of prose; undefined when the model is not sure, or knows the text to be something that we
 * have no reader for. The same text always gives the same answer.
 * @throws when the model cannot be loaded; it is not tried again.
 */
export async function guessLanguage(text: string): Promise<string | undefined> {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const head = text.slice(start, start + maxLength);
  if (head.trim().length < minLength) return undefined;
  model ??= loadModel();
  const loaded = await model;
  // One after the other: scopes of tensors are a stack.
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
  // Not a plain import: bundlers must not see it and pull the library into every bundle.
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
    // A copy of its own: a buffer of Node may be a part of a larger one.
    weightsLoaderFunc: async () => new Uint8Array(weights).buffer,
  });
  // The weights become tensors with the first run. These must outlive it, so it has no scope around it.
  await loaded.runModel(' '.repeat(minLength));
  return loaded;
}
