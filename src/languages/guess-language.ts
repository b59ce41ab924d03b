/**
 * Guesses the language of a text when its name and content give no clear sign, with the model in language-model.ts. Its weights
 * come from `@vscode/vscode-languagedetection` and are loaded on the first guess, because most runs need none.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { hasMarksOf } from './language-marks';
import { LanguageModel } from './language-model';

/** In UTF-16 code units. The model itself reads only the first 10,000 bytes. */
const minLength = 20;
const maxLength = 10_000;

/**
 * Below this confidence the guess is wrong too often; docs/detection.md has the measurements. The model is just as confident about
 * languages that it does not know. So the text must also have the marks of the language, and callers must check that it parses.
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
  f90: 'fortran',
  go: 'go',
  groovy: 'groovy',
  hs: 'haskell',
  html: 'html',
  java: 'java',
  jl: 'julia',
  js: 'javascript',
  json: 'json',
  kt: 'kotlin',
  lisp: 'commonlisp',
  lua: 'lua',
  makefile: 'makefile',
  matlab: 'matlab',
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
const nearLanguages: Readonly<Record<string, readonly string[]>> = {
  c: ['cpp', 'objective-c'],
  cpp: ['objective-c'],
  css: ['scss'],
  javascript: ['typescript', 'typescriptreact'],
  ocaml: ['ocaml.interface'],
  typescript: ['typescriptreact'],
};

/** Where the build puts the weights. When run from source, they come from the npm package. */
const shippedFolder = join(__dirname, 'language-model');

let model: Promise<LanguageModel> | undefined;

/**
 * Returns ids of languages and prose formats that the text may be in, most likely first: the model's guess and languages near to
 * it. Empty if the model is not confident, if we do not support what it found, or if the text lacks the marks of all of them.
 * The same text always gives the same answer.
 * @throws if the model cannot be loaded. Loading is not retried.
 */
export async function guessLanguages(text: string): Promise<readonly string[]> {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const head = text.slice(start, start + maxLength);
  if (head.trim().length < minLength) return [];
  model ??= loadModel();
  const { name, confidence } = (await model).guess(Buffer.from(head));
  const guess = confidence < minConfidence ? undefined : idByModelName[name];
  if (guess === undefined) return [];
  return [guess, ...(nearLanguages[guess] ?? [])].filter((id) => hasMarksOf(id, head));
}

async function loadModel(): Promise<LanguageModel> {
  const folder = existsSync(shippedFolder) ? shippedFolder : packageFolder();
  const [description, weights] = await Promise.all([
    readFile(join(folder, 'model.json'), 'utf8'),
    readFile(join(folder, 'group1-shard1of1.bin')),
  ]);
  return new LanguageModel(JSON.parse(description), weights);
}

function packageFolder(): string {
  const script = createRequire(__filename).resolve('@vscode/vscode-languagedetection');
  return join(dirname(script), '..', '..', 'model');
}
