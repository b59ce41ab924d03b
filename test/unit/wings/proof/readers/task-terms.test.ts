import assert from 'node:assert/strict';
import { namedFiles, taskTerms } from '../../../../../src/wings/proof/readers/task-terms';

const terms = (text: string, kind: string): string[] =>
  taskTerms(text)
    .filter((term) => term.kind === kind)
    .map((term) => term.text);

describe('what a task says to search for', () => {
  it('are its identifiers', () => {
    const text =
      'Calling `upload` with maxBodyLength fails in http_adapter and axios.createInstance, also parse() with --dry-run';
    assert.deepEqual(terms(text, 'identifier'), [
      'maxBodyLength',
      'http_adapter',
      'axios',
      'createInstance',
      'parse',
      'upload',
      'dry-run',
    ]);
  });

  it('are its messages', () => {
    assert.deepEqual(
      terms('It says "the request body is too large", then TypeError: cannot read the file', 'message'),
      ['cannot read the file', 'the request body is too large'],
    );
  });

  it('are its words, without those that every text has and without addresses', () => {
    assert.deepEqual(terms('When uploading there should be a limit, see https://example.com/zebra', 'word'), [
      'uploading',
      'limit',
    ]);
  });

  it('are the files that it names, with the line of a trace or of a link', () => {
    const text =
      'File "/usr/lib/python3/site-packages/dask/array/core.py", line 12, in f\nsee https://github.com/a/b/blob/main/lib/http.js#L236 and src\\win.ts:7 and ./x/y.rs';
    assert.deepEqual(namedFiles(text), [
      { path: 'lib/http.js', line: 236 },
      { path: 'usr/lib/python3/site-packages/dask/array/core.py', line: 12 },
      { path: 'usr/lib/python3/site-packages/dask/array/core.py', line: undefined },
      { path: 'src/win.ts', line: 7 },
      { path: 'x/y.rs', line: undefined },
    ]);
  });

  it('is nothing in an empty text', () => {
    assert.deepEqual([taskTerms(''), namedFiles('')], [[], []]);
  });
});
