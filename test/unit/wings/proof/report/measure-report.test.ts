/** The table on the terminal, and the page. */
import assert from 'node:assert/strict';
import type { MethodResult, TaskResult } from '../../../../../src/wings/proof/measure-task';
import { measurePage } from '../../../../../src/wings/proof/report/measure-page';
import {
  type MeasureReport,
  measureReport,
  plotBudgets,
  summarize,
} from '../../../../../src/wings/proof/report/measure-report';
import { reportText } from '../../../../../src/wings/proof/report/report-text';

const result = (shares: readonly number[], first?: number): MethodResult => ({
  ...{ firstLine: first, firstPlace: first, allPlaces: undefined, calls: 2, milliseconds: 12 },
  shares: shares.map((share) => ({ lines: share, places: share })),
});

function reportOf(text: string, results: TaskResult, rest: Partial<MeasureReport> = {}): MeasureReport {
  const task = { id: 'abc', text, places: [{ path: 'a.ts', lines: [[1, 2]] as const, name: 'f' }] };
  return measureReport([{ task, results }], {
    ...{ folder: 'repo', date: '2026-11-17', budgets: [2000, 4000, 8000], shown: [2000, 4000, 8000] },
    ...{ skipped: [['merges', 3] as const], notes: ['A note.'] },
    ...rest,
  });
}

const results: TaskResult = {
  pack: result([0.5, 1, 1], 300),
  spans: result([0.5, 0.5, 1], 400),
  chunks: result([0, 0.5, 1], 3000),
  grep: result([0, 0.25, 0.25], 3500),
  files: result([0, 0, 0]),
};

describe('the summary of a method', () => {
  it('counts what was not found as the limit, and says how often it was found', () => {
    const { firstPlace, lines, calls } = summarize([result([1], 100), result([0]), result([0.5], 400)], 8000);
    assert.deepEqual(firstPlace, { mean: 8500 / 3, median: 400, found: 2 / 3 });
    assert.deepEqual([lines, calls], [[0.5], 2]);
  });

  it('leaves tasks without lines out of the share of lines', () => {
    const files = { ...result([1], 100), shares: [{ lines: Number.NaN, places: 0 }] };
    const { lines, places } = summarize([files, result([1], 100)], 8000);
    assert.deepEqual([lines, places], [[1], [0.5]]);
  });
});

describe('the report on the terminal', () => {
  const text = reportText(reportOf('Limit uploads', results));

  it('has a row for each way of reading, with all cells under their heads', () => {
    const [, , , , heads = '', pack = ''] = text.split('\n');
    assert.match(text, /^1 task of repo, each at the commit before the change$/m);
    assert.match(
      pack,
      /^Codegrain pack +50 % +100 % +100 % +50 % +100 % +100 % +300 +300 +100 % +8,000 +8,000 +0 % +2\.0 +12 ms$/,
    );
    assert.equal(pack.length, heads.length);
    assert.match(text, /^whole files +0 % .* 8,000 +8,000 +0 % /m);
  });

  it('says what matters first, what each column means, and what was left out', () => {
    assert.match(
      text,
      /One call of pack shows 100 % of the changed places within 4,000 tokens; grep and reading show 25 %\./,
    );
    assert.match(text, /^Tokens until the first place: .*Not found within 8,000 counts as 8,000\.$/m);
    assert.match(text, /^Left out: 3 merges\.\nA note\.$/m);
  });
});

describe('the page of the report', () => {
  const page = measurePage(reportOf('<script>alert("x")</script> & more', results, { folder: '<b>' }));

  it('needs nothing else: no script, no address', () => {
    assert.doesNotMatch(page, /<script|https?:|<link|<img|@import|url\(/);
    assert.match(page, /^<!DOCTYPE html>\n<html lang="en">/);
  });

  it('shows texts of the repository as texts', () => {
    assert.match(page, /&lt;script&gt;alert\(&quot;x&quot;\)&lt;\/script&gt; &amp; more/);
    assert.match(page, /<title>What Codegrain saves on &lt;b&gt;<\/title>/);
  });

  it('has a plot with a title and a line for each way of reading, and tables with heads', () => {
    assert.equal(page.match(/<polyline /g)?.length, 5);
    assert.match(page, /<svg [^>]*role="img" aria-labelledby="plot-title plot-about"/);
    assert.equal(page.match(/<th scope="row">/g)?.length, 6);
    assert.doesNotMatch(page, /NaN|undefined|Infinity/);
  });

  it('is whole where no line is known, and where nothing was found', () => {
    const none = { ...result([0, 0, 0]), shares: [0, 0, 0].map(() => ({ lines: Number.NaN, places: 0 })) };
    const all = { pack: none, spans: none, chunks: none, grep: none, files: none };
    assert.doesNotMatch(measurePage(reportOf('x', all)), /NaN|undefined|Infinity/);
  });
});

describe('the budgets of a plot', () => {
  it('include those of the tables, and end with the last of them', () => {
    assert.deepEqual(plotBudgets([700, 3000]), [250, 500, 700, 1000, 1500, 2000, 3000]);
  });
});
