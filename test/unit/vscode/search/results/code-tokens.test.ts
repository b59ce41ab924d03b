/** The colours of code in the results: what is a comment, a string, a keyword, and which colour a theme has for it. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { codeTokens, coloursOf } from '../../../../../src/vscode/search/code-tokens';

const read = (text: string, language: string): string[] =>
  codeTokens(text, language).map(([from, to, kind]) => `${kind}: ${text.slice(from, to)}`);

describe('the tokens of code', () => {
  it('are those that a reader sees', () => {
    assert.deepEqual(read('export const port = parse("80", 10); // if set', 'typescript'), [
      ...['keyword: export', 'storage: const', 'function: parse', 'string: "80"', 'number: 10', 'comment: // if set'],
    ]);
    assert.deepEqual(read("def find(self):  # it's here\n    return Node(None)", 'python'), [
      ...['storage: def', 'function: find', 'constant: self', "comment: # it's here"],
      ...['keyword: return', 'type: Node', 'constant: None'],
    ]);
  });

  it('know a line within a comment or a string of several lines', () => {
    assert.deepEqual(read('"""\nif it is new\n"""\nreturn', 'python'), [
      'string: """\nif it is new\n"""',
      'keyword: return',
    ]);
    assert.deepEqual(read('/* if\nnew */ x', 'go'), ['comment: /* if\nnew */']);
    assert.deepEqual(read('{ "a": 1 }', 'json'), ['string: "a"', 'number: 1']);
    assert.deepEqual(read('if it is new', 'markdown'), []);
  });

  it('are in order and do not overlap, whatever the text', () => {
    const texts = fc.array(
      fc.constantFrom('"', "'", '`', '/*', '*/', '//', '#', '\\', '\n', 'if ', 'x(', '9', 'é', '😀'),
    );
    fc.assert(
      fc.property(texts, fc.constantFrom('python', 'rust', 'lua'), (parts, language) => {
        let at = 0;
        for (const [from, to] of codeTokens(parts.join(''), language)) {
          assert.ok(from >= at && to > from);
          at = to;
        }
      }),
    );
  });

  it('begin no string at a quote after a backslash', () => {
    const text = String.raw`x = \' + 'y'`;
    const strings = codeTokens(text, 'javascript').filter(([, , kind]) => kind === 'string');
    assert.deepEqual(
      strings.map(([from, to]) => text.slice(from, to)),
      ["'y'"],
    );
  });
});

describe('the colours of a theme', () => {
  it('are those of the most exact rule, the later of two', () => {
    const colours = coloursOf([
      { scope: ['string', 'comment'], settings: { foreground: '#111111' } },
      { scope: 'keyword, keyword.control', settings: { foreground: '#222222' } },
      { scope: 'keyword', settings: { foreground: '#333333' } },
      { scope: 'comment', settings: { foreground: '#444444' } },
      { scope: 'constant.numeric.css', settings: { foreground: '#555555' } },
      { scope: 'storage', settings: { foreground: 'url(x)' } },
    ]);
    assert.deepEqual(colours, { comment: '#444444', string: '#111111', keyword: '#222222' });
  });
});
