/**
 * The head of a definition in the section `links`. Definitions of a file are alike: a register follows on the next line, with the next
 * name. So the usual steps from one to the next are not written, and neither are heads that were there shortly before.
 *
 *     a byte `4 * kind + 2 * (has another container than the one before) + (has flags)`
 *     a byte `name + 4 * line + 16 * lines + 64 * start`: what each number is, or that it follows
 *         name: 0: the string after the name before, 1: the next new string, 3: it follows
 *         line: 0, 1, 2: one, two, three after the line before, 3: it follows
 *         lines: 0, 1, 2: their number, 3: it follows
 *         start: 0, 1, 2: one, two, four after the end of the signature before, 3: it follows
 *
 * In place of both, a byte from 252 on: the last head that was written, the other one before, and so on.
 */
import type { ByteReader, ByteWriter } from './byte-codec';

const firstRecent = 252;
const recentHeads = 4;
const follows = 3;
const lineSteps: readonly number[] = [1, 2, 3];
const startSteps: readonly number[] = [1, 2, 4];

interface DefinitionSteps {
  readonly name: number;
  readonly line: number;
  readonly lines: number;
  readonly start: number;
}

/** The last heads, each once, the latest first. */
class RecentHeads {
  private readonly heads = new Uint16Array(recentHeads);

  find(head: number): number {
    return this.heads.indexOf(head);
  }

  get(place: number): number {
    return this.heads[place] ?? 0;
  }

  /** @param place where the head is; -1: it is new. */
  moveToFront(head: number, place: number): void {
    const { heads } = this;
    for (let i = place < 0 ? recentHeads - 1 : place; i > 0; i--) heads[i] = heads[i - 1] ?? 0;
    heads[0] = head;
  }
}

export class HeadWriter {
  private readonly recent = new RecentHeads();

  constructor(private readonly out: ByteWriter) {}

  /** Returns which numbers the head says. */
  write(
    kind: number,
    hasContainer: boolean,
    hasFlags: boolean,
    steps: DefinitionSteps,
    isNewName: boolean,
  ): Readonly<Record<keyof DefinitionSteps, boolean>> {
    const { out, recent } = this;
    const first = 4 * kind + (hasContainer ? 2 : 0) + (hasFlags ? 1 : 0);
    if (first >= firstRecent) throw new RangeError(`there is no kind ${kind}`);
    const name = steps.name === 1 ? 0 : isNewName ? 1 : follows;
    const line = placeIn(lineSteps, steps.line);
    const lines = steps.lines < 0 ? follows : Math.min(steps.lines, follows);
    const start = placeIn(startSteps, steps.start);
    const second = name + 4 * line + 16 * lines + 64 * start;
    const head = 256 * first + second;
    const place = recent.find(head);
    if (place >= 0) out.byte(firstRecent + place);
    else {
      out.byte(first);
      out.byte(second);
    }
    recent.moveToFront(head, place);
    return { name: name < follows, line: line < follows, lines: lines < follows, start: start < follows };
  }
}

function placeIn(steps: readonly number[], step: number): number {
  const place = steps.indexOf(step);
  return place < 0 ? follows : place;
}

/** Reads one head after the other; `name`, `line`, `lines` and `start` must be called in this order, since their numbers may follow. */
export class HeadReader {
  kind = 0;
  hasContainer = false;
  hasFlags = false;
  private shape = 0;
  private readonly recent = new RecentHeads();

  constructor(private readonly reader: ByteReader) {}

  next(): void {
    const { reader, recent } = this;
    const first = reader.byte();
    const place = first < firstRecent ? -1 : first - firstRecent;
    const head = place < 0 ? 256 * first + reader.byte() : recent.get(place);
    recent.moveToFront(head, place);
    this.shape = head & 255;
    this.kind = head >> 10;
    this.hasContainer = (head & 512) !== 0;
    this.hasFlags = (head & 256) !== 0;
  }

  /** The number of the name. @param before that of the definition before. @param nextNew that of the next new string. */
  name(before: number, nextNew: number): number {
    const code = this.shape & 3;
    return code === 0 ? before + 1 : code === 1 ? nextNew : before + this.reader.signed();
  }

  /** How many numbers follow before the length of the signature, once the name was read. */
  get numbersAfterName(): number {
    const { shape } = this;
    return (
      (this.hasContainer ? 1 : 0) +
      (((shape >> 2) & 3) === follows ? 1 : 0) +
      (((shape >> 4) & 3) === follows ? 1 : 0) +
      (shape >> 6 === follows ? 1 : 0)
    );
  }

  /** From the line before. */
  line(): number {
    return lineSteps[(this.shape >> 2) & 3] ?? this.reader.signed();
  }

  /** After the first one. */
  lines(): number {
    const code = (this.shape >> 4) & 3;
    return code === follows ? this.reader.varint() : code;
  }

  /** From the end of the signature before. */
  start(): number {
    return startSteps[this.shape >> 6] ?? this.reader.signed();
  }
}
