/** Entries in JSON files: added and removed, with every other byte as it was. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { dropItem, jsonFormat, putItem } from '../../../../src/surfaces/agents/formats/json-format';
import { runs } from '../../random-runs';
import { formattedTexts, settingsTexts } from './jsonc-texts';

const keys = ['mcpServers', 'codegrain'];
const value = { command: 'codegrain', args: ['mcp', '.'] };
const texts = fc.oneof(settingsTexts, formattedTexts);

function textOf(edited: ReturnType<typeof jsonFormat.put>): string {
  assert.ok('text' in edited, JSON.stringify(edited));
  return edited.text;
}

describe('an entry in a JSON file', () => {
  it('is added to any file, and changes no other value', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const before = parse(text);
        const after = parse(textOf(jsonFormat.put(text, keys, value)), [], { allowTrailingComma: true });
        assert.deepEqual(after, { ...before, mcpServers: { ...before.mcpServers, codegrain: value } });
      }),
      { numRuns: runs(160) },
    );
  });

  it('keeps the text before and behind it', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const after = textOf(jsonFormat.put(text, keys, value));
        const rest = [...after];
        for (const character of text.replace(/\s/g, '')) {
          const at = rest.indexOf(character);
          assert.ok(at >= 0, after);
          rest.splice(0, at + 1);
        }
      }),
      { numRuns: runs(160) },
    );
  });

  it('is removed without a trace, where its object had another member', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const found = jsonFormat.read(text, keys);
        assert.ok('depth' in found);
        fc.pre(Object.keys((found.depth === 1 ? parse(text).mcpServers : parse(text)) ?? {}).length > 0);
        assert.equal(textOf(jsonFormat.drop(textOf(jsonFormat.put(text, keys, value)), keys, found.depth)), text);
      }),
      { numRuns: runs(160) },
    );
  });

  it('is replaced in place', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const first = textOf(jsonFormat.put(text, keys, { command: 'other' }));
        assert.deepEqual(parse(textOf(jsonFormat.put(first, keys, value))).mcpServers.codegrain, value);
      }),
    );
  });
});

describe('an item of a list in a JSON file', () => {
  const list = ['hooks', 'UserPromptSubmit'];

  it('is added and removed without a trace', () => {
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(Object.keys(parse(text) ?? {}).length > 0);
        const once = textOf(putItem(text, list, { command: 'a' }));
        const twice = textOf(putItem(once, list, { command: 'b' }));
        assert.deepEqual(parse(twice).hooks.UserPromptSubmit, [{ command: 'a' }, { command: 'b' }]);
        assert.equal(textOf(dropItem(twice, list, 1, 2)), once);
        assert.equal(textOf(dropItem(once, list, 0, 0)), text);
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('a JSON file in its own style', () => {
  const lines = (text: string, lineBreak = '\n'): string => text.replaceAll('\n', lineBreak);

  it('keeps its indentation, line breaks and comments', () => {
    const text = lines('{\n\t"mcpServers": {\n\t\t"a": { "command": "x" } // mine\n\t}\n}\n', '\r\n');
    const expected = lines(
      '{\n\t"mcpServers": {\n\t\t"a": { "command": "x" }, // mine\n\t\t"codegrain": {\n\t\t\t"command": "codegrain",\n\t\t\t"args": ["mcp", "."]\n\t\t}\n\t}\n}\n',
      '\r\n',
    );
    assert.equal(textOf(jsonFormat.put(text, keys, value)), expected);
  });

  it('keeps a trailing comma', () => {
    const text = '{\n  "mcpServers": {\n    "a": 1,\n  },\n}\n';
    assert.ok(textOf(jsonFormat.put(text, keys, value)).includes('"a": 1,\n    "codegrain": {'));
    assert.ok(textOf(jsonFormat.put(text, keys, value)).includes('    },\n  },\n}\n'));
  });

  it('stays one line', () => {
    assert.equal(
      textOf(jsonFormat.put('{"a":{"b":1}}', keys, value)),
      '{"a":{"b":1},"mcpServers":{"codegrain":{"command":"codegrain","args":["mcp","."]}}}',
    );
  });

  it('of several objects with one name, takes the one that JSON.parse takes', () => {
    const after = textOf(jsonFormat.put('{"mcpServers": {"a": 1}, "mcpServers": {"b": 2}}', keys, value));
    assert.deepEqual(JSON.parse(after).mcpServers, { b: 2, codegrain: value });
  });
});

describe('a file that is not what it should be', () => {
  for (const [text, message, line, column] of [
    ['{ "mcpServers": {', 'is not valid JSON: close brace expected', 1, 18],
    ['{\n  "mcpServers" {} }', 'is not valid JSON: colon expected', 2, 16],
    ['[]', 'is not a JSON object', 1, 1],
    ['{"mcpServers": []}', 'has no object at mcpServers', 1, 16],
    ['{"mcpServers": null}', 'has no object at mcpServers', 1, 16],
    ['{} {}', 'is not valid JSON: end of file expected', 1, 4],
  ] as const)
    it(`is refused: ${text.replace('\n', ' ')}`, () => {
      for (const edited of [
        jsonFormat.put(text, keys, value),
        jsonFormat.drop(text, keys, 0),
        jsonFormat.read(text, keys),
      ])
        assert.deepEqual(edited, { problem: { message, line, column } });
    });
});
