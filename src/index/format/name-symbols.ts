/**
 * Shortens names: their most common parts become one byte each. Byte n is the n-th symbol of the list; after the byte 255 comes a byte
 * as it is. Always the longest symbol that fits is taken, so a text has one form only. Texts stay separate: each can be read alone, and
 * damage to one does not touch others.
 *
 * The list was made by counting in the names of repositories in eight languages, the Linux kernel among them, as in FSST (Boncz,
 * Neumann, Leis: "FSST: Fast Random Access String Compression", 2020). A change of the list changes the format of the index.
 */
const symbols: readonly string[] = [
  '- . / 0 1 2 3 4 6 8 A AT Array B C Ca Co Con Cont D De E ER E_ Error Ex F G H I IN In K L M Ma N Name O ON',
  'Option P Pa Pr R RE Re S Se Serial St String T T_ Test Type U V Value W With X Y _ _S _a _c _d _e _f _i _l _m',
  '_p _r _s _t a able ac ad ag ai al an ar as at ata ate ation b ba back bl bu c ca ce ch cl co comp create ct',
  'ction d d_ de di ding e e_ ea ec ed el em en ent er es et ex f fault fi fo g ge get get_ gi h ha he ho i ic id',
  'ie il im in ing init is it izatio j k k_ ke l l_ la le li ll lo lock m ma me ment mo mp n n_ na name nc nd ne',
  'ng ni no node ns nt o oc od on op or ot out ow p p_ pa pe pl port pr ption q qu r r_ ra re read ri ro rs s s_',
  'se ser serial set_ sh si sion so ss st t t_ ta tch te ter test th ti tion to tr trac tt type u ue ul um un up',
  'update ur us ut v va ve vent ver w write x y y_ z',
].flatMap((line) => line.split(' '));

const plainByte = 255;

/** By symbol: its bytes, at 8 times its number, and how many. */
const symbolBytes = new Uint8Array(8 * 256);
const symbolLengths = new Uint8Array(256);

/** A tree of the symbols: the state after a state and a byte below 128, or 0; and by state the symbol that ends there, or -1. */
const stateCount = 1 + symbols.reduce((sum, symbol) => sum + symbol.length, 0);
const after = new Uint16Array(128 * stateCount);
const symbolOfState = new Int16Array(stateCount).fill(-1);

let states = 1;
for (const [number, symbol] of symbols.entries()) {
  let state = 0;
  for (let i = 0; i < symbol.length; i++) {
    const byte = symbol.charCodeAt(i);
    symbolBytes[8 * number + i] = byte;
    const edge = 128 * state + byte;
    if (after[edge] === 0) after[edge] = states++;
    state = after[edge] ?? 0;
  }
  symbolLengths[number] = symbol.length;
  symbolOfState[state] = number;
}

/** Writes the short form of `text` from a place on to `to`, which has room for twice its bytes; returns the number of bytes. */
export function shortenName(text: Uint8Array, from: number, to: Uint8Array): number {
  let written = 0;
  for (let at = from; at < text.length; ) {
    let state = 0;
    let found = -1;
    let end = at + 1;
    for (let next = at; next < text.length && (text[next] ?? 0) < 128; ) {
      state = after[128 * state + (text[next++] ?? 0)] ?? 0;
      if (state === 0) break;
      const symbol = symbolOfState[state] ?? -1;
      if (symbol < 0) continue;
      found = symbol;
      end = next;
    }
    to[written++] = found < 0 ? plainByte : found;
    if (found < 0) to[written++] = text[at] ?? 0;
    at = end;
  }
  return written;
}

/** The opposite: reads the bytes [from, to), writes to `into` from `start` on and returns the end there. It has room for 6 bytes per byte read. */
export function expandName(bytes: Uint8Array, from: number, to: number, into: Uint8Array, start: number): number {
  let end = start;
  for (let at = from; at < to; at++) {
    const symbol = bytes[at] ?? 0;
    if (symbol === plainByte) {
      into[end++] = bytes[++at] ?? 0;
      continue;
    }
    const length = symbolLengths[symbol] ?? 0;
    for (let place = 8 * symbol, last = place + length; place < last; place++) into[end++] = symbolBytes[place] ?? 0;
  }
  return end;
}
