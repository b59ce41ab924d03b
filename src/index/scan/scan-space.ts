/**
 * Memory of a scan, for an index to read its vectors straight into (`vectorSpace` of a reader): else they would be held twice, and
 * copying them takes as long as reading them.
 */
import type { MakeSpace, VectorBlock, VectorSpace } from '../vector-space';
import { Arena } from './arena';
import { ROWS_PER_BLOCK } from './kernel';

export class ScanSpace implements VectorSpace {
  readonly arena = new Arena();
  /** Bytes of all blocks. */
  given = 0;

  /** @param rowBytes length of a row. */
  constructor(readonly rowBytes: number) {}

  /** Longer than asked for: the kernel reads whole blocks of rows. */
  allocate(length: number): ScanBlock {
    const block = this.rowBytes * ROWS_PER_BLOCK;
    this.given += length;
    return new ScanBlock(this, this.arena.take(Math.ceil(length / block) * block), length);
  }
}

/** For `IndexReader.open`. */
export const scanSpace: MakeSpace = (dimensions) => new ScanSpace(dimensions);

export class ScanBlock implements VectorBlock {
  constructor(
    readonly space: ScanSpace,
    readonly address: number,
    private readonly length: number,
  ) {}

  get bytes(): Uint8Array {
    return new Uint8Array(this.space.arena.memory.buffer, this.address, this.length);
  }

  free(): void {
    this.space.given -= this.length;
    this.space.arena.free(this.address);
  }
}
