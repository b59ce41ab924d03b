/** The nightly report shows how the results of benchmarks changed, without the noise of the machine. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { cellsOf, compareResults, reportOf } from '../../../scripts/compare-results';
import { productFile } from '../../../src/shared/product';

const before = `# Chunkers compared

2026-11-15, commit 7121f5c.

| measure | to reach | Codegrain | peer |
| --- | --- | ---: | ---: |
| functions whole | 100 % | 100.00 % | 92.92 % |
| MB per CPU-second | ≥ 2 | 2.48 | 47.55 |
| … of the first half |  | 2.00 | 40.00 |
| peak memory | < 400 MB | 265 MB |  |

## By language

| language | questions | nDCG@10 |
| --- | ---: | ---: |
| python | 81 | .877 |
`;

function changed(...edits: readonly (readonly [string, string])[]): string {
  return edits.reduce((text, [from, to]) => {
    assert.ok(text.includes(from), from);
    return text.replace(from, to);
  }, before);
}

describe('comparing two benchmark reports', () => {
  it('reads the numbers of all tables, but no dates and goals', () => {
    assert.deepEqual(
      [...cellsOf(before).values()].map(({ place, text }) => [...place, text]),
      [
        ['Chunkers compared', 'functions whole', 'Codegrain', '100.00 %'],
        ['Chunkers compared', 'functions whole', 'peer', '92.92 %'],
        ['Chunkers compared', 'MB per CPU-second', 'Codegrain', '2.48'],
        ['Chunkers compared', 'MB per CPU-second', 'peer', '47.55'],
        ['Chunkers compared', 'MB per CPU-second … of the first half', 'Codegrain', '2.00'],
        ['Chunkers compared', 'MB per CPU-second … of the first half', 'peer', '40.00'],
        ['Chunkers compared', 'peak memory', 'Codegrain', '265 MB'],
        ['By language', 'python', 'questions', '81'],
        ['By language', 'python', 'nDCG@10', '.877'],
      ],
    );
  });

  it('finds no change in equal reports from different days', () => {
    const { compared, ...rest } = compareResults(
      before,
      changed(['2026-11-15, commit 7121f5c', '2026-11-16, commit 1234567']),
    );
    assert.equal(compared, 9);
    assert.deepEqual(rest, { quality: [], machine: [], onlyBefore: [], onlyAfter: [] });
  });

  it('lists the smallest change of quality', () => {
    const { quality, machine } = compareResults(before, changed(['.877', '.876']));
    assert.deepEqual(quality, [{ place: ['By language', 'python', 'nDCG@10'], before: '.877', after: '.876' }]);
    assert.deepEqual(machine, []);
  });

  it('lists time, speed and memory only if they change by more than a quarter', () => {
    const after = changed(['2.48', '2.40'], ['47.55', '30.00'], ['265 MB', '332 MB'], ['2.00', '1.40']);
    const { quality, machine } = compareResults(before, after);
    assert.deepEqual(quality, []);
    assert.deepEqual(
      machine.map(({ before, after }) => [before, after]),
      [
        ['47.55', '30.00'],
        ['2.00', '1.40'],
        ['265 MB', '332 MB'],
      ],
    );
  });

  it('lists numbers that are no longer measured and numbers that are new', () => {
    const { compared, onlyBefore, onlyAfter } = compareResults(before, changed(['| python |', '| ruby |']));
    assert.equal(compared, 7);
    assert.deepEqual(
      [onlyBefore.map(({ text }) => text), onlyAfter.map(({ text }) => text)],
      [
        ['81', '.877'],
        ['81', '.877'],
      ],
    );
  });

  it('writes a report that names the place and both values', () => {
    const report = reportOf(
      'chunks.md',
      compareResults(before, changed(['100.00 %', '99.98 %'], ['| python |', '| ruby |'])),
    );
    assert.match(report, /^## chunks\.md\n\n7 numbers compared\.\n\n### Quality: 1 changed\n/);
    assert.match(report, /\| Chunkers compared \| functions whole \| Codegrain \| 100\.00 % \| 99\.98 % \|/);
    assert.match(report, /nothing changed by more than 25 %/);
    assert.match(
      report,
      /No longer measured: 2 numbers, in By language: python\n\nNew: 2 numbers, in By language: ruby\n$/,
    );
  });

  it('reads every table in bench/results', () => {
    for (const name of readdirSync(productFile('bench', 'results'))) {
      const text = readFileSync(productFile('bench', 'results', name), 'utf8');
      if (text.includes('\n|')) assert.ok(cellsOf(text).size > 5, name);
    }
  });
});
