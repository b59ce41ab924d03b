/**
 * Compares our chunks of prose with those of other chunkers on real documentation (see prose/doc-corpus.ts).
 *
 *     npm run bench:prose -- [--only ours,langchain-recursive] [--formats markdown,html] [--quick] [--misses]
 *
 * `--quick` takes every eighth file; `--misses` prints examples (10, or `--examples N`) of each failure of ours per format.
 * Each chunker runs in its own process (see chunks/serve-chunker.ts); then all pieces are measured in the same way (see
 * prose/measure-prose.ts). A full run writes bench/results/prose.md.
 */
import { createReadStream, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { productFile } from '../src/shared/product';
import type { Piece } from './chunks/measured-piece';
import { Misses } from './chunks/misses';
import { readSource } from './chunks/read-source';
import { describeRun, installPeers, piecesFile, runChunkers } from './chunks/run-chunkers';
import { docsTable, fetchDocs, type ProseFile } from './prose/doc-corpus';
import { type ProseFormat, proseFormats } from './prose/doc-packages';
import {
  addProseTotals,
  emptyProseTotals,
  measureProse,
  type ProseTotals,
  readProseFacts,
} from './prose/measure-prose';
import { type ProseChunker, proseChunkers } from './prose/prose-chunkers';
import { type ProseResult, proseTable } from './prose/prose-table';

const method = `All chunkers have a limit of 400 tokens (o200k), which js-tiktoken counts for the peers, with a cache; one column counts
characters instead. Peers have no overlap, Codegrain has its defaults. Peers get the sources of the cells of a notebook, separated by
blank lines; for all chunkers, its MB are those of the whole file, including outputs. CPU time is that of a fresh process after ten
files of each format; whatever is compiled later, such as the grammars of fenced code, counts.

Scanners of the benchmark decide what is torn, not the readers of any chunker: they read lines of Markdown and reStructuredText, and
tags of HTML. A sentence counts if two judges agree on its beginning and end and neither sees an end inside: \`Intl.Segmenter\`, and
rules that end a sentence only after a word of three or more letters that is not an abbreviation, and before a capital letter.
Something is torn if no chunk contains all of it, although it has at most 400 tokens. A heading counts if its section has text,
unless the text after it fits the limit but leaves no room for the heading.`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      formats: { type: 'string' },
      quick: { type: 'boolean', default: false },
      misses: { type: 'boolean', default: false },
      examples: { type: 'string', default: '10' },
    },
  });
  const whole = !values.only && !values.formats && !values.quick;
  const only = values.only?.split(',');
  const names = proseChunkers.filter((name) => !only || only.includes(name));
  const formats = proseFormats.filter((format) => !values.formats || values.formats.split(',').includes(format));
  installPeers();
  const docs = fetchDocs((line) => process.stderr.write(`${line}\n`));
  const files = docs.files
    .filter((file) => formats.includes(file.language))
    .filter((_, index) => !values.quick || index % 8 === 0);
  if (files.length === 0) throw new Error('no documents: wrong --formats, or nothing could be fetched');

  const reports = await runChunkers(names, files, 'prose');
  const misses = new Misses(values.misses ? Number(values.examples) : 0, proseFormats);
  const totals = await measureAll(names, files, misses);
  const results = names.map((name): ProseResult => {
    const report = reports.get(name);
    if (!report) throw new Error(`${name} did not run`);
    return { name, report, totals: totals.get(name) ?? new Map() };
  });
  const markdown = [
    '# Chunkers of prose compared',
    describeRun(),
    method,
    '## All documents',
    proseTable(results),
    ...formats.flatMap((format) => [`## ${sectionTitles[format]}`, proseTable(results, format)]),
    '## The documents',
    docsTable(files),
    docs.versions.join(', '),
  ].join('\n\n');
  process.stdout.write(`${markdown}\n`);
  misses.print();
  for (const { name, report } of results) {
    if (report.failures.length)
      process.stderr.write(`${name} failed on ${report.failures.length} files: ${report.failures[0]}\n`);
  }
  if (whole) writeFileSync(productFile('bench', 'results', 'prose.md'), `${markdown}\n`);
}

const sectionTitles: Readonly<Record<ProseFormat, string>> = {
  markdown: 'Markdown',
  rst: 'reStructuredText',
  html: 'HTML',
  notebook: 'Notebooks',
};

/** Goes through the files once and reads the pieces of all chunkers in parallel, line by line. */
async function measureAll(
  names: readonly ProseChunker[],
  files: readonly ProseFile[],
  misses: Misses,
): Promise<Map<ProseChunker, Map<ProseFormat, ProseTotals>>> {
  process.stderr.write('measuring…\n');
  const readers = names.map((name) => ({
    name,
    lines: createInterface({
      input: createReadStream(piecesFile(name, 'prose')),
      crlfDelay: Number.POSITIVE_INFINITY,
    })[Symbol.asyncIterator](),
  }));
  const all = new Map(names.map((name) => [name, new Map<ProseFormat, ProseTotals>()]));
  for (const file of files) {
    const facts = await readProseFacts(file, readSource(file.path));
    for (const { name, lines } of readers) {
      const { value } = await lines.next();
      const onMiss = name === 'ours' ? misses.collector(file, facts.text) : undefined;
      const totals = measureProse(facts, JSON.parse(value) as Piece[], onMiss);
      const byFormat = all.get(name);
      byFormat?.set(file.language, addProseTotals(byFormat.get(file.language) ?? emptyProseTotals(), totals));
    }
  }
  return all;
}

main().catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 2;
});
