/** Chunks for the tests of the lexical index: few words, so that queries match many of them. */
import fc from 'fast-check';
import type { LexicalDocument } from '../../../../src/index/terms/chunk-fields';

const vocabulary = [
  'parse',
  'parser',
  'getUserName',
  'get_user_name',
  'user',
  'name',
  'cache',
  'http',
  'sha256',
  'at',
  '検索エンジン',
  'größe',
  'a',
];

export const word = fc.constantFrom(...vocabulary);

const line = fc
  .tuple(fc.constantFrom('', '// ', 'def ', '/* '), fc.array(word, { maxLength: 5 }))
  .map(([lead, words]) => lead + words.join(' '));

export const anyDocument: fc.Arbitrary<LexicalDocument> = fc
  .record({
    path: fc.array(word, { minLength: 1, maxLength: 4 }).map((parts) => `${parts.join('/')}.ts`),
    name: fc.oneof(fc.constant(''), word),
    symbols: fc.array(
      fc.integer({ min: 1, max: 6 }).chain((at) =>
        fc.record({
          name: word,
          kind: fc.constant('function' as const),
          line: fc.constant(at),
          endLine: fc.constant(at),
        }),
      ),
      { maxLength: 3 },
    ),
    scope: fc.array(word, { maxLength: 2 }),
    startLine: fc.constant(1),
    text: fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n')),
    imports: fc.constant([]),
    globals: fc.constant([]),
    words: fc.option(fc.array(word, { maxLength: 5 }), { nil: undefined }),
  })
  .map(({ words, ...rest }) => (words ? { ...rest, note: `[Context] ${words.join(' ')}` } : rest));

export function document(text: string, more: Partial<LexicalDocument> = {}): LexicalDocument {
  return {
    path: 'src/file.ts',
    name: '',
    symbols: [],
    scope: [],
    startLine: 1,
    text,
    imports: [],
    globals: [],
    ...more,
  };
}
