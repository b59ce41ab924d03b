/**
 * Compares our chunks with those of other chunkers over the corpus of corpus.ts.
 *
 *     npm run bench:chunks -- [--only ours,langchain] [--languages go,rust] [--quick] [--misses]
 *
 * `--quick` takes every eighth file; `--misses` prints examples (10, or `--examples N`) of each failure of ours per language.
 * Each chunker runs in a process of its own (see chunks/serve.ts); then all pieces are measured alike (see measure.ts).
 * A whole run writes bench/results/chunks.md.
 */
import { createReadStream, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { Parser } from 'web-tree-sitter';
import { productFile } from '../src/shared/product';
import { loadGrammar } from '../src/syntax/grammar';
import { initRuntime } from '../src/syntax/runtime';
import { Misses } from './chunks/misses';
import { corpusLanguages } from './chunks/packages';
import { type ChunkerName, chunkerNames, type Piece, parsersAlone } from './chunks/piece';
import { readSource } from './chunks/read-source';
import { describeRun, installPeers, piecesFile, runChunkers } from './chunks/run';
import type { ChildReport } from './chunks/serve';
import { table } from './chunks/table';
import { type CorpusFile, corpusTable, fetchCorpus } from './corpus';
import { addTotals, emptyTotals, measureFile, readFacts, type Totals } from './measure';

export interface ChunkerResult {
  readonly name: ChunkerName;
  readonly report: ChildReport;
  /** By language. */
  readonly totals: ReadonlyMap<string, Totals>;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      languages: { type: 'string' },
      quick: { type: 'boolean', default: false },
      misses: { type: 'boolean', default: false },
      examples: { type: 'string', default: '10' },
    },
  });
  const whole = !values.only && !values.languages && !values.quick;
  const wanted = values.only?.split(',');
  const names = chunkerNames.filter((name) => !wanted || wanted.includes(name) || parsersAlone.has(name));
  installPeers();
  const corpus = fetchCorpus((line) => process.stderr.write(`${line}\n`));
  const languages = values.languages?.split(',');
  const sorted = corpus.files
    .filter((file) => !languages || languages.includes(file.language))
    .filter((_, index) => !values.quick || index % 8 === 0)
    .sort((a, b) => corpusLanguages.indexOf(a.language) - corpusLanguages.indexOf(b.language));
  // All languages twice, each time with half of their files: the second half is chunked by a process that has seen them all.
  const files = [...sorted.filter((_, index) => index % 2 === 0), ...sorted.filter((_, index) => index % 2 === 1)];
  if (files.length === 0) throw new Error('no corpus files: wrong --languages, or nothing could be fetched');

  const reports = await runChunkers(names, files);
  const misses = new Misses(values.misses ? Number(values.examples) : 0, corpusLanguages);
  const totals = await measureAll(names, files, misses);
  const results = names.map((name): ChunkerResult => {
    const report = reports.get(name);
    if (!report) throw new Error(`${name} did not run`);
    return { name, report, totals: totals.get(name) ?? new Map() };
  });

  const markdown = [
    '# Chunkers compared',
    `${describeRun()} Limits: 400 tokens; 1,500 characters for those that count characters; no overlap.`,
    table(results),
    'Parse alone is web-tree-sitter as it is, with the same grammars; our parsing alone makes the same trees in our own way (docs/architecture.md).',
    '## The corpus',
    corpusTable(files),
    corpus.versions.join(', '),
  ].join('\n\n');
  process.stdout.write(`${markdown}\n`);
  misses.print();
  for (const { name, report } of results) {
    if (report.failures.length)
      process.stderr.write(`${name} failed on ${report.failures.length} files: ${report.failures[0]}\n`);
  }
  if (whole) writeFileSync(productFile('bench', 'results', 'chunks.md'), `${markdown}\n`);
}

/** Goes through the files once; the pieces of all chunkers are read beside it, line by line. */
async function measureAll(
  names: readonly ChunkerName[],
  files: readonly CorpusFile[],
  misses: Misses,
): Promise<Map<ChunkerName, Map<string, Totals>>> {
  process.stderr.write('measuring…\n');
  const measured = names.filter((name) => !parsersAlone.has(name));
  const readers = measured.map((name) => ({
    name,
    lines: createInterface({ input: createReadStream(piecesFile(name)), crlfDelay: Number.POSITIVE_INFINITY })[
      Symbol.asyncIterator
    ](),
  }));
  const all = new Map(measured.map((name) => [name, new Map<string, Totals>()]));
  await initRuntime();
  const parser = new Parser();
  for (const file of files) {
    const text = readSource(file.path);
    parser.setLanguage(await loadGrammar(file.language === 'csharp' ? 'c_sharp' : file.language));
    const tree = parser.parse(text);
    if (!tree) throw new Error(`${file.path} does not parse`);
    const facts = readFacts(file, text, tree.rootNode);
    tree.delete();
    for (const { name, lines } of readers) {
      const { value } = await lines.next();
      const totals = measureFile(
        facts,
        JSON.parse(value) as Piece[],
        name === 'ours' ? misses.collector(file, text) : undefined,
      );
      const byLanguage = all.get(name);
      byLanguage?.set(file.language, addTotals(byLanguage.get(file.language) ?? emptyTotals(), totals));
    }
  }
  return all;
}

main().catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 2;
});
