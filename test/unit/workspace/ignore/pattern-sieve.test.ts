import assert from 'node:assert/strict';
import fc from 'fast-check';
import ignore from 'ignore';
import { patternSieve } from '../../../../src/workspace/ignore/ignore-patterns';
import { runs } from '../../random-runs';

/** With a line of an ignore file that is read on its own. */
function mayMatch(line: string, path: string, ignoreCase = false): boolean {
  return patternSieve([line], !/\/(?!\s*$)/.test(line), ignoreCase).test(path.replace(/\/$/, ''));
}

describe('the sieve of ignore patterns', () => {
  it('lets every path through that a pattern matches', () => {
    const piece = fc.constantFrom('a', 'B', 'ab', '.', '.o', '*', '**', '?', '[ab]', '[', '\\', '\\*', ' ', '\t', '-');
    const slash = fc.constantFrom('', '', '', '/');
    const line = fc
      .tuple(fc.constantFrom('', '!'), slash, fc.array(fc.tuple(piece, slash), { minLength: 1, maxLength: 5 }))
      .map(([not, start, parts]) => not + start + parts.map((part) => part.join('')).join(''));
    const name = fc
      .array(fc.constantFrom('a', 'b', 'A', 'B', '.', 'o', ' ', '*', '[', '-', '\\'), { minLength: 1, maxLength: 4 })
      .map((letters) => letters.join(''))
      .filter((text) => text !== '.' && text !== '..' && text.trim() !== '');
    const path = fc.array(name, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(line, path, fc.boolean(), fc.boolean(), (pattern, parts, isFolder, ignoreCase) => {
        if (pattern.startsWith('#') || pattern.trim() === '') return;
        const isByName = !/\/(?!\s*$)/.test(pattern);
        const tested = (isByName ? (parts.at(-1) ?? '') : parts.join('/')) + (isFolder ? '/' : '');
        let result: { ignored: boolean; unignored: boolean };
        try {
          result = ignore({ ignoreCase, allowRelativePaths: true }).add([pattern]).test(tested);
        } catch {
          return;
        }
        const isMatched = result.ignored || result.unignored;
        assert.ok(!isMatched || mayMatch(pattern, tested, ignoreCase), `${pattern} and ${tested}`);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('stops most paths that no pattern matches', () => {
    const stopped: readonly (readonly [string, string])[] = [
      ['*.o', 'main.c'],
      ['.*', 'main.c'],
      ['vmlinux', 'vmlinux.lds'],
      ['*.c.[012]*.*', 'main.c'],
      ['/build/', 'src/build/'],
      ['arch/*/include/generated/', 'arch/x86/include/asm/bug.h'],
      ['**/gen/', 'src/main.c'],
    ];
    for (const [line, path] of stopped) assert.equal(mayMatch(line, path), false, `${line} and ${path}`);
  });
});
