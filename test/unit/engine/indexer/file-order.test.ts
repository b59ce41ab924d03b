import { deepEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { AskedWords, FileBatches } from '../../../../src/engine/indexer/file-batches';
import { usefulFirst } from '../../../../src/engine/indexer/file-order';
import type { SeenFile } from '../../../../src/workspace/folder-changes';
import { runs } from '../../random-runs';

const fileOf = (path: string, size = 1000): SeenFile => ({ path, size, mtimeMs: 0 });

function allOf(batches: FileBatches): SeenFile[][] {
  const all: SeenFile[][] = [];
  for (let batch = batches.next(); batch; batch = batches.next()) all.push([...batch]);
  return all;
}

describe('the order of indexing', () => {
  it('has recent files first, then code, then tests, documents, vendored code and unknown languages, then large files', () => {
    const files = [
      fileOf('Kconfig'),
      fileOf('docs/guide.md'),
      fileOf('src/a.ts'),
      fileOf('src/data.ts', 5_000_000),
      fileOf('src/new.ts'),
      fileOf('test/a.test.ts'),
      fileOf('vendor/lib.js'),
      fileOf('z.py'),
    ];
    const recent = new Set(['z.py', 'deleted.ts', 'src/new.ts', 'src/data.ts']);
    deepEqual(
      usefulFirst(files, recent).map(({ path }) => path),
      ['z.py', 'src/new.ts', 'src/a.ts', 'Kconfig', 'docs/guide.md', 'test/a.test.ts', 'vendor/lib.js', 'src/data.ts'],
    );
  });

  it('has code near the top first, of every folder some, of small parts of the tree before large ones', () => {
    const files = [
      ...Array.from({ length: 20 }, (_, i) => fileOf(`drivers/net/${i + 10}.c`)),
      fileOf('drivers/usb/core.c'),
      fileOf('kernel/fork.c'),
      fileOf('kernel/sched/core.c'),
    ];
    const order = usefulFirst(files, new Set()).map(({ path }) => path);
    deepEqual(order.slice(0, 3), ['kernel/fork.c', 'kernel/sched/core.c', 'drivers/net/10.c']);
    ok(order.indexOf('drivers/usb/core.c') < order.indexOf('drivers/net/20.c'), order.join(' '));
  });

  const anyFiles = fc.uniqueArray(
    fc.record({ path: fc.stringMatching(/^(?:src|test|docs)\/[a-z]{1,3}$/), size: fc.nat(2_000_000) }),
    { selector: ({ path }) => path },
  );

  it('has every file once, also in batches', () => {
    fc.assert(
      fc.property(
        anyFiles,
        fc.array(fc.constantFrom('src/a', 'test/b', 'none')),
        fc.integer({ min: 1, max: 8 }),
        (all, recent, jobs) => {
          const files = all.map(({ path, size }) => fileOf(path, size));
          const batched = allOf(new FileBatches(usefulFirst(files, new Set(recent)), jobs)).flat();
          deepEqual(new Set(batched), new Set(files));
          deepEqual(batched.length, files.length);
        },
      ),
    );
  });

  it('begins with small batches', () => {
    const files = Array.from({ length: 4000 }, (_, i) => fileOf(`${i}`, 10_000));
    const sizes = allOf(new FileBatches(files, 2)).map((batch) => batch.length);
    ok((sizes[0] ?? 0) <= 6 && (sizes.at(20) ?? 0) >= 90, sizes.join(' '));
  });

  const tree = [
    ...Array.from({ length: 2000 }, (_, i) => fileOf(`drivers/net/card${i}/next.c`)),
    fileOf('include/linux/schedule_task.h'),
    fileOf('kernel/sched/core.c', 300_000),
    fileOf('kernel/sched/idle.c'),
    fileOf('kernel/school/task.c'),
    fileOf('src/TaskScheduler.java'),
  ];

  it('changes with a question: files with its rarest words come first, in small batches', () => {
    const batches = new FileBatches(tree, 2);
    const before = [batches.next(), batches.next(), batches.next()].flat();
    batches.prefer(['schedul', 'pick', 'next', 'task']);
    const [first = [], ...others] = allOf(batches);
    deepEqual(
      first.slice(0, 4).map(({ path }) => path),
      ['include/linux/schedule_task.h', 'src/TaskScheduler.java', 'kernel/school/task.c', 'kernel/sched/idle.c'],
    );
    ok(first.length <= 64);
    deepEqual(
      others[0]?.map(({ path }) => path),
      ['kernel/sched/core.c'],
    );
    deepEqual(new Set([...before, ...first, ...others.flat()]), new Set(tree));
    deepEqual(before.length + first.length + others.flat().length, tree.length);
  });

  it('follows a question that was asked before there were files, and the next one', () => {
    const asked = new AskedWords();
    asked.ask(['sched']);
    const batches = new FileBatches(tree, 2);
    asked.follow(batches);
    deepEqual(batches.next()?.[0]?.path, 'include/linux/schedule_task.h');
    asked.ask(['school']);
    deepEqual(batches.next()?.[0]?.path, 'kernel/school/task.c');
    asked.ask(['nothing']);
    asked.ask([]);
    deepEqual(batches.next()?.[0]?.path, 'kernel/sched/core.c');
  });

  it('has every file once, whatever is asked meanwhile', () => {
    const words = fc.array(fc.constantFrom('src', 'test', 'docs', 'a', 'ab', 'none', '?'), { maxLength: 3 });
    fc.assert(
      fc.property(fc.array(fc.oneof(words, fc.constant(undefined)), { maxLength: 40 }), (steps) => {
        const batches = new FileBatches(tree, 2);
        const given: SeenFile[] = [];
        for (const step of steps) step ? batches.prefer(step) : given.push(...(batches.next() ?? []));
        const all = [...given, ...allOf(batches).flat()];
        deepEqual([new Set(all).size, all.length], [tree.length, tree.length]);
      }),
      { numRuns: runs(20) },
    );
  });
});
