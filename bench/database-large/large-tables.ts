/** The report of bench:database-large. */
import type { Database } from '../../src/wings/team/database';
import type { AskResult } from './ask-large';
import type { VariantResult } from './index-variants';
import type { LargeSize } from './load-tables';

export interface LargeResults {
  readonly run: string;
  readonly size: LargeSize;
  readonly load: {
    readonly steps: readonly { readonly name: string; readonly seconds: number }[];
    readonly realChunks: number;
  };
  /** To compare one question with all vectors. */
  readonly exactSeconds?: number;
  readonly variants?: readonly VariantResult[];
  readonly asked?: readonly AskResult[];
  /** Of the machine, after the questions. */
  readonly loadAverage?: number;
  readonly sizes?: readonly { readonly part: string; readonly bytes: number }[];
}

export async function sizesOf(database: Database): Promise<{ part: string; bytes: number }[]> {
  const sizes = await database.rows<{ part: string; bytes: string }>(
    `select relname as part, pg_relation_size(c.oid) + coalesce(pg_total_relation_size(nullif(reltoastrelid, 0)), 0) as bytes
       from pg_class c where relnamespace = 'codegrain'::regnamespace and relkind in ('r', 'i') order by 2 desc limit 12`,
  );
  return sizes.map(({ part, bytes }) => ({ part, bytes: Number(bytes) }));
}

export function largeReport({
  run,
  size,
  load,
  exactSeconds,
  variants = [],
  asked = [],
  sizes = [],
  loadAverage,
}: LargeResults): string {
  const chunks = size.chunks.toLocaleString('en');
  const repositories = Math.ceil(size.chunks / size.perRepository);
  return `# A large database

Made by \`npm run bench:database-large\`.

${run} ${chunks} chunks in ${repositories} repositories, made from ${load.realChunks.toLocaleString('en')} real ones: each copy renames
an eighth of the words, leaves out a sixth, and moves the vectors. Texts, contexts and parents, which only hits need, are empty.
Server and questions share the machine; times are wall time${loadAverage === undefined ? '' : `, at a load average of ${loadAverage.toFixed(0)}`}.

${table(
  ['step', 'seconds'],
  load.steps.map(({ name, seconds }) => [name, seconds.toFixed(0)]),
)}

## Indexes of vectors

The nearest 100 of sentences from comments, against comparing all vectors${exactSeconds === undefined ? '' : ` (${exactSeconds.toFixed(1)} s for one question)`}. recall@10 and
recall@100: the share of the exact 10 and 100 among what the index gives, at most 1,000, which is then ranked by the vectors.

${table(
  ['index', 'build', 'size per vector', 'setting', 'recall@10', 'recall@100', 'p50 / p95'],
  variants.flatMap(({ name, buildSeconds, bytes, settings }) =>
    settings.map(({ setting, recall10, recall100, p50, p95 }, i) => [
      i === 0 ? name : '',
      i === 0 ? `${buildSeconds.toFixed(0)} s` : '',
      i === 0 ? `${(bytes / size.chunks).toFixed(0)} B` : '',
      setting,
      recall10.toFixed(3),
      recall100.toFixed(3),
      `${p50.toFixed(0)} / ${p95.toFixed(0)} ms`,
    ]),
  ),
)}

## Searches

Whole searches by \`DatabaseSearcher\` with 10 hits, ${asked[0]?.questions ?? 0} questions. overlap@10: the share of the 10 hits of a search that reads and compares
everything.

${table(
  ['scope', 'mode', 'p50 / p95', 'overlap@10'],
  asked.map(({ scope, mode, p50, p95, overlap }) => [
    scope,
    mode,
    `${p50.toFixed(0)} / ${p95.toFixed(0)} ms`,
    overlap?.toFixed(3) ?? '',
  ]),
)}

## Disk

${table(
  ['part', 'size', 'per chunk'],
  sizes.map(({ part, bytes }) => [part, `${(bytes / 1e6).toFixed(1)} MB`, `${(bytes / size.chunks).toFixed(0)} B`]),
)}
`;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}
