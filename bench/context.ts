/**
 * How correct is the context? For each statement, two programs decide which imports and module-level definitions it uses: our
 * resolver, and a compiler (TypeScript's checker; Python's symbol tables). For languages without a compiler that can decide this
 * from one file, the rules of the language are applied to the tree of another parser (Ruby's prism, php-parser). The comparison
 * counts pairs of a top-level statement (for Ruby and PHP also a member of a type) and a name it uses. Names that the statement
 * binds itself do not count, and import statements are left out.
 *
 *     npm run bench:context                  prints the table and writes it to bench/results/context.md
 *     npm run bench:context -- --misses      also lists every difference, the worst files first
 *     npm run bench:context -- --only TSX    one language, writes nothing
 *     npm run bench:context -- --signatures FOLDER    how many used definitions travel with `--context signatures`, and at what
 *         size; may be repeated, and writes bench/results/signatures.md
 *
 * Precision: the share of our pairs that the compiler confirms. Recall: the share of the compiler's pairs that we found. The rows
 * "words alone" show the result of looking for names without scopes in the same files.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { javascript } from '../src/languages/definitions/ecmascript/javascript';
import { tsx, typescript } from '../src/languages/definitions/ecmascript/typescript';
import { php } from '../src/languages/definitions/php';
import { python } from '../src/languages/definitions/python';
import { ruby } from '../src/languages/definitions/ruby';
import type { Language } from '../src/languages/language';
import { signatureHead, signatureRows } from './context/carried-signatures';
import { corpusFiles, type LanguageName } from './context/context-corpus';
import { ourUses } from './context/our-uses';
import { loadPhpParser, phpAnswer } from './context/php-parser';
import { findPython, symtableAnswers, symtableUnits } from './context/python-symtable';
import { type Answer, unitsOf, usesInAnswer } from './context/reference-answer';
import { loadPrism, rubyAnswer } from './context/ruby-prism';
import { type Miss, Tally, table } from './context/tally';
import { checkedUnits } from './context/typescript-checker';

const languages: Readonly<Record<LanguageName, Language>> = {
  TypeScript: typescript,
  TSX: tsx,
  JavaScript: javascript,
  Python: python,
  Ruby: ruby,
  PHP: php,
};

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      misses: { type: 'boolean' },
      only: { type: 'string' },
      signatures: { type: 'string', multiple: true },
    },
  });
  if (values.signatures) return saveSignatures(values.signatures);
  const pythonCommand = findPython();
  if (pythonCommand === undefined) console.log('Python is not compared: python3 was not found.');
  const prism = await loadPrism();
  const phpParser = await loadPhpParser();
  if (!prism || !phpParser)
    console.log('Ruby and PHP are not compared: run `npm ci` in bench/ to install their parsers.');
  const files = corpusFiles(pythonCommand).filter((file) => !values.only || file.language === values.only);
  const answers =
    pythonCommand === undefined
      ? undefined
      : symtableAnswers(
          pythonCommand,
          files.filter((file) => file.language === 'Python').map((file) => file.path),
        );

  const resolved = new Map<string, Tally>();
  const byWord = new Map<string, Tally>();
  const differing: { place: string; misses: Miss[] }[] = [];
  for (const { path, language } of files) {
    const answer = answers?.get(path);
    // The installed Python cannot compile this file.
    if (language === 'Python' && !answer) continue;
    const text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
    let parsed: Answer | undefined;
    if (language === 'Ruby') parsed = prism && rubyAnswer(prism, text);
    else if (language === 'PHP') parsed = phpParser && phpAnswer(phpParser, text);
    if ((language === 'Ruby' || language === 'PHP') && !parsed) continue;
    const units = answer ? symtableUnits(answer, text) : parsed ? unitsOf(parsed, text) : checkedUnits(path, text);
    const ours = await ourUses(languages[language], text);
    for (const [tallies, uses] of [
      [resolved, ours.uses],
      [byWord, ours.byWord],
    ] as const) {
      const tally = tallies.get(language) ?? new Tally();
      tallies.set(language, tally);
      tally.files++;
      if (ours.hasSyntaxError) tally.filesWithSyntaxErrors++;
      const misses = tally.compare(units, parsed ? usesInAnswer(parsed, uses) : uses);
      if (tallies === resolved && misses.length > 0) differing.push({ place: relative(process.cwd(), path), misses });
    }
  }

  const result = table(Tally.head, [...rows(resolved, ''), ...rows(byWord, ', words alone')]);
  console.log(result);
  if (values.misses) printMisses(differing);
  if (!values.only) save(result);
}

function rows(tallies: ReadonlyMap<string, Tally>, suffix: string): string[][] {
  const all = new Tally();
  for (const tally of tallies.values()) all.add(tally);
  return [...tallies, ['all', all] as const].map(([name, tally]) => tally.row(`${name}${suffix}`));
}

function printMisses(files: readonly { place: string; misses: readonly Miss[] }[]): void {
  for (const { place, misses } of [...files].sort((a, b) => b.misses.length - a.misses.length)) {
    for (const { is, kind, name, line } of misses) console.log(`${is} ${kind} ${name}  ${place}:${line}`);
  }
}

async function saveSignatures(folders: readonly string[]): Promise<void> {
  const rows: string[][] = [];
  for (const folder of folders) rows.push(...(await signatureRows(resolve(folder), [0.25, 0.5])));
  const result = table(signatureHead, rows);
  console.log(result);
  const about =
    'Of the definitions that a chunk uses and that are neither in it nor in its context, how many travel with it as signatures. Guesses never do. Tokens are the mean over the chunks that use such definitions.';
  write('signatures.md', 'Signatures with a chunk', `${about}\n\n${result}`, ' -- --signatures');
}

function save(result: string): void {
  const about =
    'Which imports and module-level definitions each top-level statement uses, against the TypeScript 5.9 checker, Python’s `symtable` and, for Ruby and PHP, the rules of the language on the trees of prism and php-parser.';
  write('context.md', 'Context against compilers', `${about}\n\n${result}`);
}

/** @param flags that the run had. */
function write(name: string, title: string, body: string, flags = ''): void {
  const folder = join(__dirname, 'results');
  mkdirSync(folder, { recursive: true });
  const run = `\`npm run bench:context${flags}\`, ${new Date().toISOString().slice(0, 10)}, commit ${commit()}.`;
  writeFileSync(join(folder, name), `# ${title}\n\n${run} ${body}\n`);
}

function commit(): string {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: __dirname, encoding: 'utf8' }).trim();
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
