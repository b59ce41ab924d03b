/**
 * Measures how well the language of a file is found without its name. Real files, in languages that we support and in others, are
 * read without name and `#!` line, by the rules for content alone and with the language model (src/languages/guess-language.ts).
 *
 *     node --liftoff-only --import tsx bench/guess.ts [FOLDER…]
 *
 * Without folders: bench/corpus, node_modules and grammars/samples. The true language follows from the name of the file.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { chunkText } from '../src/engine/workers/chunker';
import { canGuessLanguage, detectLanguage } from '../src/languages/detect-language';
import { guessLanguages } from '../src/languages/guess-language';
import { proseFormatsOf } from '../src/prose/prose-formats';

const perExtension = 15;
const perFolder = 3;
const maxBytes = 200_000;

interface Sample {
  readonly path: string;
  readonly text: string;
  /** Undefined if it is not a supported language. */
  readonly truth: string | undefined;
}

/** Similar languages: if one is mistaken for another of its group, most of a file is still chunked well. */
const relatives = [
  ['typescript', 'typescriptreact', 'javascript'],
  ['c', 'cpp', 'objective-c'],
  ['css', 'scss'],
  ['html', 'vue', 'svelte', 'xml'],
  ['markdown', 'mdx', 'restructuredtext', 'asciidoc'],
];

function* walk(folder: string): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else if (entry.isFile()) yield path;
  }
}

function truthOf(path: string, text: string): string | null | undefined {
  const language = detectLanguage(path, text);
  const prose = proseFormatsOf({ path, text: '' }, false).find(({ id }) => id !== 'conversation')?.id;
  if (prose && prose !== 'plaintext') return prose;
  if (language) return language;
  // A file counts as unsupported only if that is certain.
  return prose === undefined && extname(path) !== '' && !canGuessLanguage(path, text) ? undefined : null;
}

function samples(folders: readonly string[]): Sample[] {
  const byExtension = new Map<string, string[]>();
  for (const path of folders.flatMap((folder) => [...walk(folder)])) {
    const extension = extname(path).toLowerCase();
    if (extension === '' || extension === '.map' || /\.min\./.test(path)) continue;
    byExtension.set(extension, [...(byExtension.get(extension) ?? []).slice(-20_000), path]);
  }
  return [...byExtension.values()].flatMap((paths) => {
    const taken: Sample[] = [];
    const inFolder = new Map<string, number>();
    // Steps of a prime number visit all files, far apart from each other.
    for (let i = 0; i < paths.length && taken.length < perExtension; i++) {
      const path = paths[(i * 7919) % paths.length] ?? '';
      const count = inFolder.get(dirname(path)) ?? 0;
      if (count >= perFolder || statSync(path).size > maxBytes) continue;
      const text = readFileSync(path, 'utf8').replace(/^\ufeff?#!.*\n/, '');
      const truth = truthOf(path, text);
      if (truth === null || /[\0\ufffd]/.test(text) || text.trim().length < 20) continue;
      inFolder.set(dirname(path), count + 1);
      taken.push({ path, text, truth });
    }
    return taken;
  });
}

function verdict(found: string | undefined, truth: string | undefined): 'right' | 'near' | 'wrong' | 'none' {
  if (found === undefined || found === 'plaintext') return 'none';
  if (found === truth) return 'right';
  return relatives.some((group) => group.includes(found) && group.includes(truth ?? '')) ? 'near' : 'wrong';
}

async function main(): Promise<void> {
  const given = process.argv.slice(2);
  const defaults = ['bench/corpus', 'node_modules', 'grammars/samples'].map((name) => resolve(__dirname, '..', name));
  const all = samples(given.length > 0 ? given : defaults);
  const ours = all.filter(({ truth }) => truth !== undefined).length;
  console.log(
    `${ours} files of ${new Set(all.map(({ truth }) => truth)).size - 1} languages, ${all.length - ours} in unsupported languages`,
  );
  const counts = { rules: count(), model: count(), both: count() };
  const started = performance.now();
  await guessLanguages('let first = 1; // loads the model\n');
  const first = performance.now() - started;
  const times: number[] = [];
  const missed = new Map<string, number>();
  for (const { path, text, truth } of all) {
    const byRules = detectLanguage('noname', text);
    counts.rules[verdict(byRules, truth)]++;
    if (byRules === undefined && proseFormatsOf({ path: 'noname', text }, false).length === 0) {
      const start = performance.now();
      counts.model[verdict((await guessLanguages(text))[0], truth)]++;
      times.push(performance.now() - start);
    }
    const { language } = await chunkText({ path: 'noname', text });
    const outcome = verdict(language, truth);
    counts.both[outcome]++;
    if (outcome === 'none' && truth) missed.set(truth, (missed.get(truth) ?? 0) + 1);
    if (outcome === 'wrong') console.log(`  ${basename(path)}: ${language}, not ${truth ?? 'any'}`);
  }
  for (const [name, { right, near, wrong, none }] of Object.entries(counts)) {
    const precision = (100 * right) / Math.max(1, right + near + wrong);
    const lenient = (100 * (right + near)) / Math.max(1, right + near + wrong);
    console.log(
      `${name}: right ${right}, near ${near}, wrong ${wrong}, none ${none}; precision ${precision.toFixed(1)} % (with near ${lenient.toFixed(1)} %), recall ${((100 * right) / ours).toFixed(1)} %`,
    );
  }
  const counted = [...missed].sort(([, a], [, b]) => b - a).map(([truth, files]) => `${truth} ${files}`);
  console.log(`not found: ${counted.join(', ')}`);
  times.sort((a, b) => a - b);
  const at = (share: number): string => `${(times[Math.floor(times.length * share)] ?? 0).toFixed(1)} ms`;
  console.log(`first ${first.toFixed(0)} ms, then median ${at(0.5)}, 95 % ${at(0.95)}; ${times.length} files`);
}

function count(): Record<'right' | 'near' | 'wrong' | 'none', number> {
  return { right: 0, near: 0, wrong: 0, none: 0 };
}

main();
