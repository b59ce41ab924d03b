/** What the configuration of test runners says about a folder's tests. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configuredTests } from '../../../src/workspace/test-config';

describe('the configuration of tests', () => {
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'codegrain-tests-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const cases: readonly (readonly [name: string, text: string, tests: readonly string[], others: readonly string[]])[] =
    [
      [
        'pyproject.toml',
        '[project]\nname = "my-tool"\n[tool.pytest.ini_options]\ntestpaths = [\n  "qa", # ours\n  "checks/unit",\n  "my_tool",\n]\n',
        ['qa/a.py', 'qa/deep/b.txt', 'checks/unit/c.py'],
        ['checks/d.py', 'my_tool/a.py', 'src/qa.py', 'src/qa/a.py'],
      ],
      [
        'pytest.ini',
        '[pytest]\ntestpaths = qa\n    more\naddopts = -x\n',
        ['qa/a.py', 'more/a.py'],
        ['addopts/a.py', 'a.py'],
      ],
      ['setup.cfg', '[tool:pytest]\ntestpaths =\n    . \n    src\n    qa\n', ['qa/a.py'], ['a.py', 'src/a.py']],
      [
        'package.json',
        '{ "jest": { "testMatch": ["<rootDir>/checks/**/*.js", "**/*.check.ts", "**/*.ts", "!**/x.js"] } }',
        ['checks/deep/a.js', 'src/a.check.ts'],
        ['src/a.ts', 'src/checks.js', 'x.js'],
      ],
      [
        'jest.config.js',
        "module.exports = {\n  testMatch: ['**/?(*.)+(check).[jt]s?(x)'],\n};",
        ['src/a.check.tsx'],
        ['a.ts'],
      ],
      [
        'vitest.config.ts',
        "export default { build: { include: ['src/a.ts'] }, test: { globals: true, include: ['src/**/*.unit.ts'] } }",
        ['src/deep/a.unit.ts'],
        ['src/a.ts'],
      ],
      ['.mocharc.json', '{ "spec": "checks/*.js" }', ['checks/a.js'], ['src/a.js']],
      [
        '.mocharc.yml',
        'recursive: true\nspec:\n  - "checks/*.js" # all\n  - ./qa\n',
        ['checks/a.js', 'qa/b.ts'],
        ['src/a.js'],
      ],
      [
        'playwright.config.ts',
        "export default defineConfig({ testDir: './browser' });",
        ['browser/a.ts'],
        ['src/browser/a.ts'],
      ],
      [
        'phpunit.xml.dist',
        '<phpunit><testsuites><testsuite name="a"><directory suffix=".php">./checks/</directory></testsuite></testsuites><source><include><directory>app</directory></include></source></phpunit>',
        ['checks/AThing.php'],
        ['app/A.php'],
      ],
      [
        'Cargo.toml',
        '[package]\nname = "x"\n[[bin]]\npath = "cmd/a.rs"\n[[test]]\nname = "all"\npath = "checks/all.rs"\n',
        ['checks/all.rs'],
        ['cmd/a.rs'],
      ],
      ['.rspec', '--color\n--default-path checks\n', ['checks/a.rb'], ['lib/a.rb']],
      [
        'pom.xml',
        '<project><build><testSourceDirectory>checks/java</testSourceDirectory></build></project>',
        ['checks/java/A.java'],
        ['src/A.java'],
      ],
    ];
  for (const [name, text, tests, others] of cases) {
    it(`is read in ${name}`, () => {
      writeFileSync(join(root, name), text);
      const isTest = configuredTests(root);
      for (const path of tests) assert.ok(isTest(path), path);
      for (const path of others) assert.ok(!isTest(path), path);
    });
  }

  it('is read again when it changes, and nothing is a test without it', () => {
    const file = join(root, 'pytest.ini');
    assert.ok(!configuredTests(root)('qa/a.py'));
    writeFileSync(file, '[pytest]\ntestpaths = qa\n');
    utimesSync(file, 1, 1);
    assert.ok(configuredTests(root)('qa/a.py'));
    writeFileSync(file, '[pytest]\ntestpaths = more\n');
    utimesSync(file, 2, 2);
    assert.ok(!configuredTests(root)('qa/a.py'));
    assert.ok(configuredTests(root)('more/a.py'));
  });

  it('may be missing, broken or no file', () => {
    assert.ok(!configuredTests(join(root, 'missing'))('a.py'));
    writeFileSync(join(root, 'package.json'), '{ "testMatch": [ "unclosed');
    writeFileSync(join(root, 'jest.config.js'), 'testMatch: [["[", "../outside/*.js", "/abs/*.js"]]');
    assert.ok(!configuredTests(root)('a.py'));
    assert.ok(!configuredTests(root)('outside/a.js'));
  });
});
