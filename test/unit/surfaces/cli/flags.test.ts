/** The flags of the command line are read by the tables of options. */
import assert from 'node:assert/strict';
import { commandAbouts } from '../../../../scripts/generate/flag-tables';
import { chunkOptions, defaultChunkOptions } from '../../../../src/options/chunk-options';
import { helpText } from '../../../../src/surfaces/cli/options/command-help';
import { readFlags, UsageError } from '../../../../src/surfaces/cli/options/flags';

const groups = { chunk: chunkOptions };

describe('the flags of a command', () => {
  it('have the defaults of the options where nothing is written', () => {
    const { values, chosen } = readFlags([], groups);
    assert.deepEqual(values.chunk, defaultChunkOptions);
    assert.deepEqual(chosen.chunk, {});
  });

  it('are read in the unit that users write', () => {
    const { values, chosen } = readFlags(
      ['--overlap', '35', '--max-tokens=64', '--strategy', 'semantic, fixed'],
      groups,
    );
    assert.equal(values.chunk.overlap, 0.35);
    assert.deepEqual(chosen.chunk, { overlap: 0.35, maxTokens: 64, strategy: ['semantic', 'fixed'] });
  });

  for (const [args, message] of [
    [['--max-tokens', 'many'], '--max-tokens must be a whole number from 16 to 100000, not "many"'],
    [['--max-tokens', '15'], '--max-tokens must be a whole number from 16 to 100000, not "15"'],
    [['--overlap', '51'], '--overlap must be a number from 0 to 50, not "51"'],
    [['--context', 'some'], '--context must be used, signatures, all or none, not "some"'],
    [['--strategy', 'ast,chance'], /^--strategy must be ast, .* or lines, not "ast,chance"$/],
    // A property of every object is not a value.
    [['--context', 'toString'], '--context must be used, signatures, all or none, not "toString"'],
    [['--nothing'], /--nothing/],
  ] as const)
    it(`are refused in one line: ${args.join(' ')}`, () => {
      assert.throws(
        () => readFlags(args, groups),
        (error) => {
          assert.ok(error instanceof UsageError);
          if (typeof message === 'string') assert.equal(error.message, message);
          else assert.match(error.message, message);
          return !error.message.includes('\n');
        },
      );
    });

  for (const [name, about] of Object.entries(commandAbouts))
    it(`are all in the help of ${name}, each once`, () => {
      const help = helpText(about);
      const flags = Object.values(about.flags).flatMap((table) => Object.values(table).map(({ flag }) => flag?.name));
      assert.deepEqual(flags, [...new Set(flags)]);
      for (const flag of flags) assert.match(help, new RegExp(`^  (-\\w, )?--${flag}( |$)`, 'm'));
      for (const line of help.split('\n')) assert.ok(line.length <= 110, line);
    });
});
