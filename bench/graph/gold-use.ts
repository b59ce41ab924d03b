/** What a compiler says about one use of a name: the measure for our graph. Kept as JSON lines, one file per repository and language. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export interface Place {
  /** Relative to the repository, with `/`. */
  readonly path: string;
  /** 1-based line of the definition's name. */
  readonly line: number;
}

export interface GoldUse {
  readonly path: string;
  /** UTF-16 offset of the name, in the text without a byte order mark. */
  readonly offset: number;
  readonly name: string;
  /** What the compiler calls the definition: `method`, `class`; for the lists of misses. */
  readonly kind: string;
  /** Its definitions: several if it is overloaded, declared and defined in two places, or a member of several types of a union. */
  readonly targets: readonly Place[];
}

export function readGold(file: string): GoldUse[] | undefined {
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as GoldUse);
}

export function writeGold(file: string, uses: readonly GoldUse[]): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, uses.map((use) => `${JSON.stringify(use)}\n`).join(''));
}
