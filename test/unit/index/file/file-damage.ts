/** What can happen to the bytes of a file: flipped, overwritten, lost, doubled, exchanged. */
import fc from 'fast-check';

export type Damage = { readonly at: number; readonly length: number } & (
  | { readonly is: 'bit'; readonly bit: number }
  | { readonly is: 'zeros' | 'cut out' | 'cut off' | 'old tail' }
  | { readonly is: 'inserted'; readonly seed: number }
  | { readonly is: 'swapped'; readonly with: number }
);

/** Places and lengths are shares of the file. */
const share = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const place = {
  at: share,
  length: fc.oneof(
    share.map((x) => x / 1000),
    share.map((x) => x / 20),
    share,
  ),
};
export const anyDamage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({ is: fc.constant('bit' as const), bit: fc.nat(7), ...place }),
  fc.record({ is: fc.constantFrom('zeros', 'cut out', 'cut off', 'old tail' as const), ...place }),
  fc.record({ is: fc.constant('inserted' as const), seed: fc.nat(255), ...place }),
  fc.record({ is: fc.constant('swapped' as const), with: share, ...place }),
);

/** @param older the same file at another time. */
export function damagedCopy(
  { bytes, older }: { readonly bytes: Buffer; readonly older: Buffer },
  damage: Damage,
): Buffer {
  const copy = Buffer.from(bytes);
  const at = Math.floor(damage.at * bytes.length);
  const length = 1 + Math.floor(damage.length * (bytes.length - at - 1));
  switch (damage.is) {
    case 'bit':
      copy[at] = (copy[at] ?? 0) ^ (1 << damage.bit);
      return copy;
    case 'zeros':
      return copy.fill(0, at, at + length);
    case 'cut out':
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
    case 'cut off':
      return copy.subarray(0, at);
    case 'old tail':
      return Buffer.concat([bytes.subarray(0, at), older.subarray(at)]);
    case 'inserted':
      return Buffer.concat([bytes.subarray(0, at), Buffer.alloc(length, damage.seed), bytes.subarray(at)]);
    case 'swapped': {
      const other = Math.floor(damage.with * bytes.length);
      const count = Math.min(length, Math.abs(other - at), bytes.length - Math.max(at, other));
      bytes.copy(copy, at, other, other + count);
      bytes.copy(copy, other, at, at + count);
      return copy;
    }
  }
}
