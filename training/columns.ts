/**
 * The columns of a split, in the format that training reads. Texts are word numbers in text order: `q` (question), `n` (name),
 * `c` (code), `x` (context without its path), `f` (path) and `s` (names of the enclosing definitions). `*.len` has the number of
 * words of each row. `g` is the repository, `t` the kind of pair (0 doc, 1 note, 2 file), `l` the index of the language in
 * `languages`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import type { ModelVocabulary } from '../src/embedding/built-in/text-words';
import type { Pair } from './mining/find-pairs';

const limits = { q: 64, n: 12, c: 400, x: 160, f: 24, s: 16 } as const;
const keys = ['q', 'n', 'c', 'x', 'f', 's'] as const;
const kinds = ['doc', 'note', 'file'];
/** The languages that training can give a weight to; all others are 0. */
const languages = ['', 'typescript', 'typescriptreact', 'javascript', 'java', 'rust', 'go', 'python'];

class GrowingArray<T extends Uint8Array | Uint16Array | Uint32Array> {
  private length = 0;
  constructor(private array: T) {}

  push(value: number): void {
    if (this.length === this.array.length) {
      const larger = new (this.array.constructor as new (length: number) => T)(this.array.length * 2);
      larger.set(this.array);
      this.array = larger;
    }
    this.array[this.length++] = value;
  }

  bytes(): Uint8Array {
    return new Uint8Array(this.array.buffer, 0, this.length * this.array.BYTES_PER_ELEMENT);
  }
}

const newBytes = (): GrowingArray<Uint8Array> => new GrowingArray(new Uint8Array(1024));
const newWords = (): GrowingArray<Uint16Array> => new GrowingArray(new Uint16Array(1024));

export class Columns {
  private readonly ids = { q: newWords(), n: newWords(), c: newWords(), x: newWords(), f: newWords(), s: newWords() };
  private readonly lengths = {
    q: newWords(),
    n: newWords(),
    c: newWords(),
    x: newWords(),
    f: newWords(),
    s: newWords(),
  };
  private readonly groups = new GrowingArray(new Uint32Array(1024));
  private readonly kinds = newBytes();
  private readonly languages = newBytes();
  private readonly buffer = new Uint16Array(limits.c);

  add(pair: Pair, group: number, vocabulary: ModelVocabulary): void {
    const [pathLine = ''] = pair.x.split('\n', 1);
    const texts = { q: pair.q, n: pair.n, c: pair.c, x: pair.x.slice(pathLine.length), f: pair.f, s: pair.s };
    for (const key of keys) {
      const count = vocabulary.words(texts[key], this.buffer.subarray(0, limits[key]));
      for (let i = 0; i < count; i++) this.ids[key].push(this.buffer[i] ?? 0);
      this.lengths[key].push(count);
    }
    this.groups.push(group);
    this.kinds.push(kinds.indexOf(pair.t));
    this.languages.push(Math.max(0, languages.indexOf(pair.l)));
  }

  write(folder: string): void {
    mkdirSync(folder, { recursive: true });
    for (const [key, column] of Object.entries(this.ids)) writeFileSync(`${folder}/${key}.u16`, column.bytes());
    for (const [key, column] of Object.entries(this.lengths)) writeFileSync(`${folder}/${key}.len.u16`, column.bytes());
    writeFileSync(`${folder}/g.u32`, this.groups.bytes());
    writeFileSync(`${folder}/t.u8`, this.kinds.bytes());
    writeFileSync(`${folder}/l.u8`, this.languages.bytes());
  }
}
