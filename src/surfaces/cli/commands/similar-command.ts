/** `codegrain similar FILE:LINE` finds code similar to the code at a line. */

import { resolve, sep } from 'node:path';
import type { OptionValues } from '../../../options/option';
import { rankingOptions } from '../../../options/ranking-options';
import type { SearchOptions } from '../../../search/searcher';
import { pathInside } from '../../../shared/inside-folder';
import { printError } from '../../../shared/print';
import { openDatabaseSearch } from '../open-database-search';
import { openSearch, parsePlace } from '../open-search';
import { type CommandAbout, command } from '../options/command-help';
import { databaseFlags, refuseLocalFlags } from '../options/database-flags';
import { UsageError } from '../options/flags';
import { hitFlags, indexFlag, textFlag } from '../options/shared-flags';
import { answerForm, hitOptions, printAnswer } from '../output/print-answer';

export const similarAbout = {
  usage: 'similar FILE:LINE [options]',
  about: 'Find code like the chunk at this place of an indexed file. With --from, FILE is a path in the repository.',
  flags: {
    own: {
      ...hitFlags,
      dir: textFlag('dir DIR', 'The indexed folder.', 'the nearest one above'),
      index: { ...indexFlag, description: 'Another index file; `--dir` then names the indexed folder.' },
    },
    ranking: rankingOptions,
    database: databaseFlags,
  },
  exit: '0 something was found, 1 nothing was found, 2 wrong use or error.',
} satisfies CommandAbout;

export const similarCommand = command(similarAbout, async ({ values: groups, chosen, positionals }) => {
  const { ranking } = groups;
  const values = { ...groups.own, ...groups.database };
  const [argument, ...more] = positionals;
  if (argument === undefined || more.length > 0)
    throw new UsageError('similar needs one FILE:LINE; try: codegrain similar --help');
  const { file, line } = parsePlace(argument);
  const options = { ...hitOptions(values, chosen.own), ranking };
  if (values.from !== undefined) {
    refuseLocalFlags(chosen.ranking);
    return similarInDatabase(file, line, options, values);
  }
  using opened = openSearch(values.dir, values.index);
  const { index, root } = opened;
  const path = pathInside(root, resolve(file));
  if (path === undefined) throw new UsageError(`${file} is not in ${root}`);
  const answer = await index.similar(path, line, options);
  if (!answer) {
    for (const notice of index.notices) printError(`codegrain: ${notice}`);
    throw new UsageError(`the index has no line ${line} of ${file}; update it with: codegrain index`);
  }
  return printAnswer(answer, answerForm(values));
});

async function similarInDatabase(file: string, line: number, options: SearchOptions, values: Values): Promise<number> {
  await using opened = await openDatabaseSearch(values);
  const path = file.split(sep).join('/');
  const answer = await opened.index.similar(path, line, options);
  if (!answer) throw new UsageError(`the database has no line ${line} of ${path}`);
  return printAnswer(answer, answerForm(values));
}

type Values = OptionValues<typeof similarAbout.flags.own & typeof databaseFlags>;
