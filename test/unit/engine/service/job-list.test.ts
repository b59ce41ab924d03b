/** Waiting jobs are done in as few runs as possible with the same result. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type FolderJob, JobList } from '../../../../src/engine/service/job-list';

const update = (...paths: string[]): FolderJob => ({ is: 'update', paths: new Set(paths) });
const refresh: FolderJob = { is: 'refresh', rebuild: false };
const rebuild: FolderJob = { is: 'refresh', rebuild: true };

function merged(...jobs: FolderJob[]): FolderJob | undefined {
  const list = new JobList<void>();
  for (const job of jobs) list.add(job, { resolve: () => undefined, reject: () => undefined });
  return list.next()?.job;
}

describe('waiting jobs', () => {
  it('become one update of all paths', () => {
    assert.deepEqual(merged(update('a', 'b'), update('b', 'c')), update('a', 'b', 'c'));
  });

  it('become one refresh, which replaces updates before and after it', () => {
    assert.deepEqual(merged(update('a'), refresh, update('b'), refresh), refresh);
    assert.deepEqual(merged(refresh, rebuild, refresh), rebuild);
  });

  it('become a refresh if the ignore rules changed', () => {
    assert.deepEqual(merged(update('src/.gitignore')), refresh);
    assert.deepEqual(merged(update('a'), update('.codegrainignore')), refresh);
    assert.deepEqual(merged(update('')), refresh);
  });

  it('cover the files that they will compare', () => {
    const list = new JobList<void>();
    const add = (job: FolderJob): void => list.add(job, { resolve: () => undefined, reject: () => undefined });
    assert.equal(list.covers('a'), false);
    add(update('a'));
    assert.deepEqual([list.covers('a'), list.covers('b')], [true, false]);
    add(refresh);
    assert.equal(list.covers('b'), true);
    list.next();
    assert.equal(list.covers('a'), false);
  });

  it('are all answered', () => {
    const job = fc.constantFrom(refresh, rebuild, update('a'), update('b', 'c'));
    fc.assert(
      fc.property(fc.array(job), (jobs) => {
        const list = new JobList<number>();
        let answered = 0;
        for (const one of jobs) list.add(one, { resolve: () => answered++, reject: () => assert.fail() });
        let runs = 0;
        for (let next = list.next(); next; next = list.next()) {
          runs++;
          for (const waiter of next.waiters) waiter.resolve(0);
        }
        assert.equal(answered, jobs.length);
        assert.ok(runs <= jobs.length && list.isEmpty);
      }),
    );
  });
});
