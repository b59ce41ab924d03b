import assert from 'node:assert/strict';
import fc from 'fast-check';
import { matchesChunk, matchesFile, matchesText, parseQuery, type Query } from '../../../../src/search/query/query';
import { phraseOf } from '../../../../src/search/query/query-filters';
import { symbolIn } from '../../../../src/search/query/query-shape';
import { runs } from '../../random-runs';

function query(source: string): Query {
  const { query: parsed, problems } = parseQuery(source);
  assert.deepEqual(problems, [], source);
  return parsed;
}

function problemsOf(source: string): string[] {
  return parseQuery(source).problems.map(({ message }) => message);
}

function isPlain(parsed: Query): boolean {
  const { paths, languages, kinds, names, phrases } = parsed;
  const lists = [paths, languages, kinds, names, phrases].flatMap(({ any, none }) => [...any, ...none]);
  return lists.length === 0 && parsed.lexical.excluded?.length === 0;
}

describe('query language', () => {
  it('keeps words as they are', () => {
    const parsed = query('how does dependency injection work');
    assert.equal(parsed.text, 'how does dependency injection work');
    assert.equal(parsed.shape, 'sentence');
    assert.deepEqual(
      parsed.lexical.terms.map(({ term }) => term),
      ['dependenci', 'injection', 'work'],
    );
  });

  const texts = [
    'std::vector',
    'http://example.org/x',
    'TODO: fix',
    'file://home/x',
    'kind::of',
    'path: here',
    'a - b',
    '--flag',
    '-1',
    'p->next',
    'foo("bar")',
    'say "hi"!',
    '"not closed',
    '"a","b"',
    '""',
    'C:\\temp',
    '{"a": 1}',
    'Path:x',
    '-',
    '12:30',
    'x:y:z',
    'a:b',
  ];
  for (const text of texts) {
    it(`takes ${text} as text`, () => {
      const parsed = query(text);
      assert.ok(isPlain(parsed));
      assert.equal(parsed.text, text);
    });
  }

  it('takes the names of a pasted text from its title, backticks and frames first', () => {
    const { symbols, parts } = query(
      'addItem fails\n\n```js\nrunShop()\n```\nat pay (src/pay.js:3:1)\nSee `Cart.total`.',
    );
    assert.deepEqual(symbols, ['addItem', 'Cart.total', 'total', 'Cart', 'pay', 'runShop']);
    assert.equal(parts.title, 'addItem fails');
  });

  it('asks for at most 32 names of a pasted text', () => {
    const names = Array.from({ length: 50 }, (_, i) => `name_${i}`);
    assert.deepEqual(query(`Title\n${names.join(' ')}`).symbols, names.slice(0, 32));
  });

  it('also has the parts of a short query', () => {
    assert.equal(query('where is addItem').parts.title, 'where is addItem');
  });

  const pasted: readonly [string, string][] = [
    ['an error message', 'TypeError: cannot read "name" of -undefined'],
    ['a panic', '"nowhere phrase" -foo panic: runtime error'],
    ['a command', 'pytest -k "not slow" -x path:tests'],
    ['a command with long flags', 'npm run build --silent -verbose'],
    ['a frame of Python', 'File "src/a.py", line 3, in -main "x" y'],
    ['a frame of Node', 'at parse (src/a.js:10:3) -x "y" z'],
    ['a line of a log', '2026-01-31T10:00:00 INFO "GET /" -done'],
    ['several lines', 'first line\n"second line" -third lang:python'],
    ['a code fence', 'what is ```path:src "x" ```'],
    ['a long text', `${'some words of an issue '.repeat(12)}"quoted" -dash lang:python`],
  ];
  for (const [what, text] of pasted) {
    it(`takes ${what} as text`, () => {
      const { query: parsed, operators } = parseQuery(text);
      assert.ok(isPlain(parsed), JSON.stringify(parsed));
      assert.deepEqual(operators, []);
      assert.equal(parsed.text, text.split(/\s+/).join(' ').trim());
    });
  }

  it('reads filters in a sentence, but no phrases and exclusions: they are emphasis there', () => {
    const parsed = query('where does the "session" cookie get its -secure flag when it is first made path:src');
    assert.equal(parsed.paths.any.length, 1);
    assert.equal(parsed.phrases.any.length, 0);
    assert.deepEqual(parsed.lexical.excluded, []);
    assert.ok(parsed.lexical.terms.some(({ term }) => term === 'session'));
  });

  it('reads nothing as an operator on request', () => {
    const { query: parsed, operators } = parseQuery('"a phrase" -without lang:python', { plain: true });
    assert.ok(isPlain(parsed));
    assert.deepEqual(operators, []);
    assert.equal(parsed.text, '"a phrase" -without lang:python');
  });

  it('names the operators that it read', () => {
    const { operators } = parseQuery('retry "a phrase" -old lang:python');
    assert.deepEqual(
      operators.map(({ text }) => text),
      ['"a phrase"', '-old', 'lang:python'],
    );
  });

  it('takes filters that are given separately, also with a pasted text', () => {
    const given = { path: ['my folder/*.ts', ' '], language: ['python', ''], kind: ['function'] };
    const { query: parsed, problems, operators } = parseQuery('several\nlines', { filters: given });
    assert.equal(parsed.text, 'several lines');
    assert.deepEqual([parsed.languages.any, parsed.paths.any.length], [['python'], 1]);
    assert.deepEqual([problems, operators], [[], []]);
    assert.deepEqual(
      parseQuery('x', { filters: { language: ['pyton'] } }).problems.map(({ message }) => message),
      ['no language "pyton"; did you mean python?'],
    );
  });

  it('leaves out files and folders by their exact paths', () => {
    const { query: parsed } = parseQuery('x', { filters: { without: ['src/[id].ts', 'docs/'] } });
    const passes = (path: string): boolean => matchesFile(parsed, path, 'typescript');
    assert.deepEqual(['src/[id].ts', 'docs/a/b.md', 'src/i.ts', 'src/[id].tsx', 'src/docs/a.md'].map(passes), [
      false,
      false,
      true,
      true,
      true,
    ]);
  });

  it('never makes words of filters that are given separately, whatever they contain', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (value) => {
        assert.equal(parseQuery('words', { filters: { path: [value] } }).query.text, 'words');
      }),
    );
  });

  it('reads filters, quoted and listed, and their exclusions', () => {
    const parsed = query('retry lang:ts,py -lang:tsx path:"my folder" -path:test/** kind:function name:re*');
    assert.equal(parsed.text, 'retry');
    assert.deepEqual(parsed.languages.any, ['typescript', 'typescriptreact', 'python']);
    assert.deepEqual(parsed.languages.none, ['typescriptreact']);
    assert.ok(matchesFile(parsed, 'src/My Folder/a.ts', 'typescript'));
    assert.ok(!matchesFile(parsed, 'src/My Folder/a.tsx', 'typescriptreact'));
    assert.ok(!matchesFile(parsed, 'src/a.ts', 'typescript'));
    assert.ok(!matchesFile(parsed, 'test/my folder/a.ts', 'typescript'));
    assert.ok(matchesChunk(parsed, { kind: 'method', name: 'reTry', symbols: [] }));
    assert.ok(matchesChunk(parsed, { kind: 'function', name: '', symbols: ['reload'] }));
    assert.ok(!matchesChunk(parsed, { kind: 'class', name: 'retry', symbols: [] }));
    assert.ok(!matchesChunk(parsed, { kind: 'method', name: 'load', symbols: [] }));
    assert.ok(!matchesChunk(parsed, { kind: 'method', name: 'load', symbols: ['load', 'store'] }));
  });

  const paths: readonly [string, string, boolean][] = [
    ['*.ts', 'src/a/b.ts', true],
    ['*.ts', 'src/a/b.tsx', false],
    ['src/*.ts', 'src/b.ts', true],
    ['src/*.ts', 'packages/x/src/b.ts', true],
    ['/src/*.ts', 'packages/x/src/b.ts', false],
    ['src/*.ts', 'src/a/b.ts', false],
    ['src/**/*.{c,h}', 'src/a/b.h', true],
    ['src/', 'src/a/b.h', true],
    ['src/**', '.github/src/x', true],
    ['index', 'src/Index.ts', true],
    ['/src', 'lib/src/x', false],
    ['./src', 'src/x', true],
    ['src\\a', 'src/a/b', true],
    ['[ab].c', 'x/a.c', true],
    ['**/*', 'x', true],
    ['!(x)', 'a!(x)b', true],
  ];
  for (const [glob, path, is] of paths) {
    it(`path:${glob} ${is ? 'finds' : 'does not find'} ${path}`, () => {
      assert.equal(matchesFile(query(`x path:${glob}`), path, 'c'), is);
    });
  }

  it('knows languages by name, id and file extension', () => {
    const ids = [
      'python',
      'Py',
      'C++',
      'c#',
      'golang',
      'rs',
      'shell',
      'markdown',
      'h',
      'typescriptreact',
      'objective-c',
    ].map((name) => query(`x lang:${name}`).languages.any[0]);
    assert.deepEqual(ids, [
      'python',
      'python',
      'cpp',
      'csharp',
      'go',
      'rust',
      'shellscript',
      'markdown',
      'c',
      'typescriptreact',
      'objective-c',
    ]);
  });

  it('reports unknown values', () => {
    assert.deepEqual(problemsOf('x lang:pyton'), ['no language "pyton"; did you mean python?']);
    assert.deepEqual(problemsOf('x language:qqqqqqqqqqq'), ['no language "qqqqqqqqqqq"']);
    assert.deepEqual(problemsOf('x kind:functoin'), ['no kind "functoin"; did you mean function?']);
    assert.deepEqual(problemsOf('x langauge:python'), [
      '"langauge:" is not a filter and is searched as text; did you mean language:?',
    ]);
    assert.deepEqual(problemsOf('x path:*a*a*a*a*a*a*b'), ['"*a*a*a*a*a*a*b" has too many wildcards']);
    assert.deepEqual(problemsOf('lang:python'), []);
    assert.deepEqual(problemsOf('-lang:python'), ['the query has no words to search for']);
    assert.deepEqual(problemsOf(''), ['the query has no words to search for']);
    const [problem] = parseQuery('find lang:pyton now').problems;
    assert.deepEqual([problem?.start, problem?.end], [5, 15]);
  });

  it('reports problems as values too, so that they can be shown in any language', () => {
    const faults = (source: string) =>
      parseQuery(source).problems.map(({ message: _, start: _start, end: _end, ...fault }) => fault);
    assert.deepEqual(faults('x lang:pyton'), [{ is: 'no-language', value: 'pyton', near: 'python' }]);
    assert.deepEqual(faults('x kind:qqqqqqqqqqq'), [{ is: 'no-kind', value: 'qqqqqqqqqqq' }]);
    assert.deepEqual(faults('x langauge:python'), [{ is: 'no-filter', value: 'langauge', near: 'language' }]);
    assert.deepEqual(faults(`x path:${'a'.repeat(300)}`), [{ is: 'long-pattern', max: 256 }]);
    assert.deepEqual(faults('x path:*a*a*a*a*a*a*b'), [{ is: 'many-wildcards', value: '*a*a*a*a*a*a*b' }]);
    assert.deepEqual(faults('x'.repeat(200_001)), [{ is: 'too-long', max: 200_000 }]);
    assert.deepEqual(faults(''), [{ is: 'no-words' }]);
  });

  it('excludes words and phrases', () => {
    const parsed = query('parse -test -getUserName -"old code"');
    assert.deepEqual(parsed.lexical.excluded, ['test', 'getusername']);
    assert.ok(matchesText(parsed, 'parse new code'));
    assert.ok(!matchesText(parsed, 'parse old\n  code'));
  });

  it('narrows phrases down by their words, and finds them in the text', () => {
    const parsed = query('"open the getUserName" file');
    assert.deepEqual(parsed.lexical.required, ['open', 'getusername', 'get', 'user', 'name']);
    assert.ok(matchesText(parsed, 'x open  the\tgetUserName()'));
    assert.ok(!matchesText(parsed, 'open the getusername'));
    assert.equal(parsed.text, 'open the getUserName file');
  });

  it('finds phrases with any white space and, if they are in lower case, in any case', () => {
    const text = 'void  f( int a,\n int B ) { return A+b; }';
    assert.deepEqual(phraseOf('f(int a, int b)').find(text), { start: 6, end: text.indexOf(')') + 1 });
    assert.equal(phraseOf('f(int A').find(text), undefined);
    assert.equal(phraseOf('inta').find('int a'), undefined);
    assert.deepEqual(phraseOf('return a + b').find(text), { start: text.indexOf('return'), end: text.indexOf(';') });
    assert.deepEqual(phraseOf('größe').find('x GRÖSSE GRÖßE'), { start: 9, end: 14 });
    assert.equal(phraseOf('  ').find('a  b'), undefined);
  });

  const shapes: readonly [string, Query['shape']][] = [
    ['getUserName', 'symbol'],
    ['get_user_name', 'symbol'],
    ['HTTPError', 'symbol'],
    ['Flask', 'symbol'],
    ['foo()', 'symbol'],
    ['std::vector', 'symbol'],
    ['os.path.join', 'symbol'],
    ['`parser`', 'symbol'],
    ['$scope', 'symbol'],
    ['ptr->next', 'symbol'],
    ['Query.parse lexicalIndex', 'symbol'],
    ['src/index/words.ts', 'path'],
    ['words.ts', 'path'],
    ['./lib', 'path'],
    ['src\\index\\words.ts', 'path'],
    ['parser', 'sentence'],
    ['and/or', 'sentence'],
    ['where is getUserName called', 'sentence'],
    ['e.g.', 'sentence'],
    ['read a file, then close it.', 'sentence'],
    ['', 'sentence'],
  ];
  for (const [text, shape] of shapes) {
    it(`sees a ${shape} in ${text || 'nothing'}`, () => assert.equal(parseQuery(text).query.shape, shape));
  }

  it('picks names out of sentences', () => {
    assert.deepEqual(query('where is getUserName() called, and `parse` or foo_bar?').symbols, [
      'getUserName',
      'parse',
      'foo_bar',
    ]);
    assert.equal(symbolIn('word.'), undefined);
    assert.equal(symbolIn('"fooBar",'), 'fooBar');
  });

  it('finds kebab-case in other cases, and words of scripts without spaces', () => {
    assert.ok(query('user-name').lexical.terms.some(({ term }) => term === 'username'));
    assert.deepEqual(
      query('全文検索').lexical.terms.map(({ term }) => term),
      ['全文', '文検', '検索'],
    );
  });

  it('keeps words of questions if there are no others', () => {
    assert.deepEqual(
      query('what is this').lexical.terms.map(({ term }) => term),
      ['what', 'is', 'this'],
    );
  });

  it('shortens a query that is too long, and reports it', () => {
    for (const long of [
      'a'.repeat(1e7),
      '"'.repeat(1e7),
      'lang:x '.repeat(1e6),
      'word1 word2 '.repeat(1e6),
      '-'.repeat(1e7),
    ]) {
      const { query: parsed, problems } = parseQuery(long);
      assert.ok(parsed.text.length <= 10_000);
      assert.ok(parsed.lexical.terms.length <= 128);
      assert.ok(problems.some(({ message }) => message === 'only the first 200,000 characters of the query are used'));
    }
  });

  it('reads an issue of 10,000 words to its end', () => {
    const { query: parsed, problems } = parseQuery(
      `The cart is empty\n\n${'It fails so. '.repeat(4000)}\nSee \`lastName\`.`,
    );
    assert.deepEqual(problems, []);
    assert.ok(parsed.symbols.includes('lastName'));
    assert.ok(parsed.lexical.terms.some(({ term }) => term === 'lastname'));
    assert.ok(parsed.text.length <= 10_000);
  });

  it('searches the words of a pasted text that has nothing but versions or addresses', () => {
    const { lexical } = query('https://example.org/shop/cart\nshop==1.2.3');
    assert.ok(lexical.terms.some(({ term }) => term === 'cart'));
  });

  it('never fails, whatever the text', () => {
    const piece = fc.constantFrom(
      '-',
      '"',
      'path:',
      'lang:',
      'kind:',
      'name:',
      '*',
      '**/',
      '{',
      '}',
      '[',
      ']',
      '(',
      ')',
      '!',
      ':',
      ' ',
      'a',
      'Ab',
      '\\',
      '/',
      '“',
      '?',
      '+',
      ',',
      '\u0000',
      '\ud800',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(piece).map((pieces) => pieces.join('')),
        ),
        (source) => {
          const { query: parsed, problems } = parseQuery(source);
          matchesFile(parsed, 'src/some/file.ts', 'typescript');
          matchesChunk(parsed, { kind: 'function', name: 'aa', symbols: [] });
          matchesText(parsed, source);
          for (const { start, end, message } of problems)
            assert.ok(0 <= start && start <= end && end <= source.length && message !== '');
        },
      ),
      { numRuns: runs(300) },
    );
  });
});
