/**
 * How right is the context? Which imports and module-level definitions a statement uses is decided here twice: by our resolver
 * and by a compiler (TypeScript's checker; Python's symbol tables). Compared are pairs of a top-level statement and a name it
 * uses; names the statement binds itself do not count, nor do import statements.
 *
 *     npm run bench:context [-- --misses [N]] [-- --only Python]
 *
 * Precision: of the pairs we found, those the compiler confirms. Recall: of the compiler's pairs, those we found.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Parser } from 'web-tree-sitter';
import { loadGrammar } from '../src/chunking/grammar';
import { ModuleNames } from '../src/chunking/module-names';
import { Outline } from '../src/chunking/outline';
import { findUses } from '../src/chunking/references';
import { javascript } from '../src/languages/javascript';
import type { Language } from '../src/languages/language';
import { python } from '../src/languages/python';
import { tsx, typescript } from '../src/languages/typescript';
import { type CorpusFile, corpusFiles, type LanguageName } from './context/corpus';
import { findPython, symtableAnswers, symtableUnits } from './context/python-symtable';
import { checkedUnits } from './context/typescript-checker';
import type { NameKind, Unit } from './context/units';

const languages: Readonly<Record<LanguageName, Language>> = {
  TypeScript: typescript,
  TSX: tsx,
  JavaScript: javascript,
  Python: python,
};

interface OurUse {
  readonly name: string;
  readonly offset: number;
  readonly kind: NameKind;
  /** Where the statement that binds the name starts. */
  readonly target: number;
}

interface Count {
  right: number;
  missed: number;
  wrong: number;
}

class Tally {
  files = 0;
  filesWithSyntaxErrors = 0;
  units = 0;
  unitsRight = 0;
  readonly import: Count = { right: 0, missed: 0, wrong: 0 };
  readonly global: Count = { right: 0, missed: 0, wrong: 0 };

  add(other: Tally): void {
    this.files += other.files;
    this.filesWithSyntaxErrors += other.filesWithSyntaxErrors;
    this.units += other.units;
    this.unitsRight += other.unitsRight;
    for (const kind of ['import', 'global'] as const) {
      this[kind].right += other[kind].right;
      this[kind].missed += other[kind].missed;
      this[kind].wrong += other[kind].wrong;
    }
  }
}

interface Miss {
  readonly language: LanguageName;
  readonly is: 'missed' | 'wrong';
  readonly kind: NameKind;
  readonly name: string;
  readonly place: string;
}

const parsers = new Map<Language, Parser>();

async function ourUses(language: Language, text: string): Promise<{ uses: OurUse[]; hasError: boolean }> {
  const grammar = await loadGrammar(language.grammar);
  let parser = parsers.get(language);
  if (!parser) {
    parser = new Parser();
    parser.setLanguage(grammar);
    parsers.set(language, parser);
  }
  const tree = parser.parse(text);
  if (!tree) throw new Error('the parser gave no tree');
  try {
    const names = new ModuleNames(new Outline(language), [tree.rootNode]);
    const uses = findUses(language, grammar, tree, text, names).map(({ name, offset, target }) => ({
      name,
      offset,
      kind: target.is,
      target: target.start,
    }));
    return { uses, hasError: tree.rootNode.hasError };
  } finally {
    tree.delete();
  }
}

function within(offset: number, { start, end }: Unit): boolean {
  return offset >= start && offset < end;
}

function compare(
  file: CorpusFile,
  units: readonly Unit[],
  uses: readonly OurUse[],
  tally: Tally,
  misses: Miss[],
): void {
  for (const unit of units) {
    const ours = new Map<string, OurUse>();
    for (const use of uses) {
      // Members of a namespace that the statement itself contains are no module-level names to the compiler.
      const isOwn = unit.binds.has(use.name) || within(use.target, unit);
      if (within(use.offset, unit) && !isOwn && !ours.has(use.name)) ours.set(use.name, use);
    }
    const place = `${relative(process.cwd(), file.path)}:${unit.line}`;
    const note = (is: 'missed' | 'wrong', kind: NameKind, name: string): void => {
      tally[kind][is]++;
      misses.push({ language: file.language, is, kind, name, place });
    };
    const before = misses.length;
    for (const [name, kind] of unit.uses) {
      if (ours.delete(name)) tally[kind].right++;
      else note('missed', kind, name);
    }
    for (const { name, kind } of ours.values()) note('wrong', kind, name);
    tally.units++;
    if (misses.length === before) tally.unitsRight++;
  }
}

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(2)} %`);

function quality({ right, missed, wrong }: Count): string[] {
  return [percent(right, right + wrong), percent(right, right + missed), String(right + missed)];
}

function table(rows: ReadonlyMap<string, Tally>): string {
  const head = ['', 'files', 'with syntax errors', 'statements', 'all names right', 'precision', 'recall', 'uses'];
  head.push('imports: precision', 'recall', 'uses', 'globals: precision', 'recall', 'uses');
  const lines = [head, head.map((_, i) => (i === 0 ? '---' : '---:'))];
  for (const [name, tally] of rows) {
    const both: Count = { right: 0, missed: 0, wrong: 0 };
    for (const kind of ['import', 'global'] as const) {
      both.right += tally[kind].right;
      both.missed += tally[kind].missed;
      both.wrong += tally[kind].wrong;
    }
    const counts = [tally.files, tally.filesWithSyntaxErrors, tally.units].map(String);
    const columns = [...quality(both), ...quality(tally.import), ...quality(tally.global)];
    lines.push([name, ...counts, percent(tally.unitsRight, tally.units), ...columns]);
  }
  const widths = head.map((_, i) => Math.max(...lines.map((line) => (line[i] ?? '').length)));
  const pad = (cell: string, i: number): string =>
    i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0);
  return lines.map((line) => `| ${line.map(pad).join(' | ')} |`).join('\n');
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'none';
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { misses: { type: 'boolean' }, only: { type: 'string' } } });
  const pythonCommand = findPython();
  if (pythonCommand === undefined) console.log('Python is not compared: there is no python3 on this machine.');
  const files = corpusFiles(pythonCommand).filter((file) => !values.only || file.language === values.only);
  const pythonPaths = files.filter((file) => file.language === 'Python').map((file) => file.path);
  const answers = pythonCommand === undefined ? new Map() : symtableAnswers(pythonCommand, pythonPaths);

  const tallies = new Map<string, Tally>();
  const misses: Miss[] = [];
  for (const file of files) {
    const answer = answers.get(file.path);
    if (file.language === 'Python' && !answer) continue;
    const text = readFileSync(file.path, 'utf8').replace(/^\uFEFF/, '');
    const units = answer ? symtableUnits(answer, text) : checkedUnits(file.path, text);
    if (process.env.DBG) console.error(file.path);
    const { uses, hasError } = await ourUses(languages[file.language], text);
    const tally = tallies.get(file.language) ?? new Tally();
    tallies.set(file.language, tally);
    tally.files++;
    if (hasError) tally.filesWithSyntaxErrors++;
    compare(file, units, uses, tally, misses);
  }
  const all = new Tally();
  for (const tally of tallies.values()) all.add(tally);
  tallies.set('all', all);

  const result = table(tallies);
  console.log(result);
  if (values.misses) {
    for (const { language, is, kind, name, place } of misses) console.log(`${language} ${is} ${kind} ${name} ${place}`);
  }
  if (!values.only) save(result);
}

function save(result: string): void {
  const folder = join(__dirname, 'results');
  mkdirSync(folder, { recursive: true });
  const head = `# Context against compilers\n\n\`npm run bench:context\`, ${new Date().toISOString().slice(0, 10)}, commit ${commit()}.`;
  writeFileSync(join(folder, 'context.md'), `${head}\n\n${result}\n`);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
