/** Our table in a TOML file. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parse } from 'smol-toml';
import { tomlFormat } from '../../../../src/surfaces/agents/formats/toml-format';

const keys = ['mcp_servers', 'codegrain'];
const value = { command: 'codegrain', args: ['mcp', 'C:\\a "b"\tä'] };

function textOf(edited: ReturnType<typeof tomlFormat.put>): string {
  assert.ok('text' in edited, JSON.stringify(edited));
  return edited.text;
}

const parsed = (text: string) => structuredClone(parse(text));

const pieces = fc.uniqueArray(
  fc.constantFrom(
    '# a comment\n',
    '[plain]\nx = 1\ndate = 1979-05-27\n',
    '[mcp_servers]\n',
    '[mcp_servers.other]\ncommand = "x"\nargs = [\n  "[mcp_servers.codegrain]",\n]\n',
    '["quoted key"]\ntext = """\n[mcp_servers.codegrain]\n"""\n',
    '[[list]]\na = 1\n[[list]]\na = 2\n',
    '\n\n',
    '  [indented]  # note\n  y = { z = [1, 2] }\n',
  ),
);
const texts = fc.tuple(pieces, fc.boolean(), fc.boolean()).map(([all, hasEnd, isWindows]) => {
  const text = `top = 1\n${all.join('')}`;
  return (hasEnd ? text : text.trimEnd()).replaceAll('\n', isWindows ? '\r\n' : '\n');
});

describe('a table in a TOML file', () => {
  it('is added to any file and changes nothing else', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const before: { mcp_servers?: object } = parsed(text);
        const after = textOf(tomlFormat.put(text, keys, value));
        assert.ok(after.startsWith(text));
        assert.deepEqual(parsed(after), { ...before, mcp_servers: { ...before.mcp_servers, codegrain: value } });
        if (text.includes('\r\n')) assert.ok(!/[^\r]\n/.test(after));
      }),
    );
  });

  it('is removed wherever it is, with nothing else', () => {
    fc.assert(
      fc.property(texts, texts, (before, behind) => {
        const own = textOf(tomlFormat.put(before, keys, value));
        const more = behind
          .replace('top = 1', '[more]\ntop = 1')
          .replaceAll(/^\[+(?!more)/gm, (open) => `${open}more.`);
        const text = `${own}\n# belongs to the next table\n${more}`;
        fc.pre(isValid(text));
        const left = textOf(tomlFormat.drop(text, keys, 0));
        assert.ok(left.includes('# belongs to the next table'));
        assert.deepEqual(parsed(left), parsed(text.replace(own, () => before)));
      }),
    );
  });

  it('is replaced', () => {
    const text = textOf(tomlFormat.put('a = 1\n', keys, { command: 'old', args: [] }));
    assert.deepEqual(parsed(textOf(tomlFormat.put(text, keys, value))), { a: 1, mcp_servers: { codegrain: value } });
  });

  it('has the environment in one line', () => {
    const withEnv = { ...value, env: { A_B: '1', 'c d': '2' } };
    assert.deepEqual(parsed(textOf(tomlFormat.put('', keys, withEnv))), { mcp_servers: { codegrain: withEnv } });
  });

  it('is not forced into a file that has its servers in one line', () => {
    const edited = tomlFormat.put('mcp_servers = { a = { command = "x" } }\n', keys, value);
    assert.deepEqual(edited, { problem: { message: 'has its servers in a form that cannot be extended' } });
  });

  it('that is no table of its own is left to the user', () => {
    const edited = tomlFormat.drop('[mcp_servers]\ncodegrain = { command = "x" }\n', keys, 0);
    assert.deepEqual(edited, {
      problem: { message: 'has mcp_servers.codegrain in a form that only a person can change' },
    });
  });

  it('is refused in a broken file, with the place', () => {
    const edited = tomlFormat.put('a = 1\nb = = 2\n', keys, value);
    assert.ok('problem' in edited);
    assert.deepEqual([edited.problem.line, edited.problem.column], [2, 5]);
    assert.match(edited.problem.message, /^is not valid TOML: /);
  });
});

function isValid(text: string): boolean {
  return !('problem' in tomlFormat.read(text, keys));
}
