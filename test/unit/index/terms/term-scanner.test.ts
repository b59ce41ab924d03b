import assert from 'node:assert/strict';
import fc from 'fast-check';
import { splitWord } from '../../../../src/index/terms/split-word';
import { stem } from '../../../../src/index/terms/stem';
import { TermScanner } from '../../../../src/index/terms/term-scanner';

/** The terms of a text in order; a whole word before its parts. */
function termsOf(text: string, all = false): string[] {
  const words = new TermScanner();
  const found: string[] = [];
  words.read(text);
  words.scan(0, text.length, all, { add: (term) => found.push(words.terms[term] ?? '') });
  return found;
}

describe('the term scanner', () => {
  const identifiers: readonly [string, readonly string[]][] = [
    ['parseHTTPHeaders', ['parsehttpheaders', 'pars', 'http', 'header']],
    ['parse_http_headers', ['parsehttpheaders', 'pars', 'http', 'header']],
    ['PARSE_HTTP_HEADERS', ['parsehttpheaders', 'pars', 'http', 'header']],
    ['parse-http-headers', ['pars', 'http', 'header']],
    ['__init__', ['init']],
    ['$scope', ['scope']],
    ['userIDs', ['userids', 'user', 'id']],
    ['URLs', ['url']],
    ['sha256sum', ['sha256sum', 'sha256', 'sha', 'sum']],
    ['utf8', ['utf8', 'utf']],
    ['v2', ['v2']],
    ['0xff', ['0xff']],
    ['2fa', ['2fa']],
    ['std::vector<int>', ['std', 'vector', 'int']],
    ['XMLHttpRequest', ['xmlhttprequest', 'xml', 'http', 'request']],
    ['iPhone', ['iphone', 'phone']],
    ["don't", ['don']],
    ['fooFoo', ['foofoo', 'foo']],
  ];
  for (const [text, terms] of identifiers) {
    it(`indexes ${text} as ${terms.join(', ')}`, () => assert.deepEqual(termsOf(text), terms));
  }

  it('indexes the forms of an English word as one term', () => {
    const families = [
      ['query', 'queries', 'queried', 'querying'],
      ['cache', 'caches', 'cached', 'caching'],
      ['parse', 'parses', 'parsed', 'parsing'],
      ['file', 'files', 'filed', 'filing'],
      ['map', 'maps', 'mapped', 'mapping'],
      ['index', 'indexes', 'indices', 'indexed', 'indexing'],
      ['cookie', 'cookies'],
      ['class', 'classes'],
      ['box', 'boxes', 'boxed', 'boxing'],
      ['state', 'states', 'stated', 'stating'],
      ['embed', 'embeds', 'embedded', 'embedding', 'embeddings'],
      ['alias', 'aliases', 'aliased'],
      ['process', 'processes', 'processed', 'processing'],
      ['validate', 'validates', 'validated', 'validating'],
      ['settings', 'setting'],
      ['add', 'adds', 'added', 'adding'],
      ['locale', 'locales'],
    ];
    for (const family of families) assert.equal(new Set(family.map(stem)).size, 1, family.map(stem).join(' '));
  });

  it('keeps words apart that mean different things in code', () => {
    const apart = [
      ['user', 'use'],
      ['string', 'str'],
      ['state', 'stat'],
      ['setting', 'set'],
      ['pointer', 'point'],
      ['header', 'head'],
      ['status', 'stat'],
      ['lens', 'len'],
      ['code', 'cod'],
      ['note', 'not'],
      ['theme', 'them'],
      ['string', 'sting'],
      ['integer', 'integ'],
      ['power', 'pow'],
      ['index', 'indent'],
      ['basis', 'base'],
      ['news', 'newline'],
      ['pass', 'pas'],
      ['locale', 'local'],
      ['guide', 'guid'],
      ['idle', 'idl'],
      ['paste', 'past'],
    ] as const;
    for (const [a, b] of apart) assert.notEqual(stem(a), stem(b), `${a} and ${b}`);
  });

  it('removes accents and splits words of other alphabets', () => {
    assert.deepEqual(
      termsOf('Größe café naïve'),
      ['grosse', 'cafe', 'naive'].map((word) => splitWord(word).parts[0]),
    );
    assert.deepEqual(termsOf('Привет мир'), ['привет', 'мир']);
    assert.deepEqual(termsOf('größeBerechnen'), ['grosseberechnen', 'gross', 'berechnen']);
  });

  it('indexes scripts without spaces as pairs of characters', () => {
    assert.deepEqual(termsOf('全文検索'), ['全文', '文検', '検索']);
    assert.deepEqual(termsOf('木'), ['木']);
    assert.deepEqual(termsOf('データ'), ['デー', 'ータ']);
    assert.deepEqual(termsOf('𠀀𠀁'), ['𠀀𠀁']);
    assert.deepEqual(termsOf('foo検索bar'), ['foo', '検索', 'bar']);
  });

  it('skips emoji and encoded data, but finds a hash', () => {
    assert.deepEqual(termsOf('😀🎉'), []);
    assert.deepEqual(termsOf('A'.repeat(500)), []);
    assert.deepEqual(termsOf('aGVsbG8gd29ybGQhIQ'.repeat(6)), []);
    const hash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4';
    assert.deepEqual(termsOf(hash), [hash]);
  });

  it('keeps noise words that are names', () => {
    assert.deepEqual(termsOf('the x of it'), []);
    assert.deepEqual(termsOf('at x', true), ['at', 'x']);
  });

  it('returns the same terms whatever it read before, and never fails', () => {
    const text = fc.string({ unit: 'grapheme' });
    const code = fc.stringMatching(/^[A-Za-z0-9_$ .]*$/);
    fc.assert(
      fc.property(fc.array(fc.oneof(text, code, fc.string({ unit: 'binary' }))), (texts) => {
        const words = new TermScanner();
        for (const one of texts) {
          const found: string[] = [];
          words.read(one);
          words.scan(0, one.length, false, { add: (term) => found.push(words.terms[term] ?? '') });
          assert.deepEqual(found, termsOf(one));
          for (const term of found) assert.ok(term.length > 0 && term.length <= 160);
        }
      }),
    );
  });
});
