/**
 * Compares our chunks of prose with those of other chunkers over real documentation (see prose/corpus.ts).
 *
 *     npm run bench:prose -- [--only ours,langchain-recursive] [--formats markdown,html] [--quick] [--misses]
 *
 * `--quick` takes every eighth file; `--misses` prints examples (10, or `--examples N`) of each failure of ours per format.
 * Each chunker runs in a process of its own (see chunks/serve.ts); then all pieces are measured alike (see
 * prose/measure.ts). A whole run writes bench/results/prose.md.
 */
import { createReadStream, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { productFile } from '../src/shared/product';
import { Misses } from './chunks/misses';
import type { Piece } from './chunks/piece';
import { readSource } from './chunks/read-source';
import { describeRun, installPeers, piecesFile, runChunkers } from './chunks/run';
import { type ProseChunker, proseChunkers } from './prose/chunkers';
import { docsTable, fetchDocs, type ProseFile } from './prose/corpus';
import { addProseTotals, emptyProseTotals, measureProse, type ProseTotals, readProseFacts } from './prose/measure';
import { type ProseFormat, proseFormats } from './prose/packages';
import { type ProseResult, proseTable } from './prose/table';

const method = `Each has a limit of 400 tokens (o200k), counted for the peers by js-tiktoken with a cache, except the column
that counts characters; peers have no overlap, Codegrain its defaults. Peers get the sources of a notebook's cells, a blank line
between them; its MB are those of the whole file, outputs included, for everyone. CPU time is that of a fresh process after ten
files of each format: what is compiled later, such as the grammars of fenced code, counts.

What is torn is judged by scanners of the benchmark, not by the readers of any chunker: lines of Markdown and
reStructuredText, tags of HTML. A sentence counts where two judges agree on its beginning and end and none sees an end inside: \`Intl.Segmenter\`, and
rules that end a sentence only behind a word of three letters or more that is no abbreviation and before a capital letter.
Something is torn when no chunk holds all of it, though it has at most 400 tokens. A heading is asked for where its
section has text, and not where what follows fits the limit but leaves no room for the heading.`;

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

/** Goes through the files once; the pieces of all chunkers are read beside it, line by line. */
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
    const facts = readProseFacts(file, readSource(file.path));
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
