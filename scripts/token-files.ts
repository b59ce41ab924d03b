/** Makes the token files of the build (src/tokens/encoding/vocabulary.ts) from the lists of js-tiktoken. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EncodingName, encodingNames } from '../src/tokens/counter-table';
import type { TokenList, WideColumn } from '../src/tokens/encoding/vocabulary';

/** Writes the token files of all encodings into `folder`, next to the bundles. */
export function writeTokenFiles(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of encodingNames) {
    const { pairs, counts, lengths, endings, ranks } = libraryTokens(name);
    const sizes = Buffer.alloc(8);
    sizes.writeUInt32LE(pairs[0]?.length ?? 0, 0);
    sizes.writeUInt32LE(lengths.length, 4);
    const parts = [sizes, ...pairs, ...counts, lengths, ...ranks, endings];
    writeFileSync(join(folder, `${name}.tokens`), Buffer.concat(parts));
  }
}

/** Tokens by rank, as js-tiktoken has them. */
export function rankedTokens(name: EncodingName): Buffer[] {
  const { bpe_ranks: list }: { bpe_ranks: string } = require(`js-tiktoken/ranks/${name}`);
  const [mark, first, ...tokens] = list.trimEnd().split(' ');
  // Lines of `! FIRST_RANK TOKEN TOKEN …`. Both encodings are one line from rank 0; anything else would be miscounted.
  if (mark !== '!' || first !== '0' || list.trimEnd().includes('\n')) throw new Error(`${name}: unexpected rank list`);
  return tokens.map((token) => Buffer.from(token, 'base64'));
}

function libraryTokens(name: EncodingName): TokenList {
  const tokens = rankedTokens(name).map((bytes, rank) => ({ bytes, rank, key: bytes.toString('latin1') }));
  tokens.sort((a, b) => Number(a.key.length > 1) - Number(b.key.length > 1) || (a.key < b.key ? -1 : 1));
  const longer = tokens.slice(256);
  const counts = new Map<number, number>();
  for (const { bytes } of longer) {
    const pair = bytes.readUInt16BE(0);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  const ranks = tokens.map(({ rank }) => rank);
  return {
    pairs: columns([...counts.keys()], 2),
    counts: columns([...counts.values()], 2),
    lengths: Uint8Array.from(longer, ({ bytes }) => bytes.length - 2),
    ranks: columns(ranks, 3),
    endings: Buffer.concat(longer.map(({ bytes }) => bytes.subarray(2))),
  };
}

function columns(numbers: readonly number[], count: number): WideColumn {
  return Array.from({ length: count }, (_, column) => Uint8Array.from(numbers, (number) => number >> (8 * column)));
}
