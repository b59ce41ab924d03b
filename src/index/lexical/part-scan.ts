/**
 * Reads blocks of a dictionary and gives the terms in which an automaton finds a part of a word. A search for a short part reads half
 * a million terms, so this is done in WebAssembly (part-scan.wat, built into dist/terms.wasm), or here where that was not built.
 */
import { wasmModule } from '../../shared/wasm-module';
import { maxSymbolBytes } from '../symbols/symbol-table';
import type { LexicalSegment } from './lexical-segment';
import { letterCount, type PartAutomaton } from './part-automaton';
import { firstPostings } from './posting-bytes';
import { broken, type TermPostings } from './term-cursor';

/** Gets a term that contains a part, or ends with the beginning of one. The letters are valid until it returns. */
type TakeTerm = (letters: Uint8Array, postings: TermPostings, hasWhole: boolean) => void;

const wasmFile = 'dist/terms.wasm';
const pageBytes = 65536;
/** Bytes; larger ones are left to TypeScript. The rest takes at most 1.2 MB. */
const maxAutomaton = 1 << 21;
const maxPages = 64;
/** Blocks that are read by one call: V8 optimises the kernel only between calls. */
const perCall = 64;
/** Letters of a term; dictionaries with longer ones are left to TypeScript. */
const room = 4096;
const outBytes = 1 << 19;
/** For the blocks of a call. */
const inBytes = 1 << 18;
/** Numbers before the letters of a found term. */
const headBytes = 28;
const entryBytes = 16;

/** @param blocks their numbers. */
export function scanParts(
  segment: LexicalSegment,
  blocks: Uint32Array,
  automaton: PartAutomaton,
  take: TakeTerm,
): void {
  const kernel = blocks.length === 0 ? undefined : kernelFor(segment, automaton);
  for (let first = 0; first < blocks.length; first += perCall) {
    const some = blocks.subarray(first, first + perCall);
    if (!kernel?.scan(some, take)) scanSlowly(segment, some, automaton, take);
  }
}

/** As the kernel. */
export function scanSlowly(
  segment: LexicalSegment,
  blocks: Uint32Array,
  { next, flags }: PartAutomaton,
  take: TakeTerm,
): void {
  /** By length of the term's beginning: the state after it. */
  let states = new Uint16Array(256);
  const cursor = segment.cursorAt(0);
  for (const block of blocks) {
    /** The shortest beginning of the term that contains a part. */
    let whole = Infinity;
    segment.moveTo(cursor, block);
    while (cursor.next()) {
      const { term, termLength: length, shared } = cursor;
      if (length >= states.length) states = grown(states, length);
      if (whole > shared) whole = Infinity;
      let state = states[shared] ?? 0;
      for (let i = shared; i < length; ) {
        const byte = term[i++] ?? 0;
        state = byte < letterCount ? (next[state * letterCount + byte] ?? 0) : 0;
        states[i] = state;
        if (((flags[state] ?? 0) & 1) === 1 && i < whole) whole = i;
      }
      const begun = (flags[state] ?? 0) | (flags[states[length - 1] ?? 0] ?? 0);
      if (whole > length && (begun & 2) === 0) continue;
      const { rows, firstRow, firstCode, start, end } = cursor;
      take(term.subarray(0, length), { rows, firstRow, firstCode, start, end }, whole <= length);
    }
  }
}

function grown(states: Uint16Array, length: number): Uint16Array<ArrayBuffer> {
  const more = new Uint16Array(length * 2);
  more.set(states);
  return more;
}

type Scan = (...numbers: number[]) => number;

/** One memory for all searches, since they do not overlap in time. */
interface Loaded {
  readonly memory: WebAssembly.Memory;
  readonly scan: Scan;
}

let loaded: Loaded | undefined;

/** Undefined: it was not built, or the automaton is too large. */
function kernelFor(segment: LexicalSegment, automaton: PartAutomaton): PartKernel | undefined {
  const module = wasmModule(wasmFile);
  if (!module || automaton.next.byteLength > maxAutomaton) return undefined;
  if (!loaded) {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: maxPages });
    const { exports } = new WebAssembly.Instance(module, { terms: { memory } });
    loaded = { memory, scan: exports.scan as Scan };
  }
  return new PartKernel(loaded, segment, automaton);
}

class PartKernel {
  private readonly bytes: Uint8Array;
  private readonly numbers: Uint32Array;
  /** Where things are in memory. */
  private readonly at;
  private readonly ones: number;

  constructor(
    private readonly loaded: Loaded,
    private readonly segment: LexicalSegment,
    automaton: PartAutomaton,
  ) {
    const { ones, starts, letters } = segment.symbols?.parts ?? { ones: 0, starts: noStarts, letters: noLetters };
    const { next, flags } = automaton;
    const places = new Places();
    this.ones = ones;
    this.at = {
      firsts: places.take(4 * 256),
      starts: places.take(starts.byteLength),
      letters: places.take(letters.length),
      next: places.take(next.byteLength),
      flags: places.take(flags.length),
      states: places.take(2 * (room + 1)),
      term: places.take(room),
      entries: places.take(perCall * entryBytes),
      out: places.take(outBytes),
      blocks: places.take(inBytes),
    };
    grow(loaded.memory, places.end);
    this.bytes = new Uint8Array(loaded.memory.buffer);
    this.numbers = new Uint32Array(loaded.memory.buffer);
    this.numbers.set(firstTable, this.at.firsts / 4);
    this.numbers.set(starts, this.at.starts / 4);
    this.bytes.set(letters, this.at.letters);
    new Uint16Array(loaded.memory.buffer, this.at.next, next.length).set(next);
    this.bytes.set(flags, this.at.flags);
  }

  /** False: the terms are too long for it, or damaged; nothing was given. */
  scan(blocks: Uint32Array, take: TakeTerm): boolean {
    const { at, loaded } = this;
    const end = this.copyBlocks(blocks);
    if (end === undefined) return false;
    try {
      const args = [at.starts, at.letters, at.next, at.flags, at.states, at.term, room, at.firsts] as const;
      const { firstOfTwo, firstOfThree } = firstPostings;
      const read = loaded.scan(
        at.entries,
        end,
        this.ones,
        ...args,
        firstOfTwo,
        firstOfThree,
        at.out,
        at.out + outBytes,
      );
      if (read < end) return false;
    } catch {
      return false;
    }
    this.give(this.numbers[0] ?? 0, take);
    return true;
  }

  /** The end of the list of blocks; undefined: they are too long. */
  private copyBlocks(blocks: Uint32Array): number | undefined {
    let { entries, blocks: to } = this.at;
    const limit = to + inBytes;
    for (const block of blocks) {
      const { bytes, terms, postings } = this.segment.blockAt(block);
      if (to + bytes.length > limit) return undefined;
      this.bytes.set(bytes, to);
      this.numbers[entries / 4] = to;
      to += bytes.length;
      this.numbers[entries / 4 + 1] = to;
      this.numbers[entries / 4 + 2] = terms;
      this.numbers[entries / 4 + 3] = postings;
      entries += entryBytes;
    }
    return entries;
  }

  private give(outEnd: number, take: TakeTerm): void {
    const { numbers, bytes } = this;
    for (let at = this.at.out; at < outEnd; ) {
      const place = at / 4;
      const end = numbers[place + 4] ?? 0;
      if (end > this.segment.postings.length) throw broken('postings');
      const postings = {
        rows: numbers[place] ?? 0,
        firstRow: numbers[place + 1] ?? 0,
        firstCode: numbers[place + 2] ?? 0,
        start: numbers[place + 3] ?? 0,
        end,
      };
      const length = numbers[place + 6] ?? 0;
      const letters = at + headBytes;
      take(bytes.subarray(letters, letters + length), postings, numbers[place + 5] === 1);
      at = (letters + length + 3) & -4;
    }
  }
}

const noStarts = new Uint32Array(0);
const noLetters = new Uint8Array(0);
const firstTable = Uint32Array.from(
  firstPostings.codes,
  (code, byte) => ((code << 24) | (firstPostings.gaps[byte] ?? 0)) >>> 0,
);

/** Gives out places in a memory, on boundaries of 16 bytes. At 0 the kernel stores a number. */
class Places {
  end = maxSymbolBytes;

  take(bytes: number): number {
    const place = this.end;
    this.end += Math.ceil(bytes / 16) * 16 + 16;
    return place;
  }
}

function grow(memory: WebAssembly.Memory, bytes: number): void {
  const missing = Math.ceil((bytes - memory.buffer.byteLength) / pageBytes);
  if (missing > 0) memory.grow(missing);
}
