/**
 * The memory of the kernel of the built-in model: first the sections of the model file, read directly into it, then the tables made
 * from them and the space for texts. Pages that are never touched cost nothing, so tables that are made later, or only for one side,
 * have their place from the beginning.
 */
import { type ModelFile, type ModelHeader, readModel } from './model-file';
import { slotsFor } from './text-words';

const pageBytes = 65_536;

/** The byte addresses of one text in a batch. */
export interface TextPlaces {
  readonly words: number;
  readonly factors: number;
  readonly sum: number;
  readonly headQueries: number;
  readonly hidden: number;
  readonly change: number;
}

/** Byte addresses. */
export interface Places {
  readonly wordPlaces: number;
  readonly slots: number;
  readonly gate: number;
  readonly up: number;
  readonly down: number;
  readonly texts: readonly TextPlaces[];
  /** From a place in one text to the same in the next. */
  readonly textStep: number;
  readonly dots: number;
}

export interface ModelMemory {
  /** Its sections are views of `memory`. */
  readonly file: ModelFile;
  readonly memory: WebAssembly.Memory;
  readonly at: Places;
}

/** How many texts are in memory at once, and the maximum words of each. */
type TextRoom = { readonly texts: number; readonly words: number };

export function loadModelMemory(path: string | undefined, room: TextRoom): ModelMemory {
  let made: Pick<ModelMemory, 'memory' | 'at'> | undefined;
  const file = readModel(path, (header, body) => {
    made = makeMemory(header, body.length, room);
    const moved = new Uint8Array(made.memory.buffer, 0, body.length);
    moved.set(body);
    return moved;
  });
  if (!made) throw new Error(`${file.path} was read without memory`);
  return { file, ...made };
}

function makeMemory(header: ModelHeader, sections: number, room: TextRoom): Pick<ModelMemory, 'memory' | 'at'> {
  const { dimensions, heads, hidden, words } = header;
  const columns = Math.max(1, heads);
  let end = Math.ceil(sections / 64) * 64;
  const place = (bytes: number): number => {
    const start = end;
    end += Math.ceil(bytes / 64) * 64;
    return start;
  };
  const texts = Array.from({ length: room.texts }, () => ({
    words: place(room.words * 2),
    factors: place(room.words * columns * 4),
    sum: place(dimensions * 4),
    headQueries: place(dimensions * columns * 4),
    hidden: place(hidden * 4),
    change: place(dimensions * 4),
  }));
  const at: Places = {
    wordPlaces: place(8 * words),
    slots: place(2 * slotsFor(words)),
    gate: place(2 * dimensions * heads * dimensions * 4),
    up: place(2 * dimensions * hidden * 4),
    down: place(2 * dimensions * hidden * 4),
    texts,
    textStep: (texts[1]?.sum ?? 0) - (texts[0]?.sum ?? 0),
    dots: place(room.words * columns * 4),
  };
  const pages = Math.ceil(end / pageBytes);
  return { memory: new WebAssembly.Memory({ initial: pages, maximum: pages }), at };
}
