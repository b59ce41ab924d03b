/** The passage that is embedded for a chunk, and what it is about. */
import assert from 'node:assert/strict';
import { passageOf } from '../../../../src/code/records/embedded-text';
import { chunkText } from '../../../../src/engine/workers/chunker';

const text = `import re\n\nclass Parser:\n${Array.from({ length: 40 }, (_, i) => `    def part_${i}(self, text):\n        return re.split(text, '${i}')\n`).join('\n')}`;

describe('the passage of a chunk', () => {
  it('is the context and the text, and is about the file and the enclosing scopes', async () => {
    const { chunks } = await chunkText({ path: 'src/parser.py', text });
    const member = chunks.find(({ role, scope }) => role === 'child' && scope.length > 0);
    assert.ok(member);
    const passage = passageOf(member);
    assert.equal(passage.about, '# src/parser.py Parser');
    assert.equal(passage.text, member.context + member.text);
  });

  it('of prose is about its file and the headings above it', async () => {
    const section = (title: string): string => `## ${title}\n\n${'A sentence of some words. '.repeat(60)}\n\n`;
    const { chunks } = await chunkText({ path: 'guide.md', text: `# Guide\n\n${section('Install')}${section('Use')}` });
    const last = chunks.filter(({ role }) => role !== 'parent').at(-1);
    assert.ok(last);
    assert.match(passageOf(last).about, /^guide\.md Guide( Use)?$/);
  });

  it('is about nothing without a context, so that the same text has the same vector', async () => {
    const { chunks } = await chunkText({ path: 'src/parser.py', text }, { context: 'none' });
    for (const chunk of chunks) assert.deepEqual(passageOf(chunk), { about: '', text: chunk.text });
  });

  it('begins with the note that a model wrote', async () => {
    const { chunks } = await chunkText({ path: 'a.py', text: 'def f():\n    pass\n' });
    const [chunk] = chunks;
    assert.ok(chunk);
    const { about, text: whole } = passageOf({ ...chunk, note: 'It does nothing.' });
    assert.equal(about, '# a.py');
    assert.ok(whole.startsWith('It does nothing.\n\n# a.py\n'));
  });

  it('is not about an import that took the place of the path', async () => {
    const names = Array.from({ length: 9 }, (_, i) => `long_name_of_part_${i}`).join(', ');
    const uses = `from parts import ${names}\n${text}\n\ndef use():\n    return [${names}]\n`;
    for (let maxTokens = 200; maxTokens < 400; maxTokens += 4) {
      const { chunks } = await chunkText({ path: 'src/user.py', text: uses }, { maxTokens });
      for (const chunk of chunks) assert.doesNotMatch(passageOf(chunk).about, /import/);
    }
  });

  it('is the same for chunks of the same hash, whatever encloses them', async () => {
    const bases = 'OneBaseWithAVeryLongName, AnotherBaseWithAVeryLongName, ThirdBaseWithAVeryLongName';
    const methods = Array.from(
      { length: 6 },
      (_, i) => `    def step${i}(self, value):\n        return self.compute(value, ${i}) + self.other(value, ${i})\n`,
    ).join('\n');
    const classes = ['Printer', 'Socket'].map((name) => `class ${name}(${bases}):\n${methods}\n`).join('\n');
    const { chunks } = await chunkText({ path: 'w.py', text: classes }, { maxTokens: 48 });
    const passages = new Map<string, ReturnType<typeof passageOf>>();
    let shared = 0;
    for (const chunk of chunks) {
      const known = passages.get(chunk.hash);
      if (known) shared++;
      assert.deepEqual(passageOf(chunk), known ?? passageOf(chunk));
      passages.set(chunk.hash, passageOf(chunk));
    }
    assert.ok(shared > 0);
  });
});
