import assert from 'node:assert/strict';
import { WordPieces } from '../../../../bench/embedding/word-pieces';

const vocabulary = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'get', '##user', '##s', 'cafe', '_', 'user', '.', '好'];
const pieces = new WordPieces(new Map(vocabulary.map((piece, id) => [piece, id])));
const read = (text: string, limit = 64): string[] => pieces.encode(text, limit).map((id) => vocabulary[id] ?? '');

describe('word pieces', () => {
  it('are the longest in the vocabulary, from the left', () => {
    assert.deepEqual(read('getUsers'), ['[CLS]', 'get', '##user', '##s', '[SEP]']);
  });

  it('make punctuation and CJK characters separate tokens', () => {
    assert.deepEqual(read('get_user.好user'), ['[CLS]', 'get', '_', 'user', '.', '好', 'user', '[SEP]']);
  });

  it('ignore accents, case and control characters', () => {
    assert.deepEqual(read('CAF\u00c9\u0000 '), ['[CLS]', 'cafe', '[SEP]']);
  });

  it('treat a word that cannot be split as one unknown piece', () => {
    assert.deepEqual(read('getx user'), ['[CLS]', '[UNK]', 'user', '[SEP]']);
    assert.deepEqual(read('s'.repeat(101)), ['[CLS]', '[UNK]', '[SEP]']);
  });

  it('never exceed the limit, which includes the marks', () => {
    assert.deepEqual(read('user user user user', 4), ['[CLS]', 'user', 'user', '[SEP]']);
    assert.deepEqual(read('getusers getusers', 4), ['[CLS]', 'get', '##user', '[SEP]']);
    assert.deepEqual(read('', 4), ['[CLS]', '[SEP]']);
  });
});
