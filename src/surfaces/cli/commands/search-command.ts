/** `codegrain search QUERY [DIR]` finds code by words and meaning. */

import { createReadStream } from 'node:fs';
import type { CodeIndex } from '../../../engine/code-index';
import { embeddingOptions } from '../../../options/embedding-options';
import { choice } from '../../../options/option';
import { rankingOptions } from '../../../options/ranking-options';
import type { SearchAnswer, SearchOptions } from '../../../search/searcher';
import { openDatabaseSearch } from '../open-database-search';
import { openSearch, queryAndFolder } from '../open-search';
import { serverModel } from '../options/chosen-options';
import { type CommandAbout, command } from '../options/command-help';
import { databaseFlags, refuseLocalFlags } from '../options/database-flags';
import { UsageError } from '../options/flags';
import { filterFlags, hitFlags, indexFlag, switchFlag, textFlag } from '../options/shared-flags';
import {
  type AnswerForm,
  answerForm,
  hitOptions,
  printAnswer,
  printHitsJson,
  printMessages,
} from '../output/print-answer';
import { readLines } from '../output/read-lines';

export const searchAbout = {
  usage: 'search QUERY [DIR] [options]',
  about:
    'Find code by words and meaning, in the index of DIR; without DIR, of the current folder or the nearest one above that has an index.',
  flags: {
    own: {
      ...hitFlags,
      mode: choice({
        default: 'hybrid',
        values: { hybrid: 'Words and meaning.', semantic: 'Meaning alone.', keyword: 'Words alone.' },
        flag: { name: 'mode', value: 'hybrid|semantic|keyword' },
        description: 'Words and meaning, meaning alone, or words alone.',
      }),
      ...filterFlags,
      regex: {
        ...filterFlags.regex,
        description: `${filterFlags.regex.description} The query may then be empty.`,
      },
      context: switchFlag('context', 'Give each hit its context; files are parsed for it.'),
      explain: switchFlag('explain', 'Say why each hit is where it is.'),
      queries: textFlag(
        'queries FILE',
        'One query per line, `-` is standard input; prints one JSON array of hits per line.',
      ),
      index: { ...indexFlag, description: 'Another index file.' },
    },
    ranking: rankingOptions,
    database: databaseFlags,
    embedding: embeddingOptions,
  },
  notes:
    'A query is words or a sentence, and may have "exact phrases", /regular.*expressions/, path:src lang:python kind:function name:parse* and -without. Filters without words list what they match, by path. The embedding flags are needed only if the index was made with the model of a server: give the same values as to codegrain index.',
  exit: '0 something was found, 1 nothing was found, 2 wrong use or error.',
} satisfies CommandAbout;

export const searchCommand = command(searchAbout, async ({ values: groups, chosen, positionals }) => {
  const values = groups.own;
  const hasQueries = values.queries !== undefined;
  const { regex, path, language, kind } = values;
  const isList = positionals.length === 0 && [path, language, kind].some(({ length }) => length > 0);
  const mayBeEmpty = hasQueries || regex.length > 0 || isList;
  const { query, folder, hint } = queryAndFolder('search QUERY', positionals, mayBeEmpty);
  if (!mayBeEmpty && query.trim() === '') throw new UsageError('search needs a query; try: codegrain search --help');
  if (hasQueries && query !== '') throw new UsageError('--queries cannot be combined with a QUERY argument');
  const options: SearchOptions = {
    ...hitOptions(values, chosen.own),
    mode: values.mode,
    context: values.context,
    explain: values.explain,
    plain: values.plain,
    filters: values,
    ranking: groups.ranking,
  };
  const server = await serverModel(groups.embedding);
  if (values.from === undefined && Object.values(groups.database).some((each) => each !== undefined))
    throw new UsageError('--repository, --branch and --ca need --from');
  if (values.from !== undefined) refuseLocalFlags(chosen.ranking);
  if (values.from !== undefined && (folder ?? values.index) !== undefined)
    throw new UsageError('--from searches a database; it cannot be combined with DIR or --index');
  await using source =
    values.from === undefined
      ? openSearch(folder, values.index, server, hint)
      : await openDatabaseSearch({ from: values.from, ...groups.database }, server);
  const form = answerForm(values);
  if (values.queries !== undefined) return await answerAll(source.index, values.queries, options, form);
  return printAnswer(await source.index.search(query, options), form, hint);
});

type SearchSource = Pick<CodeIndex, 'search'>;

async function answerAll(index: SearchSource, file: string, options: SearchOptions, form: AnswerForm): Promise<number> {
  const stream = file === '-' ? process.stdin : createReadStream(file);
  let found = false;
  let number = 0;
  for await (const line of readLines(stream)) {
    number++;
    const answer = line.trim() === '' ? nothing : await index.search(line, options);
    printMessages(answer, `line ${number}: `);
    found ||= answer.hits.length > 0;
    await printHitsJson(answer, form, `line ${number}: `);
  }
  return found ? 0 : 1;
}

const nothing: SearchAnswer = { hits: [], problems: [], notices: [] };
