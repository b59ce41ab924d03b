/** What leaves the product as text or JSON holds nothing that a terminal obeys. */
import assert from 'node:assert/strict';
import { printableJson, printableText } from '../../../src/shared/print';

const hostile = 'a\x1b[31mb\x9b2Jc\x07d\be\x7ff\u202eg\u2066h\x00i\x1b]8;;http://x\x1b\\j';

describe('printable text', () => {
  it('has a question mark for each character that controls a terminal or the direction of writing', () => {
    assert.equal(printableText('a\x1bb\x9bc\rd\u202ee'), 'a?b?c?d?e');
    assert.doesNotMatch(printableText(hostile), /[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/u);
  });

  it('keeps tabs, line breaks and letters of every script, and the line breaks of Windows become plain', () => {
    assert.equal(printableText('a\tb\nc é 漢 🙂 שלום'), 'a\tb\nc é 漢 🙂 שלום');
    assert.equal(printableText('a\r\nb\r\n'), 'a\nb\n');
  });
});

describe('printable JSON', () => {
  it('says exactly what was given, without a control character', () => {
    const text = printableJson({ [hostile]: [hostile] });
    assert.doesNotMatch(text, /\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
    assert.deepEqual(JSON.parse(text), { [hostile]: [hostile] });
  });
});
