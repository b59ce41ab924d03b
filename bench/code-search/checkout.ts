/**
 * Gets the repositories of a queries file, each at its commit, into a folder beside the project; those that are there are kept.
 *
 *     npm run bench:checkout -- --queries FILE --repos DIR
 *
 * The same by hand, for each entry of the file: `git clone https://github.com/GITHUB DIR/NAME` and, in that folder,
 * `git checkout REVISION`. Their source must not be committed here.
 */
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkOut, problemOf } from './checkouts';
import { readQueries } from './queries';

function main(): void {
  const { values } = parseArgs({ options: { queries: { type: 'string' }, repos: { type: 'string' } } });
  const { queries, repos } = values;
  if (!queries || !repos) throw new Error('wanted: --queries FILE --repos DIR');
  mkdirSync(repos, { recursive: true });
  for (const repository of readQueries(queries)) {
    if (problemOf(repos, repository)) checkOut(repos, repository);
    process.stdout.write(`${repository.name} ${problemOf(repos, repository) ?? 'is there'}\n`);
  }
}

main();
