/** `codegrain pack TEXT [DIR]` prints what an engineer would open for a question or an issue, within a token budget. */

import { text as readText } from 'node:stream/consumers';
import { plainPlace } from '../../../engine/answers/code-blocks';
import { chunkOptions } from '../../../options/chunk-options';
import { embeddingOptions } from '../../../options/embedding-options';
import { rankingOptions } from '../../../options/ranking-options';
import { printableJson, printError, writeOutput } from '../../../shared/print';
import { counterOrApproximate } from '../../../tokens/token-counter';
import { openSearch, queryAndFolder } from '../open-search';
import { serverModel } from '../options/chosen-options';
import { type CommandAbout, command } from '../options/command-help';
import { UsageError } from '../options/flags';
import { filterFlags, hitFlags, indexFlag, numberFlag, switchFlag } from '../options/shared-flags';

export const packAbout = {
  usage: 'pack TEXT [DIR] [options]',
  about:
    'Print the code to open for a question, an issue or an error, from the index of DIR; without DIR, of the current folder or the nearest one above that has an index. TEXT - is standard input.',
  flags: {
    own: {
      budget: numberFlag('budget TOKENS', { default: 4000, min: 50, max: 1_000_000 }, 'Max tokens of the text.'),
      counter: { ...chunkOptions.counter, description: 'What counts the tokens.' },
      ...filterFlags,
      only: hitFlags.only,
      json: switchFlag(
        'json',
        'Print one JSON object: `confidence`, `text`, `tokens`, `places`, `leftOut`, `notices`.',
      ),
      index: { ...indexFlag, description: 'Another index file.' },
    },
    ranking: rankingOptions,
    embedding: embeddingOptions,
  },
  notes:
    'The embedding flags are needed only if the index was made with the model of a server: give the same values as to codegrain index.',
  exit: '0 something was found, 1 nothing relevant was found, 2 wrong use or error.',
} satisfies CommandAbout;

export const packCommand = command(packAbout, async ({ values: groups, positionals }) => {
  const { budget, counter: counterName, only, plain, json, index: indexFile } = groups.own;
  const { query: words, folder, hint } = queryAndFolder('pack TEXT', positionals, false);
  const text = words === '-' ? await readText(process.stdin) : words;
  if (text.trim() === '') throw new UsageError('pack needs a question or an issue; try: codegrain pack --help');
  const server = await serverModel(groups.embedding);
  const warn = (message: string): void => printError(`codegrain: ${message}`);
  const counter = counterOrApproximate(counterName, warn);
  using opened = openSearch(folder, indexFile, server, hint);
  const pack = await opened.index.pack(text, {
    ...{ budget, only, plain, filters: groups.own, ranking: groups.ranking, place: plainPlace },
    count: (each) => counter.count(each),
    readMore: 'read them in the file',
  });
  await writeOutput(json ? `${printableJson(pack)}\n` : `${pack.text}\n`);
  if (pack.places.length > 0 && pack.confidence !== 'none') return 0;
  if (hint !== undefined) warn(hint);
  return 1;
});
