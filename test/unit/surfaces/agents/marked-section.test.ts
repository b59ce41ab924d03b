/** Our section of a Markdown file. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { dropSection, putSection, sectionOf } from '../../../../src/surfaces/agents/marked-section';

const body = '## Title\n\n- one';
const head = '---\nalwaysApply: true\n---\n\n';
const lines = fc
  .array(fc.constantFrom('', '# Mine', 'text', '  ', '<!-- codegrain -->', '```'))
  .chain((all) => fc.constantFrom('\n', '\r\n').map((lineBreak) => all.map((line) => line + lineBreak).join('')));

function textOf(edited: ReturnType<typeof putSection>): string {
  assert.ok('text' in edited, JSON.stringify(edited));
  return edited.text;
}

describe('a section between markers', () => {
  it('is added behind what the user wrote, in the line breaks of the file', () => {
    fc.assert(
      fc.property(lines, (text) => {
        const after = textOf(putSection(text, body, ''));
        assert.ok(text.trim() === '' || after.startsWith(text));
        assert.deepEqual(sectionOf(after), { body });
        if (text.includes('\r\n')) assert.ok(!/[^\r]\n/.test(after));
      }),
    );
  });

  it('is replaced in place and removed from between other text', () => {
    fc.assert(
      fc.property(lines, lines, (before, behind) => {
        const once = textOf(putSection(before, body, '')) + behind;
        const other = textOf(putSection(once, 'other', ''));
        assert.deepEqual(sectionOf(other), { body: 'other' });
        assert.equal(textOf(putSection(other, body, '')), once);
        const left = textOf(dropSection(once, ''));
        assert.deepEqual(left.split(/\s+/).join(' ').trim(), `${before} ${behind}`.split(/\s+/).join(' ').trim());
      }),
    );
  });

  it('leaves nothing of a file that has only the head besides', () => {
    const text = textOf(putSection('', body, head));
    assert.ok(text.startsWith(head));
    assert.equal(textOf(dropSection(text, head)), '');
    assert.equal(textOf(dropSection(text.replaceAll('\n', '\r\n'), head)), '');
    assert.equal(textOf(dropSection(`${text}mine\n`, head)), `${head}mine\n`);
  });

  for (const [what, text] of [
    ['has no end', '<!-- codegrain:begin -->\ntext'],
    ['has no beginning', 'text\n<!-- codegrain:end -->'],
    ['is there twice', '<!-- codegrain:begin -->\n<!-- codegrain:end -->\n'.repeat(2)],
  ] as const)
    it(`that ${what} is left to the user`, () => {
      for (const edited of [putSection(text, body, ''), dropSection(text, ''), sectionOf(text)])
        assert.ok('problem' in edited);
    });
});
