/**
 * Memory of a scan that an index reads its vectors directly into (`vectorSpace` of a reader). Otherwise they would be in memory
 * twice, and copying them takes as long as reading them.
 */

import { Arena } from './arena';
import { ROWS_PER_BLOCK } from './scan-kernel';
import type { MakeSpace, VectorBlock, VectorSpace } from './vector-space';

const searchBytes = 2 ** 20;

export class ScanSpace implements VectorSpace {
  /** Bytes of all allocated blocks. */
  given = 0;
  #arena: Arena | undefined;

  /** @param rowBytes length of a row in bytes. */
  constructor(readonly rowBytes: number) {}

  get arena(): Arena {
    this.#arena ??= new Arena();
    return this.#arena;
  }

  /** Allocates more than `length`: the kernel reads whole blocks of rows. */
  allocate(length: number): ScanBlock {
    const block = this.rowBytes * ROWS_PER_BLOCK;
    const size = Math.ceil(length / block) * block;
    // The first block is the base: add room for its scales and codes, and for searching. Untouched pages cost nothing.
    this.#arena ??= new Arena(size + size / 4 + searchBytes);
    const address = this.#arena.take(size);
    this.given += length;
    return new ScanBlock(this, address, length);
  }
}

/** For `IndexReader.open`. */
export const scanSpace: MakeSpace = (dimensions) => new ScanSpace(dimensions);

export class ScanBlock implements VectorBlock {
  /** A scan reads it. A search that still uses the old contents while new ones are loaded must find them unchanged. */
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
    // Adopted memory is freed with the arena.
    if (!this.isAdopted) this.space.arena.free(this.address);
  }
}
