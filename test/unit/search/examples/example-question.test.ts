/** Questions that the empty search view offers, made from documented definitions and their names. */
import assert from 'node:assert/strict';
import { chooseQuestions, exampleQuestion } from '../../../../src/search/workspace-examples';

describe('an example question', () => {
  it('is made from the doc string of a function', () => {
    const text = 'def add(self, item):\n    """Adds an item, unless it is free.\n\n    More.\n    """\n    pass\n';
    assert.equal(exampleQuestion('add', text), 'Where does the code add an item, unless it is free?');
  });

  it('is made from the comment before a definition', () => {
    const block = '/** Runs jobs one after the other and tries a failed one again. */\nexport class Queue {}';
    assert.equal(
      exampleQuestion('Queue', block),
      'Where does the code run jobs one after the other and try a failed one again?',
    );
    const lines = '/// Parses a duration such as 5s.\n/// Else fails.\nfn parse() {}';
    assert.equal(exampleQuestion('parse', lines), 'Where does the code parse a duration such as 5s?');
    const go = '// ParseConfig parses the configuration of a server.\nfunc ParseConfig() {}';
    assert.equal(exampleQuestion('ParseConfig', go), 'Where does the code parse the configuration of a server?');
    const kernel =
      '/**\n * queue_work_on - queue work on a specific cpu\n * @cpu: its number\n */\nbool queue_work_on(int cpu);';
    assert.equal(exampleQuestion('queue_work_on', kernel), 'Where does the code queue work on a specific cpu?');
    const called = kernel.replace('queue_work_on -', 'queue_work_on() -');
    assert.equal(exampleQuestion('queue_work_on', called), exampleQuestion('queue_work_on', kernel));
  });

  it('is a name of a few words, as people type it, if there is no comment', () => {
    assert.equal(exampleQuestion('collect_fixture_names', 'def …'), 'collect fixture names');
    assert.equal(exampleQuestion('resolveModulePath', 'function …'), 'resolve module path');
    assert.equal(exampleQuestion('createOptimizeDepsIncludeResolver', 'function …'), undefined);
  });

  it('is not made from what would read badly', () => {
    assert.equal(exampleQuestion('x', 'def x():\n    """Adds `a` to {b}: <c>."""\n'), undefined);
    assert.equal(exampleQuestion('Item', 'class Item:\n    """One line of the cart."""\n'), undefined);
    assert.equal(exampleQuestion('block_write_begin_int', 'int block_write_begin_int();'), undefined);
    assert.equal(exampleQuestion('run', 'def run():\n    # Adds all of the items\n    pass'), undefined);
  });

  it('comes from another folder than the others, and is always the same', () => {
    const candidates = [
      { path: 'a/x.py', question: 'Where does the code add an item to it?' },
      { path: 'a/y.py', question: 'Where does the code sort all of the items?' },
      { path: 'b/z.py', question: 'Where does the code read?' },
      { path: 'c/w.py', question: 'Where does the code write the whole thing once?' },
    ];
    const expected = [
      'Where does the code add an item to it?',
      'Where does the code write the whole thing once?',
      'Where does the code read?',
    ];
    assert.deepEqual(chooseQuestions(candidates), expected);
    assert.deepEqual(chooseQuestions([...candidates].reverse()), expected);
  });
});
