/** Configuration files as people write them: any layout, comments, trailing commas, all kinds of line breaks. */
import fc from 'fast-check';

/** White space and comments between two tokens; each ends where the next token may begin. */
const trivia = fc.constantFrom(
  '',
  ' ',
  '  ',
  '\n',
  '\n  ',
  '\n\t',
  '\r\n',
  '\r\n    ',
  ' /* note */ ',
  ' // note, {\n  ',
  '\n// "a": [\n',
);

const scalar = fc.oneof(
  fc.string({ maxLength: 8 }).map((text) => JSON.stringify(text)),
  fc.constantFrom('1', '-2.5e3', 'true', 'false', 'null', '"ä"', '"//"', '"/*"', '"}"', '","'),
);

const key = fc.oneof(fc.constantFrom('a', 'mcpServer', 'codegrain ', 'x,y', '{'), fc.string({ maxLength: 5 }));

const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    scalar,
    members(fc.tuple(key, tie('value')), '{}'),
    members(tie('value'), '[]'),
  ),
}));

/** A container of members, with trivia around each and perhaps a trailing comma. */
function members(member: fc.Arbitrary<string | [string, string]>, brackets: '{}' | '[]'): fc.Arbitrary<string> {
  const one = fc.tuple(trivia, member, trivia, trivia, trivia).map(([before, text, a, b, after]) => {
    const inner = typeof text === 'string' ? text : `${JSON.stringify(text[0])}${a}:${b}${text[1]}`;
    return `${before}${inner}${after}`;
  });
  return fc
    .tuple(fc.array(one, { maxLength: 4 }), fc.boolean(), trivia)
    .map(
      ([all, hasTrailing, end]) =>
        brackets[0] + all.join(',') + (hasTrailing && all.length > 0 ? ',' : '') + end + brackets[1],
    );
}

const notServers = fc.tuple(key, value).filter(([name]) => name !== 'mcpServers' && name !== 'hooks');
const notOurs = fc.tuple(key, value).filter(([name]) => name !== 'codegrain');
const servers = members(notOurs, '{}').map((text): [string, string] => ['mcpServers', text]);

/** The text of an object, in about half of the cases with an object `mcpServers`. */
export const settingsTexts: fc.Arbitrary<string> = fc
  .tuple(trivia, members(fc.oneof(notServers, servers), '{}'), trivia)
  .map((parts) => parts.join(''));

/** The same as one line without spaces, or laid out by a formatter. */
export const formattedTexts: fc.Arbitrary<string> = fc
  .tuple(
    fc.dictionary(
      fc.constantFrom('a', 'mcpServers', 'z'),
      fc.dictionary(fc.constantFrom('b', 'c'), fc.constantFrom('x', 'y')),
    ),
    fc.constantFrom(undefined, 2, 4, '\t'),
    fc.constantFrom('', '\n'),
  )
  .map(([object, indent, end]) => JSON.stringify(object, null, indent) + end);
