import assert from 'node:assert/strict';
import fc from 'fast-check';
import { inBytes, inText, Needle, NeedleLines } from '../../../../src/search/regex/needle';

const letters = fc.constantFrom('a', 'b', 'e', 'q', '_', ' ', '4');
const word = fc.string({ unit: letters, minLength: 1, maxLength: 12 });
const text = fc.array(fc.oneof(fc.string({ unit: letters, maxLength: 20 }), word), { maxLength: 8 });

describe('A needle', () => {
  it('is found where the text has it, in text and in bytes', () => {
    fc.assert(
      fc.property(word, text, fc.nat(30), (needle, lines, from) => {
        const source = [...lines, needle, ...lines].join('\n');
        const expected = source.indexOf(needle, from);
        assert.equal(new Needle(needle).inText(source, from), expected);
        assert.equal(new Needle(needle).inBytes(Buffer.from(source), from), expected);
      }),
    );
  });

  it('knows whether bytes can be searched for it', () => {
    assert.equal(new Needle('Größe').isAscii, false);
    assert.equal(new Needle('Größe').inText('die Größe', 0), 4);
    assert.equal(new Needle('size').isAscii, true);
  });
});

describe('Lines with several needles', () => {
  const linesWith = <Source>(lines: NeedleLines<Source>, source: string): string[] => {
    const found: string[] = [];
    for (let at = lines.next(0); at >= 0; ) {
      const start = source.lastIndexOf('\n', at) + 1;
      const newline = source.indexOf('\n', at);
      const end = newline < 0 ? source.length : newline;
      found.push(source.slice(start, end));
      at = lines.next(end + 1);
    }
    return found;
  };

  it('are those that have all of them', () => {
    const short = fc.string({ unit: letters, minLength: 1, maxLength: 2 });
    fc.assert(
      fc.property(fc.array(short, { minLength: 1, maxLength: 3 }), text, (needles, lines) => {
        const source = lines.join('\n');
        const expected = source.split('\n').filter((line) => needles.every((needle) => line.includes(needle)));
        const made = needles.map((needle) => new Needle(needle));
        assert.deepEqual(linesWith(new NeedleLines(source, made, inText), source), expected);
        assert.deepEqual(linesWith(new NeedleLines(Buffer.from(source), made, inBytes), source), expected);
      }),
    );
  });
});
