/** What is a test. */
import assert from 'node:assert/strict';
import { isTestName, isTestPath } from '../../../src/search/file-role';
import { isTestChunk } from '../../../src/search/rank/candidate';

describe('a test', () => {
  const tests = [
    'testing/test_runner.py',
    'testing/example_scripts/a.py',
    'src/__tests__/a.ts',
    'spec/a_spec.rb',
    'a_test.go',
    'src/a.test.ts',
    'conftest.py',
  ];
  for (const path of tests) it(`is ${path}`, () => assert.ok(isTestPath(path)));
  const others = ['numpy/testing/utils.py', 'src/testing.py', 'src/latest.ts', 'contest/a.py', 'src/attest/a.go'];
  for (const path of others) it(`is not ${path}`, () => assert.ok(!isTestPath(path)));

  it('is not what Maven and Gradle ship, whatever its name', () => {
    const chunk = { kind: 'class', name: 'TestPlan', symbols: ['TestPlan'], scope: [] };
    assert.ok(!isTestChunk({ ...chunk, path: 'launcher/src/main/java/org/junit/TestPlan.java' }));
    assert.ok(isTestChunk({ ...chunk, path: 'launcher/plans.py' }));
  });

  it('may be a definition by its name', () => {
    for (const name of ['test_parse', 'TestParser', 'Test_x', 'testParse']) assert.ok(isTestName(name), name);
    for (const name of ['tests', 'Testament', 'testament', 'latest', 'attest_x', 'Test', 'test'])
      assert.ok(!isTestName(name), name);
  });
});
