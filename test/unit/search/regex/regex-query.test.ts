import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseQuery } from '../../../../src/search/query/query';
import { givenRegex, type Regex } from '../../../../src/search/query/query-filters';
import { matcherOf, type Needed, neededBy, needlesOf } from '../../../../src/search/regex/regex-literals';

function regex(text: string): Regex {
  const made = givenRegex(text);
  assert.ok(!('problem' in made), text);
  return made;
}

function shown(needed: Needed): string {
  if (needed.is === 'anything') return '*';
  if (needed.is === 'literal') return needed.text;
  return `(${needed.of.map(shown).join(needed.is === 'all' ? ' & ' : ' | ')})`;
}

describe('a regular expression in a query', () => {
  const expressions: readonly (readonly [query: string, regexes: readonly string[], text: string])[] = [
    ['/retry.*timeout/ where is the client configured', ['/retry.*timeout/'], 'where is the client configured'],
    ['path:src /foo bar/i', ['/foo bar/i'], ''],
    ['/a\\/b/', ['/a\\/b/'], ''],
    ['/[/]x/ /yes/', ['/[/]x/', '/yes/'], ''],
    ['find /timeout/', ['/timeout/'], 'find'],
  ];
  for (const [query, regexes, text] of expressions)
    it(`is read in ${query}`, () => {
      const parsed = parseQuery(query);
      assert.deepEqual(
        parsed.query.regexes.map((one) => one.text),
        regexes,
      );
      assert.equal(parsed.query.text, text);
      assert.deepEqual(parsed.problems, []);
    });

  for (const query of [
    '/usr/lib/x86',
    '/etc/',
    'read /etc/ and /usr/',
    'src/a/b',
    'a / b / c',
    '// comment',
    '/* comment */',
    '/api/v1/users',
    'GET /users or POST / here',
    '</div>',
    '/unclosed',
    'how does the router that is in the folder find the /health/ route of a plugin',
    'TypeError: cannot read /x.*y/ of undefined',
  ])
    it(`is not read in ${query}`, () => {
      assert.deepEqual(parseQuery(query).query.regexes, []);
      assert.equal(parseQuery(query).query.text, query);
    });

  it('is not read in plain text, and is read if it is given separately', () => {
    assert.deepEqual(parseQuery('/a+b/', { plain: true }).query.regexes, []);
    const parsed = parseQuery('words', { plain: true, filters: { regex: ['a+b', '/C/i'] } });
    assert.deepEqual(
      parsed.query.regexes.map(({ text }) => text),
      ['/a+b/', '/C/i'],
    );
  });

  it('that is wrong is reported with the place', () => {
    assert.deepEqual(
      parseQuery('/ab(c/').problems.map(({ message }) => message),
      ['/ab(c/ is not a regular expression: Unterminated group at character 5'],
    );
    const { problems } = parseQuery('x', { filters: { regex: ['/a/z', 'a'.repeat(2000)] } });
    assert.deepEqual(
      problems.map(({ is }) => is),
      ['bad-regex', 'bad-regex'],
    );
  });
});

describe('what a regular expression needs', () => {
  for (const [expression, needed] of [
    ['retry.*timeout', '(retry & timeout)'],
    ['foo_\\w+_bar', '(foo_ & _bar)'],
    ['re(try|set)_x', '(retry_x | reset_x)'],
    ['a|b.*', '(a | b)'],
    ['x(ab)+y', '(xab & aby)'],
    ['ab{3}c', 'abbbc'],
    ['colou?r', '(colo & r)'],
    ['(foo)?', '*'],
    ['\\w+|abc', '*'],
    ['[ab]c', '(ac | bc)'],
    ['\\bname\\b(?=x)', 'name'],
    ['(one|two.*three)x', '((one | (two & three)) & x)'],
    ['[^a]bc', 'bc'],
    ['v[2-4]x', '(v2x | v3x | v4x)'],
    ['[a-z]bc', 'bc'],
    ['\\Dbc', 'bc'],
  ] as const)
    it(`${expression}: ${needed}`, () => assert.equal(shown(neededBy(regex(expression))), needed));

  const needles = (expression: string): string[] => [...needlesOf(regex(expression))];

  it('has needles only where the case is known', () => {
    assert.deepEqual(needles('retry.*timeout'), ['timeout', 'retry']);
    assert.deepEqual(needles('/retry/i'), []);
    assert.deepEqual(needles('a|b'), []);
  });

  it('has needles of what all alternatives begin or end with', () => {
    assert.deepEqual(needles('tcp_v4_(rcv|connect)'), ['tcp_v4_']);
    assert.deepEqual(needles('(get|put)_value'), ['t_value']);
    assert.deepEqual(needles('ext\\d_x+'), ['ext']);
  });

  it('has no needle that says nothing more, or that is in most lines', () => {
    assert.deepEqual(needles('retry_.*x.*retry.*timeout'), ['timeout', 'retry_']);
    assert.deepEqual(needles('if .*x'), ['if ']);
    assert.deepEqual(needles('(?<=before )x'), ['x']);
  });
});

describe('matching lines', () => {
  const found = (expression: string, text: string): string[] => {
    const matches: string[] = [];
    matcherOf(regex(expression))(text, (start, end) => matches.push(text.slice(start, end)) > 0);
    return matches;
  };

  it('stays in a line, unless the expression names a line break', () => {
    assert.deepEqual(found('a\\s*b', 'a\nb ab'), ['ab']);
    assert.deepEqual(found('a\\nb', 'a\nb ab'), ['a\nb']);
    assert.deepEqual(found('/a.*b$/s', 'a\nb'), ['a\nb']);
    assert.deepEqual(found('^b.*$', 'a\r\nb c\r\nd'), ['b c']);
    assert.deepEqual(found('b(?!\\s)', 'b\nb x'), ['b']);
    assert.deepEqual(found('x*', 'a\n'), []);
  });

  it('finds the same with the needle as line by line', () => {
    const text = fc.array(fc.stringMatching(/^[ab \r]{0,6}$/), { maxLength: 6 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(
        text,
        fc.constantFrom('ab', 'a+b', 'b\\s*a', '^ab?', 'ba$', 'a(?!b)', '[ab]a', 'ab .*ba ', 'bab.*aaa'),
        (lines, expression) => {
          const expected = lines
            .split('\n')
            .flatMap((line) => line.replace(/\r$/, '').match(new RegExp(expression, 'gm')) ?? []);
          assert.deepEqual(found(expression, lines), expected);
        },
      ),
    );
  });
});
