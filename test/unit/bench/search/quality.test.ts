import assert from 'node:assert/strict';
import { type Place, qualityOf } from '../../../../bench/search/quality';
import type { Asked, SetName, Target } from '../../../../bench/search/question-sets';

function asked(set: SetName, ...targets: (string | Target)[]): Asked {
  return {
    set,
    id: 'one',
    snapshot: { repository: 'owner/name', commit: 'c0ffee', root: '' },
    text: 'where is it?',
    language: 'go',
    category: '',
    targets: targets.map((target) => (typeof target === 'string' ? { path: target, spans: [] } : target)),
  };
}

function places(...paths: string[]): Place[] {
  return paths.map((path, i) => ({ path, startLine: 10 * i + 1, endLine: 10 * i + 10 }));
}

const others = ['o1', 'o2', 'o3', 'o4'];

describe('the quality of an answer', () => {
  it('to a file question is nDCG@10 over hits: a second hit of a file uses up a rank', () => {
    assert.equal(qualityOf(asked('files', 'a'), places('a', 'b'))['nDCG@10'], 1);
    assert.equal(qualityOf(asked('files', 'a'), places('b', 'b', 'a'))['nDCG@10'], 1 / Math.log2(4));
  });

  it('to an issue is Acc@k only if every changed file is among the first k different files', () => {
    const issue = asked('issues', 'a', 'b');
    assert.equal(qualityOf(issue, places('a', ...others))['Acc@5'], 0);
    assert.equal(qualityOf(issue, places('a', ...others, 'b'))['Acc@5'], 0);
    assert.equal(qualityOf(issue, places('a', ...others, 'b'))['Acc@10'], 1);
    assert.equal(qualityOf(issue, places('a', ...others.slice(1), 'b'))['Acc@5'], 1);
  });

  it('to an issue counts different files, in the order of their first hits', () => {
    const repeated = places('o1', 'o1', 'o1', 'o1', 'o2', 'o2', 'a');
    assert.equal(qualityOf(asked('python-issues', 'a'), repeated)['Acc@5'], 1);
    assert.equal(qualityOf(asked('python-issues', 'a'), repeated).MRR, 1 / 3);
  });

  it('is any@k if one of the files is among the first k, and has no Acc@k for repository questions', () => {
    const question = asked('repository-questions', 'a', 'b');
    const quality = qualityOf(question, places(...others, 'o5', 'b'));
    assert.equal(quality['any@5'], 0);
    assert.equal(quality['any@10'], 1);
    assert.equal(quality.MRR, 1 / 6);
    assert.equal(quality['Acc@5'], undefined);
  });

  it('to a question with lines is a hit only if it overlaps the lines, in the same file', () => {
    const question = asked('lines', { path: 'a', spans: [[12, 14]] });
    const hit = (path: string, startLine: number, endLine: number): Place => ({ path, startLine, endLine });
    assert.equal(qualityOf(question, [hit('a', 1, 11)])['Hit@10'], 0);
    assert.equal(qualityOf(question, [hit('a', 1, 12)])['Hit@5'], 1);
    assert.equal(qualityOf(question, [hit('a', 14, 90)]).MRR, 1);
    assert.equal(qualityOf(question, [hit('a', 15, 90)])['Hit@10'], 0);
    assert.equal(qualityOf(question, [hit('b', 1, 90), hit('a', 13, 13)]).MRR, 1 / 2);
  });

  it('says whether there was no hit at all', () => {
    for (const set of ['files', 'issues', 'lines', 'repository-questions'] as const) {
      assert.equal(qualityOf(asked(set, 'a'), [])['no hit'], 1);
      assert.equal(qualityOf(asked(set, 'a'), places('b'))['no hit'], 0);
    }
  });
});
