/** `codegrain search [DIR] QUERY` finds code by words and meaning. */

import { createReadStream, statSync } from 'node:fs';
import { embeddingOptions } from '../../options/embedding-options';
import { choice, list, type OptionValues, text, toggle } from '../../options/option';
import { rankingOptions } from '../../options/ranking-options';
import type { Hit } from '../../search/hits/hit';
import { snippetTerms } from '../../search/hits/snippet';
import { parseQuery } from '../../search/query/query';
import { wordsReadIn } from '../../search/query/query-problem';
import { queryTerms } from '../../search/query/query-terms';
import type { SearchAnswer, Searcher, SearchOptions } from '../../search/searcher';
import { openSearch } from '../open-search';
import { chosenModel } from '../options/chosen-options';
import { type CommandAbout, helpText } from '../options/command-help';
import { readFlags, UsageError } from '../options/flags';
import { refuseLocalRanking } from '../options/local-ranking';
import { databaseFlags, hitFlags, indexFlag } from '../options/shared-flags';
import { readLines } from '../output/read-lines';
import { describeHit } from '../output/show-hits';
import { writeOutput } from '../output/write-output';

export const searchAbout = {
  usage: 'search [DIR] QUERY [options]',
  about: 'Find code by words and meaning, in the index of DIR or of the nearest folder above that has one.',
  flags: {
    own: {
      ...hitFlags,
      mode: choice({
        default: 'hybrid',
        values: { hybrid: 'Words and meaning.', semantic: 'Meaning alone.', keyword: 'Words alone.' },
        flag: { name: 'mode', value: 'hybrid|semantic|keyword' },
        description: 'Words and meaning, meaning alone, or words alone.',
      }),
      path: list({
        flag: { name: 'path', value: 'GLOB' },
        description: 'Only these paths, as `path:` in the query; may be repeated.',
      }),
      language: list({
        flag: { name: 'language', value: 'L' },
        description: 'Only these languages, as `lang:` in the query; may be repeated.',
      }),
      kind: list({
        flag: { name: 'kind', value: 'K' },
        description: 'Only these kinds, as `kind:` in the query; may be repeated.',
      }),
      plain: toggle({
        flag: { name: 'plain' },
        description:
          'Read the query as plain text: quotes, dashes and colons are no operators. Long and pasted texts always are.',
      }),
      context: toggle({
        flag: { name: 'context' },
        description: 'Give each hit its context; files are parsed for it.',
      }),
      explain: toggle({ flag: { name: 'explain' }, description: 'Say why each hit is where it is.' }),
      queries: text({
        flag: { name: 'queries', value: 'FILE' },
        description: 'One query per line, `-` is standard input; prints one JSON array of hits per line.',
      }),
      index: { ...indexFlag, description: 'Another index file.' },
    },
    ranking: rankingOptions,
    database: databaseFlags,
    embedding: embeddingOptions,
  },
  notes:
    'A query is words or a sentence, and may have "exact phrases", path:src lang:python kind:function name:parse* and -without. The embedding flags are needed only if the index was made with the model of a server: give the same values as to codegrain index.',
  exit: '0 something was found, 1 nothing was found, 2 wrong use or error.',
} satisfies CommandAbout;

export async function searchCommand(args: readonly string[]): Promise<number> {
  const { values: groups, chosen, positionals, wantsHelp } = readFlags(args, searchAbout.flags);
  const values = groups.own;
  if (wantsHelp) {
    console.log(helpText(searchAbout));
    return 0;
  }
  const hasQueries = values.queries !== undefined;
  const folder = folderIn(positionals, hasQueries);
  const query = positionals.slice(folder === undefined ? 0 : 1).join(' ');
  if (!hasQueries && query.trim() === '') throw new UsageError('search needs a query; try: codegrain search --help');
  if (hasQueries && query !== '') throw new UsageError('--queries cannot be combined with a QUERY argument');
  const options: SearchOptions = {
    limit: values.limit,
    mode: values.mode,
    parents: !values.noParents,
    tests: !values.noTests,
    context: values.context,
    explain: values.explain,
    plain: values.plain,
    filters: values,
    ranking: groups.ranking,
  };
  const model = await chosenModel(groups.embedding);
  const server = 'embedder' in model ? model.embedder : undefined;
  if (values.from === undefined && Object.values(groups.database).some((each) => each !== undefined))
    throw new UsageError('--repository, --branch and --ca need --from');
  if (values.from !== undefined) refuseLocalRanking(chosen.ranking);
  if (values.from !== undefined && (folder ?? values.index) !== undefined)
    throw new UsageError('--from searches a database; it cannot be combined with DIR or --index');
  const { searcher, close } =
    values.from === undefined
      ? await openSearch(folder, values.index, options.mode === 'keyword' ? 'none' : (server ?? 'built-in'))
      : await (await import('./database-bundle')).openDatabaseSearch({ from: values.from, ...groups.database }, server);
  try {
    if (values.queries !== undefined) return await answerAll(searcher, values.queries, options);
    const answer = await searcher.search(query, options);
    return print(answer, query, values);
  } finally {
    await close();
  }
}

type Values = OptionValues<typeof searchAbout.flags.own>;
type SearchSource = Pick<Searcher, 'search'>;

/** The first argument, if it is a folder and a query follows. */
function folderIn([first, ...rest]: readonly string[], hasQueries: boolean): string | undefined {
  if (first === undefined || (rest.length === 0 && !hasQueries)) return undefined;
  return statSync(first, { throwIfNoEntry: false })?.isDirectory() ? first : undefined;
}

async function answerAll(searcher: SearchSource, file: string, options: SearchOptions): Promise<number> {
  const stream = file === '-' ? process.stdin : createReadStream(file);
  let found = false;
  let number = 0;
  for await (const line of readLines(stream)) {
    number++;
    const answer = line.trim() === '' ? undefined : await searcher.search(line, options);
    if (answer) printMessages(answer, `line ${number}: `);
    found ||= (answer?.hits.length ?? 0) > 0;
    await writeOutput(`${answer ? hitsJson(answer) : '[]'}\n`);
  }
  return found ? 0 : 1;
}

async function print(answer: SearchAnswer, query: string, { json, explain, plain }: Values): Promise<number> {
  printMessages(answer, '');
  const { hits } = answer;
  if (json)
    await writeOutput(`${hitsJson(answer)}
`);
  else await writeOutput(describeHits(hits, query, explain, plain, wordsReadIn(answer.problems)));
  if (hits.length > 0) return 0;
  if (!json) console.error('codegrain: no results');
  return nothingFoundStatus(answer);
}

/** @param read words that were searched in the place of those in the query. */
export function describeHits(
  hits: readonly Hit[],
  query: string,
  explain: boolean,
  plain = false,
  read: readonly string[] = [],
): string {
  const colour = process.stdout.isTTY === true && !process.env.NO_COLOR;
  const terms = snippetTerms([...parseQuery(query, { plain }).query.lexical.terms, ...queryTerms(read.join(' '))]);
  return hits.map((hit, i) => describeHit(hit, i + 1, { colour, explain, terms })).join('\n');
}

export function printMessages({ problems, notices }: SearchAnswer, prefix: string): void {
  for (const { message } of problems) console.error(`codegrain: ${prefix}${message}`);
  for (const notice of notices) console.error(`codegrain: ${prefix}${notice}`);
}

/** 2: the part of the query that could not be used, or what is missing from a damaged index, may be the reason. */
export function nothingFoundStatus({ problems, indexProblems = [] }: SearchAnswer): number {
  return problems.some(({ is }) => is !== 'read-as') || indexProblems.length > 0 ? 2 : 1;
}

/** The answer is an array of hits, so what is wrong with the index is in each of them. */
export function hitsJson({ hits, indexProblems }: SearchAnswer): string {
  const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;
  return JSON.stringify(
    hits.map((hit) => ({
      ...hit,
      score: rounded(hit.score),
      why: hit.why.map(({ signal, share }) => ({ signal, share: rounded(share) })),
      ...(indexProblems && { problems: indexProblems }),
    })),
  );
}
