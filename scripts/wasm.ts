/**
 * Reads and repairs the WebAssembly files of grammars.
 *
 * A module is 8 bytes of header, then sections: one byte id, LEB128 length, content. A grammar is a side module: it begins with a
 * custom section (id 0) from which the loader learns how much memory and table space to reserve. Emscripten before 3.1 called
 * this section `dylink` and wrote the four numbers directly. The current loader reads only `dylink.0`, where subsection 1 has the
 * same four numbers and subsection 2 the names of required libraries.
 */

const HEADER_BYTES = 8;
const CUSTOM_SECTION = 0;
const CODE_SECTION = 10;
const MEMORY_INFO = 1;
const NEEDED_LIBRARIES = 2;
const I32_CONST = 0x41;
const CALL = 0x10;
const END = 0x0b;

interface Section {
  readonly id: number;
  /** Offset of the section's id byte. */
  readonly start: number;
  /** Start and end of its content. */
  readonly from: number;
  readonly to: number;
}

/** Replaces a legacy `dylink` section with `dylink.0`; returns the input itself if it has none. */
export function modernDylink(module: Uint8Array): Uint8Array {
  for (const section of sections(module)) {
    if (section.id !== CUSTOM_SECTION) continue;
    const name = lebAt(module, section.from);
    const body = name.next + name.value;
    if (Buffer.from(module.subarray(name.next, body)).toString() !== 'dylink') continue;

    let memoryEnd = body;
    for (let number = 0; number < 4; number++) memoryEnd = lebAt(module, memoryEnd).next;
    const content = [
      ...named('dylink.0'),
      ...sized(MEMORY_INFO, module.subarray(body, memoryEnd)),
      ...(lebAt(module, memoryEnd).value > 0 ? sized(NEEDED_LIBRARIES, module.subarray(memoryEnd, section.to)) : []),
    ];
    return Buffer.concat([
      module.subarray(0, section.start),
      Uint8Array.from(sized(CUSTOM_SECTION, content)),
      module.subarray(section.to),
    ]);
  }
  return module;
}

/**
 * Replaces `calloc(0, size)` with `calloc(1, size)` in functions that do nothing else.
 *
 * tree-sitter-swift (still in 0.7.1) creates its scanner this way. The scanner then owns no memory and starts with arbitrary
 * content: a file parses well in a fresh process, but not after other grammars have used the heap.
 */
export function zeroedScanner(module: Uint8Array): Uint8Array {
  const repaired = Uint8Array.from(module);
  for (const body of functionBodies(module)) {
    // No locals; i32.const 0; i32.const size; call calloc; end.
    const code = [...module.subarray(body.from, Math.min(body.to, body.from + 9))];
    const [locals, push, count, pushSize, , call, , end] = code;
    const matches = code.length === 8 && locals === 0 && push === I32_CONST && count === 0 && pushSize === I32_CONST;
    if (matches && call === CALL && end === END) repaired[body.from + 2] = 1;
  }
  return repaired;
}

/**
 * Makes the scanner of tree-sitter-cmake (still in 0.7.2) start every text in the same state.
 *
 * Its state is two numbers, `level` and `token`. Without a saved state it sets only `level`, so `token` is what the memory or the
 * text before left there; if that is 0, a syntax error turns the rest of the file into the content of a bracket. The function that
 * restores the state ends with `level = 0` as a 32-bit store. A 64-bit store of -1 has the same length and sets both to values
 * that no token has.
 */
export function resetCmakeScanner(module: Uint8Array): Uint8Array {
  const repaired = Uint8Array.from(module);
  for (const body of functionBodies(module)) {
    if (Buffer.from(module.subarray(body.from, body.to)).equals(cmakeRestore)) {
      repaired.set(storeBoth, body.to - storeBoth.length - 1);
    }
  }
  return repaired;
}

/** No locals; if (length == 8) { *(i64*)state = *(i64*)saved; return } *(i32*)state = 0. */
const cmakeRestore = Buffer.from('0020024108460440200020012900003700000f0b200041003602000b', 'hex');
/** i64.const -1; i64.store. */
const storeBoth = Uint8Array.from([0x42, 0x7f, 0x37, 0x03, 0x00]);

/** Bytes of the largest function body; 0 for a module without code. */
export function largestFunction(module: Uint8Array): number {
  let largest = 0;
  for (const body of functionBodies(module)) largest = Math.max(largest, body.to - body.from);
  return largest;
}

function* functionBodies(module: Uint8Array): Generator<{ readonly from: number; readonly to: number }> {
  for (const section of sections(module)) {
    if (section.id !== CODE_SECTION) continue;
    const count = lebAt(module, section.from);
    let at = count.next;
    for (let index = 0; index < count.value; index++) {
      const size = lebAt(module, at);
      at = size.next + size.value;
      yield { from: size.next, to: at };
    }
  }
}

function* sections(module: Uint8Array): Generator<Section> {
  if (Buffer.from(module.subarray(0, 4)).toString('latin1') !== '\0asm') throw new Error('not a WebAssembly module');
  for (let start = HEADER_BYTES; start < module.length; ) {
    const size = lebAt(module, start + 1);
    const to = size.next + size.value;
    yield { id: module[start] ?? 0, start, from: size.next, to };
    start = to;
  }
}

function sized(id: number, content: Iterable<number>): number[] {
  const bytes = [...content];
  return [id, ...leb(bytes.length), ...bytes];
}

function named(name: string): number[] {
  const bytes = Buffer.from(name);
  return [...leb(bytes.length), ...bytes];
}

/** The unsigned LEB128 number at `at`, and the offset after it. */
function lebAt(bytes: Uint8Array, at: number): { value: number; next: number } {
  let value = 0;
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = bytes[at++];
    if (byte === undefined) break;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, next: at };
  }
  throw new Error('a truncated or oversized LEB128 number');
}

function leb(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; ) {
    const byte = rest % 128;
    rest = Math.floor(rest / 128);
    if (rest === 0) return [...bytes, byte];
    bytes.push(byte + 128);
  }
}
