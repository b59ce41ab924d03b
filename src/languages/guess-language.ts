/**
 * Guesses the language of a text when its name and content give no clear sign, with the model in language-model.ts. Its weights
 * come from `@vscode/vscode-languagedetection` and are loaded on the first guess, because most runs need none.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { languageIdByName } from './detect-language';
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

/**
 * The model calls a language by one of its extensions or names, as `languageIdByName` does. It also knows languages that we do not
 * support, and two formats of prose.
 */
const proseByModelName: Readonly<Record<string, string>> = { md: 'markdown', tex: 'latex' };

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
  const guess = confidence < minConfidence ? undefined : (proseByModelName[name] ?? languageIdByName(name));
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
