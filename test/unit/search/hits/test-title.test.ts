import assert from 'node:assert/strict';
import { testTitle } from '../../../../src/search/hits/exact-names';

const hit = (text: string, line = 11) => {
  return { symbol: '', kind: 'statements', language: 'typescript', text, line, startLine: 11 };
};

describe('the title of a test', () => {
  it('is the text that the call begins with, on its line or on the next', () => {
    assert.equal(testTitle(hit("test('works', async () => {\n")), 'works');
    assert.equal(testTitle(hit('// why\ntest.each([1])\n  it.only("it\'s (not) slow", () => {})')), "it's (not) slow");
    assert.equal(
      testTitle(hit('  // Reconnects.\ntest(\n  `a lost connection`,\n  { timeout: 1 },\n')),
      'a lost connection',
    );
  });

  it('is that of the test around the line, if there are several', () => {
    const text = "describe('links', () => {\n  it('one', () => {\n    a();\n  });\n  it('two', () => {\n    b();\n";
    assert.equal(testTitle(hit(text, 11)), 'links');
    assert.equal(testTitle(hit(text, 13)), 'one');
    assert.equal(testTitle(hit(text, 16)), 'two');
    assert.equal(testTitle(hit(`// first\n${text}`, 11)), 'links');
  });

  it('is missing in what has a name, in another language, and in other calls', () => {
    assert.equal(testTitle({ ...hit("test('works', f)"), symbol: 'works' }), '');
    assert.equal(testTitle({ ...hit("test('works', f)"), language: 'python' }), '');
    assert.equal(testTitle({ ...hit("test('works', f)"), kind: 'imports' }), '');
    assert.equal(testTitle(hit("latest('works')\nfoo.test('x')\ntest(name, f)")), '');
  });
});
