import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type EncodingName, encodingNames } from '../counter-table';
import type { TokenList, WideColumn } from './vocabulary';

/**
 * Loads the tokens of an encoding.
 *
 * A built product ships one file per encoding beside its bundles, `o200k_base.tokens` and `cl100k_base.tokens`: the numbers
 * of pairs and of tokens longer than a byte (32 bits each, little-endian), then the parts of `TokenList` in their order there, the
 * endings last. When run from source there is no such file, and the list comes from js-tiktoken: the build makes the files from its
 * base64 text.
 */

/** Not a plain `require`: bundlers must not see it and pull megabytes of base64 into every bundle. */
const requireFromSource = createRequire(__filename);

export function loadTokens(name: EncodingName): TokenList {
  const file = tokenFile(__dirname, name);
  return existsSync(file) ? readTokens(readFileSync(file)) : libraryTokens(name);
}

/** For the build: writes the token files of all encodings into `folder`, next to the bundles. */
export function writeTokenFiles(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of encodingNames) {
    const { pairs, counts, lengths, endings, ranks } = libraryTokens(name);
    const sizes = Buffer.alloc(8);
    sizes.writeUInt32LE(pairs[0]?.length ?? 0, 0);
    sizes.writeUInt32LE(lengths.length, 4);
    writeFileSync(tokenFile(folder, name), Buffer.concat([sizes, ...pairs, ...counts, lengths, ...ranks, endings]));
  }
}

function tokenFile(folder: string, name: EncodingName): string {
  return join(folder, `${name}.tokens`);
}

export function readTokens(file: Buffer): TokenList {
  let at = 8;
  const take = (length: number): Buffer => {
    at += length;
    if (at > file.length) throw new Error('the list of tokens is incomplete');
    return file.subarray(at - length, at);
  };
  const pairs = file.readUInt32LE(0);
  const tokens = file.readUInt32LE(4);
  return {
    pairs: [take(pairs), take(pairs)],
    counts: [take(pairs), take(pairs)],
    lengths: take(tokens),
    ranks: [take(256 + tokens), take(256 + tokens), take(256 + tokens)],
    endings: file.subarray(at),
  };
}

/** Tokens by rank, as js-tiktoken has them. */
export function rankedTokens(name: EncodingName): Buffer[] {
  const { bpe_ranks: list }: { bpe_ranks: string } = requireFromSource(`js-tiktoken/ranks/${name}`);
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
