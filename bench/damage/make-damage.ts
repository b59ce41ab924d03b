/** Random damages to a file, of the kinds that disks, file systems and other programs cause. The same seed gives the same damages. */
import { SeededRandom } from './seeded-random';

export const damageKinds = ['bit', 'zeros', 'cut out', 'cut off', 'inserted', 'swapped', 'old tail'] as const;
export type DamageKind = (typeof damageKinds)[number];

export class DamageMaker {
  private readonly random: SeededRandom;

  constructor(seed: number) {
    this.random = new SeededRandom(seed);
  }

  /** @param older the file at an earlier time, before it was compacted. */
  damage(kind: DamageKind, bytes: Buffer, older: Buffer): Buffer {
    const at = this.random.below(bytes.length);
    const length = Math.min(this.size(), bytes.length - at);
    const copy = Buffer.from(bytes);
    switch (kind) {
      case 'bit':
        copy[at] = (copy[at] ?? 0) ^ (1 << this.random.below(8));
        return copy;
      case 'zeros':
        return copy.fill(0, at, at + length);
      case 'cut out':
        return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
      case 'cut off':
        return copy.subarray(0, at);
      case 'inserted': {
        const noise = Buffer.from(Array.from({ length }, () => this.random.below(256)));
        return Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at)]);
      }
      case 'swapped': {
        const other = this.random.below(bytes.length);
        const count = Math.min(length, Math.abs(other - at), bytes.length - Math.max(at, other));
        bytes.copy(copy, at, other, other + count);
        bytes.copy(copy, other, at, at + count);
        return copy;
      }
      case 'old tail':
        return Buffer.concat([bytes.subarray(0, at), older.subarray(at)]);
    }
  }

  /** From 1 B to 64 kB; as many below 256 B as above. */
  private size(): number {
    return Math.floor(2 ** (16 * (this.random.below(2 ** 20) / 2 ** 20)));
  }
}
