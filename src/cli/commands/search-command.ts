/** `codegrain search [DIR] QUERY`: finds code by words and meaning. */
import { createReadStream, statSync } from 'node:fs';
import type { Hit } from '../../search/hits/hit';
import { snippetTerms } from '../../search/hits/snippet';
import { parseQuery } from '../../search/query/query';
import { type Mode, modes } from '../../search/query/search-mode';
import type { Answer, Searcher, SearchOptions } from '../../search/searcher';
import { filtersText } from '../../tools/query-filters';
import { openSearch } from '../open-search';
import { databaseFlags } from '../options/database-flags';
import { chosenModel, modelFlags } from '../options/model-options';
import { oneOf, readArguments, UsageError, wholeNumber } from '../options/usage';
import { linesOf } from '../output/read-lines';
import { describeHit } from '../output/show-hits';

const help = `codegrain search [DIR] QUERY [options]     DIR is asked for where it is an indexed folder; default: the nearest one above

  --limit N             most hits (default 10)
  --mode M              ${modes.join(', ')} (default ${modes[0]}: words and meaning)
  --path GLOB, --language L, --kind K   only there; the same as path:, lang: and kind: in the query
  --no-parents          show chunks alone; else several of one parent are one hit, which carries the parent
  --no-tests            leave out tests, fixtures and benchmarks
  --context             give each hit its context (files are parsed for it)
  --explain             say why each hit is where it is
  --json                one JSON array of hits
  --queries FILE        one query per line, "-" is standard input; prints one JSON array of hits per line
  --from URL            ask a database that codegrain push has filled; --repository NAME and --branch NAME say which part of it
                        (default: all repositories; main, master or the branch pushed last), --ca FILE is its authority
  --index FILE          another index than .codegrain/index.cgx of the folder
  --provider P, --endpoint URL, --model M, --dimensions N, --query-prefix S, --passage-prefix S, --timeout S
                        the server's model, said as it was to codegrain index, where the index was made with one

A query has words or a sentence, and may have "exact phrases", path:src lang:python kind:function name:parse* and -without.

Exit status: 0 something was found, 1 nothing was, 2 wrong use or error.`;

export async function searchCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parse(args);
  if (values.help) {
    console.log(help);
    return 0;
  }
  const hasQueries = values.queries !== undefined;
  const folder = folderIn(positionals, hasQueries);
  const query = positionals.slice(folder === undefined ? 0 : 1).join(' ');
  if (!hasQueries && query.trim() === '') throw new UsageError('search needs a query; try: codegrain search --help');
  if (hasQueries && query !== '') throw new UsageError('--queries brings its own queries; leave out the other one');
  const options: SearchOptions = {
    limit: wholeNumber('limit', values.limit, 1, 1000),
    mode: oneOf<Mode>('mode', values.mode, modes),
    parents: !values['no-parents'],
    tests: !values['no-tests'],
    context: values.context,
    explain: values.explain,
  };
  const filters = filtersText(values);
  const model = await chosenModel(values);
  const server = 'embedder' in model ? model.embedder : undefined;
  if (values.from === undefined && (values.repository ?? values.branch ?? values.ca) !== undefined)
    throw new UsageError('--repository, --branch and --ca go with --from');
  if (values.from !== undefined && (folder ?? values.index) !== undefined)
    throw new UsageError('--from asks a database: leave out the folder and --index');
  const { searcher, close } =
    values.from === undefined
      ? await openSearch(folder, values.index, options.mode === 'keyword' ? 'none' : (server ?? 'built-in'))
      : await (await import('./database-bundle')).openDatabase(values, server);
  try {
    if (values.queries !== undefined) return await answerAll(searcher, values.queries, filters, options);
    const answer = await searcher.search(`${filters}${query}`, options);
    return print(answer, query, values);
  } finally {
    await close();
  }
}

type Values = ReturnType<typeof parse>['values'];
type Asks = Pick<Searcher, 'search'>;

/** The first argument, where a query comes after it and it is a folder. */
function folderIn([first, ...rest]: readonly string[], hasQueries: boolean): string | undefined {
  if (first === undefined || (rest.length === 0 && !hasQueries)) return undefined;
  return statSync(first, { throwIfNoEntry: false })?.isDirectory() ? first : undefined;
}

async function answerAll(searcher: Asks, file: string, filters: string, options: SearchOptions): Promise<number> {
  const stream = file === '-' ? process.stdin : createReadStream(file);
  let found = false;
  let number = 0;
  for await (const line of linesOf(stream)) {
    number++;
    const answer = line.trim() === '' ? undefined : await searcher.search(`${filters}${line}`, options);
    if (answer) tell(answer, `line ${number}: `);
    found ||= (answer?.hits.length ?? 0) > 0;
    await write(`${jsonOf(answer?.hits ?? [])}\n`);
  }
  return found ? 0 : 1;
}

async function print(answer: Answer, query: string, { json, explain }: Values): Promise<number> {
  tell(answer, '');
  const { hits } = answer;
  if (json) await write(`${jsonOf(hits)}\n`);
  else await write(describeHits(hits, query, explain));
  if (hits.length > 0) return 0;
  if (!json) console.error('codegrain: nothing was found');
  // What could not be used of the query may be why.
  return answer.problems.length > 0 ? 2 : 1;
}

export function describeHits(hits: readonly Hit[], query: string, explain: boolean): string {
  const colour = process.stdout.isTTY === true && !process.env.NO_COLOR;
  const terms = snippetTerms(parseQuery(query).query.lexical.terms);
  return hits.map((hit, i) => describeHit(hit, i + 1, { colour, explain, terms })).join('\n');
}

export function tell({ problems, notices }: Answer, before: string): void {
  for (const { message } of problems) console.error(`codegrain: ${before}${message}`);
  for (const notice of notices) console.error(`codegrain: ${before}${notice}`);
}

export function jsonOf(hits: readonly Hit[]): string {
  const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;
  return JSON.stringify(
    hits.map((hit) => ({
      ...hit,
      score: rounded(hit.score),
      why: hit.why.map(({ signal, share }) => ({ signal, share: rounded(share) })),
    })),
  );
}

async function write(text: string): Promise<void> {
  if (text !== '' && !process.stdout.write(text)) await new Promise((done) => process.stdout.once('drain', done));
}

function parse(args: readonly string[]) {
  return readArguments(args, {
    limit: { type: 'string', default: '10' },
    mode: { type: 'string', default: modes[0] },
    path: { type: 'string', multiple: true, default: [] },
    language: { type: 'string', multiple: true, default: [] },
    kind: { type: 'string', multiple: true, default: [] },
    parents: { type: 'boolean', default: true },
    'no-parents': { type: 'boolean', default: false },
    'no-tests': { type: 'boolean', default: false },
    context: { type: 'boolean', default: false },
    explain: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    queries: { type: 'string' },
    index: { type: 'string' },
    from: { type: 'string' },
    ...databaseFlags,
    ...modelFlags,
  });
}
