/**
 * Memory of a scan, for an index to read its vectors straight into (`vectorSpace` of a reader): else they would be held twice, and
 * copying them takes as long as reading them.
 */
import type { MakeSpace, VectorBlock, VectorSpace } from '../file/vector-space';
import { Arena } from './arena';
import { ROWS_PER_BLOCK } from './scan-kernel';

const searchBytes = 2 ** 20;

export class ScanSpace implements VectorSpace {
  /** Bytes of all blocks. */
  given = 0;
  #arena: Arena | undefined;

  /** @param rowBytes length of a row. */
  constructor(readonly rowBytes: number) {}

  get arena(): Arena {
    this.#arena ??= new Arena();
    return this.#arena;
  }

  /** Longer than asked for: the kernel reads whole blocks of rows. */
  allocate(length: number): ScanBlock {
    const block = this.rowBytes * ROWS_PER_BLOCK;
    const size = Math.ceil(length / block) * block;
    // The first is the base: room for its scales and codes, and for what a search needs. Pages that are not touched cost nothing.
    this.#arena ??= new Arena(size + size / 4 + searchBytes);
    const address = this.#arena.take(size);
    this.given += length;
    return new ScanBlock(this, address, length);
  }
}

/** For `IndexReader.open`. */
export const scanSpace: MakeSpace = (dimensions) => new ScanSpace(dimensions);

export class ScanBlock implements VectorBlock {
  /** A scan reads it: whoever answers with the old contents while new ones are read must find them there. */
  isAdopted = false;

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
    // The memory goes with the last who refers to it.
    if (!this.isAdopted) this.space.arena.free(this.address);
  }
}
