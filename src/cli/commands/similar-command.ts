/** `codegrain similar FILE:LINE`: code like a place. */
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Answer } from '../../search/searcher';
import { openSearch, placeOf } from '../open-search';
import { databaseFlags } from '../options/database-flags';
import { readArguments, UsageError, wholeNumber } from '../options/usage';
import { describeHits, jsonOf, tell } from './search-command';

const help = `codegrain similar FILE:LINE [options]     finds code that is like the one at this place of an indexed file

  --limit N        most hits (default 10)
  --no-parents     show chunks alone; else several of one parent are one hit, which carries the parent
  --no-tests       leave out tests, fixtures and benchmarks
  --json           one JSON array of hits
  --index FILE     another index than .codegrain/index.cgx; DIR is then the indexed folder
  --from URL       ask a database that codegrain push has filled, with --repository NAME, --branch NAME and --ca FILE; FILE is then
                   a path in the repository
  --dir DIR        the indexed folder (default: the nearest one above)

Exit status: 0 something was found, 1 nothing was, 2 wrong use or error.`;

export async function similarCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parse(args);
  if (values.help) {
    console.log(help);
    return 0;
  }
  const [argument, ...more] = positionals;
  if (argument === undefined || more.length > 0)
    throw new UsageError('similar needs one FILE:LINE; try: codegrain similar --help');
  const { file, line } = placeOf(argument);
  const limit = wholeNumber('limit', values.limit, 1, 1000);
  if (values.from !== undefined) return similarInDatabase(file, line, limit, values);
  const { searcher, root, close } = await openSearch(values.dir, values.index, 'none');
  try {
    const path = relative(root, resolve(file));
    if (path.startsWith(`..${sep}`) || isAbsolute(path)) throw new UsageError(`${file} is not in ${root}`);
    const answer = await searcher.similar(path.split(sep).join('/'), line, {
      limit,
      parents: !values['no-parents'],
      tests: !values['no-tests'],
    });
    if (!answer) throw new UsageError(`the index has no line ${line} of ${file}; refresh it with: codegrain index`);
    return print(answer, values.json);
  } finally {
    close();
  }
}

async function similarInDatabase(file: string, line: number, limit: number, values: Values): Promise<number> {
  const { searcher, close } = await (await import('./database-bundle')).openDatabase(values);
  try {
    const path = file.split(sep).join('/');
    const answer = await searcher.similar(path, line, { limit, parents: !values['no-parents'] });
    if (!answer) throw new UsageError(`the database has no line ${line} of ${path}`);
    return print(answer, values.json);
  } finally {
    await close();
  }
}

function print(answer: Answer, json: boolean): number {
  tell(answer, '');
  process.stdout.write(json ? `${jsonOf(answer.hits)}\n` : describeHits(answer.hits, '', false));
  if (answer.hits.length === 0 && !json) console.error('codegrain: nothing was found');
  return answer.hits.length > 0 ? 0 : 1;
}

type Values = ReturnType<typeof parse>['values'];

function parse(args: readonly string[]) {
  return readArguments(args, {
    limit: { type: 'string', default: '10' },
    'no-parents': { type: 'boolean', default: false },
    'no-tests': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    index: { type: 'string' },
    dir: { type: 'string' },
    from: { type: 'string' },
    ...databaseFlags,
  });
}
