/**
 * The last results of a function that is asked for the same keys again and again. They are kept in two halves: when the newer one is
 * full, the older one is forgotten, and what is asked for from there moves over. So what is used stays, and memory is bounded.
 */
export class RecentResults<K, V extends object> {
  private newer = new Map<K, V>();
  private older = new Map<K, V>();

  /** @param half at most twice as many are kept. */
  constructor(private readonly half: number) {}

  /** @param make must give the same for a key each time. */
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
