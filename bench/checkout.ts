/**
 * Makes what the questions of benchmarks are asked about: each repository at each commit, and its index. All of it lies outside the
 * project; source of other projects is not committed here.
 *
 *     npm run bench:checkout -- --questions DIR --snapshots DIR --clones DIR [--sets files,issues,…]
 *
 * DIR of the questions has code-search-dev, issues-dev and questions-dev. DIR of the clones has or gets a clone of each repository,
 * owner+name; DIR of the snapshots gets the checkouts and indexes (search/snapshots.ts). What exists there is kept. All sets are 240
 * commits of 46 repositories: 6 GB and about half an hour.
 */
import { parseArgs } from 'node:util';
import { errorMessage } from '../src/shared/error-message';
import { dataFlags } from './code-search/require-checkouts';
import { makeSnapshots } from './search/make-snapshots';
import { readQuestionSets } from './search/question-sets';
import { Snapshots } from './search/snapshots';

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { ...dataFlags, clones: { type: 'string' }, sets: { type: 'string' } } });
  const { questions, snapshots: folder, clones } = values;
  if (!questions || !folder || !clones) throw new Error('usage: --questions DIR --snapshots DIR --clones DIR');
  const sets = values.sets?.split(',');
  const asked = readQuestionSets(questions).filter(({ set }) => !sets || sets.includes(set));
  const snapshots = await Snapshots.in(folder);
  const failed = makeSnapshots(
    asked.map(({ snapshot }) => snapshot),
    snapshots,
    clones,
  );
  if (failed > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exitCode = 2;
});
