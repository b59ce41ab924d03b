import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { longIssues, readQuestionSets } from '../../../../bench/search/question-sets';

describe('the open sets of questions', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'codegrain-sets-'));
    write('code-search-dev/queries.json', [
      {
        name: 'small',
        language: 'go',
        github: 'owner/small',
        revision: 'abc',
        root: 'lib',
        queries: [{ query: 'where?', category: 'semantic', relevant: ['lib/a.go'], secondary: ['lib/b.go'] }],
      },
    ]);
    const entry = { id: '1', repo: 'owner/big', commit: 'def', files: [{ path: 'c.py', spans: [[3, 5]] }] };
    write('issues-dev/issues.jsonl', { ...entry, set: 'swe-bench-multilingual', text: 'It fails.\n' });
    write('questions-dev/questions.jsonl', { ...entry, set: 'octocode', text: 'How does it end?' });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function write(name: string, content: unknown): void {
    const file = join(folder, name);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, `${JSON.stringify(content)}\n`);
  }

  it('have one shape: what is asked, where, and what answers it', () => {
    assert.deepEqual(
      readQuestionSets(folder).map(({ set, text, snapshot, targets }) => ({ set, text, snapshot, targets })),
      [
        {
          set: 'files',
          text: 'where?',
          snapshot: { repository: 'owner/small', commit: 'abc', root: 'lib' },
          targets: [
            { path: 'a.go', spans: [] },
            { path: 'b.go', spans: [] },
          ],
        },
        {
          set: 'issues',
          text: 'It fails.\n',
          snapshot: { repository: 'owner/big', commit: 'def', root: '' },
          targets: [{ path: 'c.py', spans: [[3, 5]] }],
        },
        {
          set: 'lines',
          text: 'How does it end?',
          snapshot: { repository: 'owner/big', commit: 'def', root: '' },
          targets: [{ path: 'c.py', spans: [[3, 5]] }],
        },
      ],
    );
  });

  it('of another benchmark are refused', () => {
    write('issues-dev/issues.jsonl', { set: 'other', id: '1', repo: 'a/b', commit: 'c', text: '', files: [] });
    assert.throws(() => readQuestionSets(folder), /unknown set other/);
  });

  it('have issues of about 500 words', () => {
    const [, issue] = readQuestionSets(folder);
    assert.ok(issue);
    const long = { ...issue, text: 'word '.repeat(500) };
    assert.deepEqual(longIssues([issue, long, { ...long, set: 'lines' }]), [long.text]);
  });
});
