import { productFile } from '../../src/shared/product';
import type { BenchFile } from './serve';
import { lineOf } from './text';

/** Examples of what ours did wrong, so many per kind and language. */
export class Misses {
  private readonly examples = new Map<string, string[]>();
  private readonly counts = new Map<string, number>();

  /** @param languages in the order in which they are printed. */
  constructor(
    private readonly most: number,
    private readonly languages: readonly string[],
  ) {}

  collector(file: BenchFile, text: string): (kind: string, offset: number, detail: string) => void {
    return (kind, offset, detail) => {
      const key = `${kind} · ${file.language}`;
      const count = (this.counts.get(key) ?? 0) + 1;
      this.counts.set(key, count);
      // Spread over the files: the first ones, then every so often one that replaces an older one.
      const list = this.examples.get(key) ?? [];
      if (list.length >= this.most && count % 7 !== 0) return;
      if (list.length >= this.most) list.shift();
      list.push(`${productFile('bench', 'corpus', file.path)}:${lineOf(text, offset)} ${detail}`);
      this.examples.set(key, list);
    };
  }

  print(): void {
    if (this.most === 0) return;
    const order = (key: string): number => this.languages.findIndex((language) => key.endsWith(` ${language}`));
    const keys = [...this.examples.keys()].sort(
      (a, b) => a.split(' · ')[0]?.localeCompare(b.split(' · ')[0] ?? '') || order(a) - order(b),
    );
    for (const key of keys) {
      process.stdout.write(`\n### ${key}: ${this.counts.get(key)}\n${this.examples.get(key)?.join('\n')}\n`);
    }
  }
}
