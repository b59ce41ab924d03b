/**
 * Finds and counts the pieces of a whole text in WebAssembly (pieces.wat, built into dist/pieces.wasm), in half the time that
 * TypeScript takes. It remembers the counts of recent short pieces. `Encoding` counts the pieces it does not know, and the scanner
 * handles the few places that need more Unicode. The memory is reused for the next text: 1 MB and the text itself.
 */
import { existsSync, readFileSync } from 'node:fs';
import { productFile } from '../../shared/product';
import { CLASS } from './piece-characters';
import type { PieceScanner } from './piece-scanner';
import { ShortPieces } from './short-pieces';

interface KernelExports {
  run(limit: number): number;
  learn(count: number): void;
  add(end: number, count: number): void;
}

/** Cuts a text into pieces, and counts the tokens of a piece. */
export interface PieceCounter {
  readonly scanner: PieceScanner;
  readonly countPiece: (units: Uint16Array, start: number, end: number) => number;
}

/** The pieces of a text in three columns; see `PieceList`. */
export interface PieceColumns {
  ends: Uint32Array;
  totals: Uint32Array;
  reaches: Uint32Array;
}

const wasmFile = 'dist/pieces.wasm';
const status = { done: 0, uncounted: 1, unknown: 2 } as const;
const state = { at: 0, end: 1, reach: 2, total: 3, pieces: 4 } as const;
const masksAt = 64;
const classesAt = 512;
const endsAt = 0xa0000;
const totalsAt = 0xc0000;
const reachesAt = 0xe0000;
const textAt = 0x100000;
/** The kernel reads this many bytes from the start of a piece, also at the end of the text. */
const spareBytes = 24;
const pageBytes = 2 ** 16;
/** In UTF-16 units; longer texts are rare, and their memory would never be freed. */
const maxTextLength = 2 ** 22;
const maxPages = (textAt + 2 * maxTextLength) / pageBytes + 1;

/** Views of the kernel's memory. */
interface Views {
  readonly words: Int32Array;
  readonly halves: Uint16Array;
  readonly classes: Uint8Array;
}

export class PieceKernel {
  private readonly memory = new WebAssembly.Memory({ initial: 17, maximum: maxPages });
  private readonly kernel: KernelExports;
  private views: Views;

  private constructor(bytes: Uint8Array) {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory: this.memory } });
    if (!isKernel(exports)) throw new Error(`${wasmFile} does not belong to this version; build the product again`);
    this.kernel = exports;
    this.views = viewsOf(this.memory);
    const { classes, halves } = this.views;
    for (let code = 0; code < 128; code++) classes[code] = CLASS[code] ?? 0;
    for (let length = 0; length <= ShortPieces.MAX_LENGTH; length++) {
      halves.fill(0xffff, masksAt / 2 + 12 * length, masksAt / 2 + 12 * length + length);
    }
  }

  /** Undefined if the file is missing (from source, before the first build) or damaged. */
  static load(): PieceKernel | undefined {
    const file = productFile(wasmFile);
    if (!existsSync(file)) return undefined;
    const bytes = readFileSync(file);
    return WebAssembly.validate(bytes) ? new PieceKernel(bytes) : undefined;
  }

  /** The pieces of a text; undefined if it is too long. */
  pieces(units: Uint16Array, counter: PieceCounter): PieceColumns | undefined {
    const { length } = units;
    if (length > maxTextLength) return undefined;
    this.makeRoom(textAt + 2 * length + spareBytes);
    const { words, halves } = this.views;
    halves.set(units, textAt / 2);
    words.fill(0, 0, 6);
    const blocks: PieceColumns[] = [];
    for (;;) {
      const result = this.kernel.run(length);
      if (result === status.uncounted) {
        this.kernel.learn(counter.countPiece(units, words[state.at] ?? 0, words[state.end] ?? 0));
      } else if (result === status.unknown) this.find(units, counter);
      else {
        blocks.push(this.takePieces());
        if (result === status.done) return joinBlocks(blocks);
      }
    }
  }

  /** Finds the piece that the kernel could not find. */
  private find(units: Uint16Array, { scanner, countPiece }: PieceCounter): void {
    const { words, classes } = this.views;
    const at = words[state.at] ?? 0;
    const end = scanner.next(units, at, units.length);
    words[state.reach] = Math.max(words[state.reach] ?? 0, scanner.reach);
    this.kernel.add(end, countPiece(units, at, end));
    // The scanner has looked at these characters, so their classes are known now.
    for (let i = at; i <= end && i < units.length; i++) {
      const unit = units[i] ?? 0;
      classes[unit] = CLASS[unit] ?? 0;
    }
  }

  /** Removes and returns the pieces found since the last call. */
  private takePieces(): PieceColumns {
    const { words } = this.views;
    const count = words[state.pieces] ?? 0;
    words[state.pieces] = 0;
    const column = (at: number): Uint32Array => new Uint32Array(this.memory.buffer.slice(at, at + 4 * count));
    return { ends: column(endsAt), totals: column(totalsAt), reaches: column(reachesAt) };
  }

  private makeRoom(bytes: number): void {
    const missing = bytes - this.memory.buffer.byteLength;
    if (missing <= 0) return;
    this.memory.grow(Math.ceil(missing / pageBytes));
    this.views = viewsOf(this.memory);
  }
}

function isKernel(exports: Partial<Record<keyof KernelExports, unknown>>): exports is KernelExports {
  return [exports.run, exports.learn, exports.add].every((entry) => typeof entry === 'function');
}

function viewsOf({ buffer }: WebAssembly.Memory): Views {
  return {
    words: new Int32Array(buffer),
    halves: new Uint16Array(buffer),
    classes: new Uint8Array(buffer, classesAt, 0x10000),
  };
}

function joinBlocks(blocks: readonly PieceColumns[]): PieceColumns {
  const [only, ...others] = blocks;
  if (only && others.length === 0) return only;
  const column = (name: keyof PieceColumns): Uint32Array => {
    const all = new Uint32Array(blocks.reduce((sum, block) => sum + block[name].length, 0));
    let at = 0;
    for (const block of blocks) {
      all.set(block[name], at);
      at += block[name].length;
    }
    return all;
  };
  return { ends: column('ends'), totals: column('totals'), reaches: column('reaches') };
}
