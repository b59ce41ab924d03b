/**
 * Compares our chunks with those of other chunkers on the corpus of corpus.ts.
 *
 *     npm run bench:chunks -- [--only ours,langchain] [--languages go,rust] [--quick] [--misses]
 *
 * `--quick` takes every eighth file; `--misses` prints examples (10, or `--examples N`) of each failure of ours per language.
 * Each chunker runs in its own process (see chunks/serve-chunker.ts); then all pieces are measured in the same way (see
 * measure.ts). A full run writes bench/results/chunks.md.
 */
import { createReadStream, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { Parser } from 'web-tree-sitter';
import { productFile } from '../src/shared/product';
import { initRuntime } from '../src/syntax/choose-reader';
import { loadGrammar } from '../src/syntax/grammar';
import { chunkTables } from './chunks/chunk-tables';
import { corpusLanguages } from './chunks/corpus-packages';
import { type ChunkerName, chunkerNames, type Piece, parsersAlone } from './chunks/measured-piece';
import { Misses } from './chunks/misses';
import { readSource } from './chunks/read-source';
import { describeRun, installPeers, piecesFile, runChunkers } from './chunks/run-chunkers';
import type { ChunkerReport } from './chunks/serve-chunker';
import { type CorpusFile, corpusTable, fetchCorpus } from './corpus';
import { addTotals, emptyTotals, measureFile, readFacts, type Totals } from './measure';

export interface ChunkerResult {
  readonly name: ChunkerName;
  readonly report: ChunkerReport;
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
  const only = values.only?.split(',');
  const names = chunkerNames.filter((name) => !only || only.includes(name) || parsersAlone.has(name));
  installPeers();
  const corpus = fetchCorpus((line) => process.stderr.write(`${line}\n`));
  const languages = values.languages?.split(',');
  const sorted = corpus.files
    .filter((file) => !languages || languages.includes(file.language))
    .filter((_, index) => !values.quick || index % 8 === 0)
    .sort((a, b) => corpusLanguages.indexOf(a.language) - corpusLanguages.indexOf(b.language));
  // All languages come twice, each time with half of their files: the process that chunks the second half has seen every language.
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
    `${describeRun()} Limits: 400 tokens, or 1,500 characters for chunkers that count characters; no overlap.`,
    chunkTables(results),
    '"Parse alone" is unmodified web-tree-sitter with the same grammars; "our parsing alone" makes the same trees with our faster code (docs/architecture.md).',
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

/** Goes through the files once and reads the pieces of all chunkers in parallel, line by line. */
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
