import { equal, ok } from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { encodingNames } from '../../../src/tokens/counter-table';
import { tokenCounter } from '../../../src/tokens/token-counter';
import { cpuTime } from '../cpu-time';
import { runs } from '../random-runs';
import { libraryCount, texts } from './tiktoken-reference';

const root = join(__dirname, '../../..');

function realFiles(): string[] {
  const folders = [
    'src/tokens',
    'test/unit/tokens',
    'node_modules/fast-check',
    'node_modules/diff',
    'node_modules/tsx',
  ];
  const own = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => join(root, folder, file))
      .filter((file) => /\.([mc]?[jt]s|json|md|map)$/.test(file) && statSync(file).size < 40_000)
      .sort()
      .filter((_, i) => i % 4 === 0),
  );
  // The messages in this file are in Chinese, and its lines end with CRLF.
  return [...own, join(root, 'node_modules/typescript/lib/zh-cn/diagnosticMessages.generated.json')];
}

const CJK =
  '它把代码沿着纹理切开，每一块都带着它所用到的导入与全局变量。これはトークンの数え方です。코드를 결을 따라 자릅니다.';

for (const name of encodingNames) {
  describe(`the ${name} counter`, () => {
    const counter = tokenCounter(name);

    it('has its name, method and accuracy', () => {
      equal(counter.encoding, name);
      equal(counter.method, 'openai-tiktoken');
      equal(counter.accuracy, 'exact');
      equal(tokenCounter(name), counter);
    });

    it('counts as many tokens as js-tiktoken in any text', () => {
      fc.assert(
        fc.property(texts, (text) => equal(counter.count(text), libraryCount(name, text))),
        { numRuns: runs(300) },
      );
    });

    it('counts as many tokens as js-tiktoken in real files', () => {
      const files = realFiles();
      ok(files.length > 25, `${files.length} files`);
      let characters = 0;
      for (const file of files) {
        const text = readFileSync(file, 'utf8').slice(0, 5000);
        characters += text.length;
        equal(counter.count(text), libraryCount(name, text), file);
      }
      ok(characters > 60_000, `${characters} characters`);
    });

    it('counts the spelling of a special token as text', () => {
      ok(counter.count('<|endoftext|>') > 1);
      equal(counter.count('a<|endoftext|>b'), libraryCount(name, 'a<|endoftext|>b'));
    });

    it('counts an unpaired surrogate as U+FFFD', () => {
      for (const text of ['\ud83d', 'a\ude00b', '\ude00\ud83d', '😀\ud83d']) {
        equal(counter.count(text), libraryCount(name, text));
      }
    });

    it('is exact if long pieces are merged by heap', () => {
      const noise = Array.from({ length: 250 }, (_, i) => String.fromCharCode(97 + ((i * i * 31 + i * 7) % 26))).join(
        '',
      );
      for (const text of [
        '='.repeat(300),
        'a'.repeat(300),
        ' '.repeat(400),
        '\n'.repeat(300),
        noise,
        CJK.repeat(2).replace(/[，。]/g, ''),
      ]) {
        for (const length of [96, 97, text.length]) {
          equal(counter.count(text.slice(0, length)), libraryCount(name, text.slice(0, length)));
        }
      }
    });

    it('stays exact when the cache of pieces overflows', () => {
      for (let i = 0; i < 20_000; i++) counter.count('zq'.repeat(25) + i.toString(36).replace(/\d/g, 'é'));
      const text = readFileSync(__filename, 'utf8');
      equal(counter.count(text), libraryCount(name, text));
    });
  });
}

describe('a piece of 200,000 characters', () => {
  const counter = tokenCounter('o200k_base');
  for (const [what, unit] of [
    ['equals signs', '='],
    ['letters', 'a'],
    ['spaces', ' '],
    ['line breaks', '\n'],
  ] as const) {
    it(`of ${what} does not take quadratic time`, () => {
      const started = cpuTime();
      ok(counter.count(unit.repeat(200_000)) > 1000);
      ok(cpuTime() - started < 5000);
    });
  }
});
