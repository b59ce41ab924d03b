/**
 * Clones the repositories of a queries file into a folder outside the project, each at its commit. Existing checkouts are kept.
 *
 *     npm run bench:checkout -- --queries FILE --repos DIR
 *
 * To do the same by hand, for each entry of the file: `git clone https://github.com/GITHUB DIR/NAME` and, in that folder,
 * `git checkout REVISION`. Do not commit their source here.
 */
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkOut, checkoutProblem } from './checkouts';
import { readQueries } from './queries';

function main(): void {
  const { values } = parseArgs({ options: { queries: { type: 'string' }, repos: { type: 'string' } } });
  const { queries, repos } = values;
  if (!queries || !repos) throw new Error('usage: --queries FILE --repos DIR');
  mkdirSync(repos, { recursive: true });
  for (const repository of readQueries(queries)) {
    if (checkoutProblem(repos, repository)) checkOut(repos, repository);
    process.stdout.write(`${repository.name} ${checkoutProblem(repos, repository) ?? 'is ready'}\n`);
  }
}

main();
