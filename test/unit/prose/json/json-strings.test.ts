import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type JsonString, type JsonValue, parseJson } from '../../../../src/prose/json/json-strings';
import { cpuTime } from '../../cpu-time';
import { runs } from '../../random-runs';

/** The value as `JSON.parse` would return it. */
function plain(value: JsonValue): unknown {
  if (value.isArray) return [...value.items()].map(plain);
  if (value.isObject) return Object.fromEntries([...value.fields()].map(([key, field]) => [key, plain(field)]));
  return value.text ?? value.number ?? JSON.parse(String(value.isNull ? 'null' : value.end - value.start === 4));
}

/** JSON with some characters written as escapes that `JSON.stringify` does not use, and white space. */
function escaped(value: unknown, every: number): string {
  let count = 0;
  const text = JSON.stringify(value, null, every % 3);
  return text.replace(/(\\u[0-9a-f]{4}|\\.)|[^\x00-\x1f"{}[\],:\s\d.truefalsn+-]/g, (char, isEscape) =>
    isEscape || count++ % every ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function string(json: string): JsonString {
  const value = parseJson(json)?.string;
  assert.ok(value);
  return value;
}

function assertMaps(json: string, { text, place }: JsonString, from: number, to: number): void {
  const inFile = json.slice(place.toFile(from), place.toFile(to));
  assert.equal(JSON.parse(`"${inFile}"`), text.slice(from, to));
}

describe('the values of a JSON text', () => {
  it('are those that JSON.parse finds', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 9 }), (value, every) => {
        const json = escaped(value, every);
        const root = parseJson(json);
        assert.ok(root);
        assert.deepEqual(plain(root), JSON.parse(json));
      }),
      { numRuns: runs(160) },
    );
  });

  it('are refused exactly where JSON.parse refuses them', () => {
    const broken = fc.tuple(
      fc.jsonValue(),
      fc.nat(),
      fc.constantFrom('', '"', '\\', ',', '}', ']', '0', '\n', ':', 'x'),
    );
    fc.assert(
      fc.property(broken, ([value, at, char]) => {
        const json = JSON.stringify(value);
        const place = at % (json.length + 1);
        const text = json.slice(0, place) + char + json.slice(place + (at % 2));
        let isValid = true;
        try {
          JSON.parse(text);
        } catch {
          isValid = false;
        }
        assert.equal(parseJson(text) !== undefined, isValid, text);
      }),
      { numRuns: runs(600) },
    );
  });

  it('are refused when cut off, empty, with comments, trailing commas or text after them', () => {
    for (const text of [
      '',
      ' ',
      '{"a":',
      '["a',
      '[1,]',
      '{"a":1,}',
      '{} {}',
      '[1] // no',
      '{a:1}',
      "['a']",
      '"\\x"',
      '01',
    ]) {
      assert.equal(parseJson(text), undefined, text);
    }
    assert.equal(parseJson('['.repeat(1_000_000)), undefined);
  });

  it('are found after a byte order mark, and the last of two fields counts', () => {
    const { a, b } = parseJson('\ufeff {"a": 1, "\\u0061": 2}\r\n')?.pick('a', 'b') ?? {};
    assert.equal(a?.number, 2);
    assert.equal(b, undefined);
  });
});

describe('the place of a string', () => {
  it('maps every slice of the decoded string to the slice of the file that encodes it', () => {
    const units = fc.string({ unit: 'binary', maxLength: 2000, size: 'max' });
    fc.assert(
      fc.property(units, fc.nat(), fc.nat(), fc.integer({ min: 1, max: 9 }), (text, a, b, every) => {
        const json = escaped(text, every);
        const value = string(json);
        const [from = 0, to = 0] = [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y);
        assertMaps(json, value, from, to);
        assert.equal(value.place.toFile(0), 1);
        assert.equal(value.place.toFile(text.length), json.length - 1);
      }),
    );
  });

  it('maps both halves of a surrogate pair', () => {
    const json = '"a\\ud83d\\ude00\\n\\"😀b"';
    const value = string(json);
    assert.equal(value.text, 'a😀\n"😀b');
    assert.deepEqual([...value.text, ''].map((_, i) => value.place.toFile(i)).slice(0, 6), [1, 2, 8, 14, 16, 18]);
    for (let from = 0; from <= value.text.length; from++) {
      for (let to = from; to <= value.text.length; to++) assertMaps(json, value, from, to);
    }
  });

  it('of 20 MB of escapes takes little time and memory', () => {
    const json = `["${'\\u4e2d'.repeat(3_000_000)}", "${'line\\n'.repeat(300_000)}"]`;
    const started = cpuTime();
    const [chinese, lines] = [...(parseJson(json)?.items() ?? [])].map((item) => item.string);
    assert.ok(chinese && lines);
    for (let i = 0; i < 3_000_000; i += 1013) assert.equal(chinese.place.toFile(i), 2 + i * 6);
    for (let i = 0; i < 1_500_000; i += 505) assert.equal(lines.place.toFile(i), lines.place.start + (i / 5) * 6);
    assert.ok(cpuTime() - started < 5000);
  });
});
