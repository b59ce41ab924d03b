/** `codegrain similar FILE:LINE` finds code similar to the code at a line. */

import { resolve, sep } from 'node:path';
import { type OptionValues, text } from '../../../options/option';
import { rankingOptions } from '../../../options/ranking-options';
import type { SearchOptions } from '../../../search/searcher';
import { pathInside } from '../../../shared/inside-folder';
import { printError } from '../../../shared/print';
import { openDatabaseSearch } from '../open-database-search';
import { openSearch, parsePlace } from '../open-search';
import { type CommandAbout, command } from '../options/command-help';
import { databaseFlags, refuseLocalFlags } from '../options/database-flags';
import { UsageError } from '../options/flags';
import { hitFlags, indexFlag } from '../options/shared-flags';
import { answerForm, hitOptions, printAnswer } from '../output/print-answer';

export const similarAbout = {
  usage: 'similar FILE:LINE [options]',
  about: 'Find code like the chunk at this place of an indexed file. With --from, FILE is a path in the repository.',
  flags: {
    own: {
      ...hitFlags,
      dir: text({
        flag: { name: 'dir', value: 'DIR', defaultText: 'the nearest one above' },
        description: 'The indexed folder.',
      }),
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
  const { index, root, close } = openSearch(values.dir, values.index);
  try {
    const path = pathInside(root, resolve(file));
    if (path === undefined) throw new UsageError(`${file} is not in ${root}`);
    const answer = await index.similar(path, line, options);
    if (!answer) {
      for (const notice of index.notices) printError(`codegrain: ${notice}`);
      throw new UsageError(`the index has no line ${line} of ${file}; update it with: codegrain index`);
    }
    return await printAnswer(answer, answerForm(values));
  } finally {
    close();
  }
});

async function similarInDatabase(file: string, line: number, options: SearchOptions, values: Values): Promise<number> {
  const { index, close } = await openDatabaseSearch(values);
  try {
    const path = file.split(sep).join('/');
    const answer = await index.similar(path, line, options);
    if (!answer) throw new UsageError(`the database has no line ${line} of ${path}`);
    return await printAnswer(answer, answerForm(values));
  } finally {
    await close();
  }
}

type Values = OptionValues<typeof similarAbout.flags.own & typeof databaseFlags>;
