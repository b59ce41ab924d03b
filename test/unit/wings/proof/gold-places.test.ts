import assert from 'node:assert/strict';
import type { LinkedDefinition } from '../../../../src/code/links/file-links';
import { goldPlaces } from '../../../../src/wings/proof/measured-task';

const definition = (name: string, kind: LinkedDefinition['kind'], line: number, endLine: number): LinkedDefinition => ({
  ...{ name, kind, line, endLine, container: -1, owner: '', start: 0, signatureEnd: 0, type: -1, bases: [] },
});
const definitions = [
  definition('Cart', 'class', 1, 30),
  definition('add', 'method', 5, 10),
  definition('total', 'variable', 7, 7),
  definition('remove', 'method', 12, 20),
];

describe('changed places', () => {
  it('are the smallest functions around changed lines; lines of one function are one place', () => {
    const changed = [
      {
        path: 'a.ts',
        spans: [
          [6, 6],
          [7, 8],
          [13, 13],
          [25, 25],
        ] as const,
      },
    ];
    assert.deepEqual(
      goldPlaces(changed, () => definitions),
      [
        {
          path: 'a.ts',
          name: 'add',
          lines: [
            [6, 6],
            [7, 8],
          ],
        },
        { path: 'a.ts', name: 'remove', lines: [[13, 13]] },
        { path: 'a.ts', name: 'Cart', lines: [[25, 25]] },
      ],
    );
  });

  it('are runs of lines outside of any function, and files where no line is known', () => {
    const changed = [
      {
        path: 'a.ts',
        spans: [
          [40, 41],
          [50, 50],
        ] as const,
      },
      { path: 'b.ts', spans: [] },
    ];
    assert.deepEqual(
      goldPlaces(changed, () => []).map(({ path, lines }) => [path, lines]),
      [
        ['a.ts', [[40, 41]]],
        ['a.ts', [[50, 50]]],
        ['b.ts', []],
      ],
    );
  });
});
