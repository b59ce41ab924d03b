/** Which files of a segment count. One that was replaced or removed is dead; its rows stay, so that it can be revived. */
import type { FileTable } from '../format/file-table';

export class LivingFiles {
  /** 1 for rows of dead files, parents included; undefined: no file has died yet. */
  deadRows: Uint8Array | undefined;
  deadSearched = 0;
  count: number;
  /** How often a file died or came back. */
  turns = 0;
  /** By file: the sequence of the record that replaced or removed it; 0: it is alive. */
  private readonly killedBy: Uint32Array;

  constructor(
    private readonly table: Pick<FileTable, 'count' | 'firstSearched' | 'firstParent'>,
    private readonly searched: number,
    private readonly rows: number,
  ) {
    this.count = table.count;
    this.killedBy = new Uint32Array(table.count);
  }

  /** The sequence of the record that replaced or removed a file; 0: it is alive. */
  diedAt(file: number): number {
    return this.killedBy[file] ?? 0;
  }

  /** @param sequence of the record that replaces or removes the file. */
  kill(file: number, sequence: number): void {
    if (this.diedAt(file) !== 0) return;
    this.killedBy[file] = sequence;
    this.count--;
    this.mark(file, 1);
  }

  revive(file: number): void {
    if (this.diedAt(file) === 0) return;
    this.killedBy[file] = 0;
    this.count++;
    this.mark(file, 0);
  }

  private mark(file: number, value: 0 | 1): void {
    const { firstSearched, firstParent } = this.table;
    const [from = 0, to = 0] = firstSearched.subarray(file, file + 2);
    const [fromParent = 0, toParent = 0] = firstParent.subarray(file, file + 2);
    this.turns++;
    this.deadRows ??= new Uint8Array(this.rows);
    this.deadRows.fill(value, from, to);
    this.deadRows.fill(value, this.searched + fromParent, this.searched + toParent);
    this.deadSearched += value === 1 ? to - from : from - to;
  }
}
