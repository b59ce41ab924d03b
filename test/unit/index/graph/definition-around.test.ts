import assert from 'node:assert/strict';
import { FoundUses } from '../../../../src/index/graph/found-uses';
import { GraphTexts } from '../../../../src/index/graph/graph-texts';
import { definitionAt } from '../../../../src/index/graph/link-source';
import { Resolver } from '../../../../src/index/graph/resolve/resolver';
import { memoryLinks } from './memory-links';

const text = `class App:
    name = make_name()

    def __init__(self):
        self.repo = open_repo()

    def run(self):
        def inner():
            return 1
        return inner()

limit = 5
`;

describe('the definition around a line', () => {
  const cases: readonly (readonly [line: number, expected: string | undefined])[] = [
    [1, 'App'],
    [2, 'name'],
    [4, '__init__'],
    [5, '__init__'],
    [9, 'run'],
    [11, undefined],
    [12, 'limit'],
  ];
  for (const [line, expected] of cases)
    it(`is ${expected ?? 'nothing'} in line ${line}`, async () => {
      const source = await memoryLinks({ 'app.py': text });
      const file = source.file('app.py') ?? assert.fail('the file has no links');
      const index = { segments: [], place: () => undefined };
      const found = new FoundUses(index, source, new Resolver(source), new GraphTexts(() => undefined));
      const around = found.definitionAround(file, line);
      assert.equal(around && definitionAt(around)?.name, expected);
    });
});
