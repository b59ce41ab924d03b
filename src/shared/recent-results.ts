/**
 * Remembers the recent results of a function that is called with the same keys again and again. There are two halves: when the newer
 * one is full, the older one is dropped. A result that is used from the older half moves to the newer one, so results in use stay.
 */
export class RecentResults<K, V extends object> {
  private newer = new Map<K, V>();
  private older = new Map<K, V>();

  /** @param half at most twice as many results are remembered. */
  constructor(private readonly half: number) {}

  /** @param make must return the same result for the same key. */
  get(key: K, make: (key: K) => V): V {
    const known = this.newer.get(key);
    if (known !== undefined) return known;
    const value = this.older.get(key) ?? make(key);
    if (this.newer.size >= this.half) {
      this.older = this.newer;
      this.newer = new Map();
    }
    this.newer.set(key, value);
    return value;
  }

  get size(): number {
    return this.newer.size + this.older.size;
  }
}
