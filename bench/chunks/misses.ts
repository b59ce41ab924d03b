import { productFile } from '../../src/shared/product';
import type { BenchFile } from './serve-chunker';
import { lineOf } from './text-checks';

/** Collects examples of our failures, up to `max` per kind and language. */
export class Misses {
  private readonly examples = new Map<string, string[]>();
  private readonly counts = new Map<string, number>();

  /** @param languages in the order in which they are printed. */
  constructor(
    private readonly max: number,
    private readonly languages: readonly string[],
  ) {}

  collector(file: BenchFile, text: string): (kind: string, offset: number, detail: string) => void {
    return (kind, offset, detail) => {
      const key = `${kind} · ${file.language}`;
      const count = (this.counts.get(key) ?? 0) + 1;
      this.counts.set(key, count);
      // Examples are spread over the files: after the first ones, every seventh failure replaces the oldest example.
      const list = this.examples.get(key) ?? [];
      if (list.length >= this.max && count % 7 !== 0) return;
      if (list.length >= this.max) list.shift();
      list.push(`${productFile('bench', 'corpus', file.path)}:${lineOf(text, offset)} ${detail}`);
      this.examples.set(key, list);
    };
  }

  print(): void {
    if (this.max === 0) return;
    const order = (key: string): number => this.languages.findIndex((language) => key.endsWith(` ${language}`));
    const keys = [...this.examples.keys()].sort(
      (a, b) => a.split(' · ')[0]?.localeCompare(b.split(' · ')[0] ?? '') || order(a) - order(b),
    );
    for (const key of keys) {
      process.stdout.write(`\n### ${key}: ${this.counts.get(key)}\n${this.examples.get(key)?.join('\n')}\n`);
    }
  }
}
