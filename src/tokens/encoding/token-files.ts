import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type EncodingName, encodingNames } from '../counter-table';
import type { TokenList } from './vocabulary';

/**
 * Loads the tokens of an encoding.
 *
 * A built product ships one file per encoding beside its bundles, `o200k_base.tokens` and `cl100k_base.tokens`: the number of
 * tokens (32 bits, little-endian), then the parts of `TokenList`: lengths, the three columns of ranks, bytes. When run from source
 * there is no such file, and the list comes from js-tiktoken: the build makes the files from its base64 text.
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
    const { lengths, ranks, bytes } = libraryTokens(name);
    const size = Buffer.alloc(4);
    size.writeUInt32LE(lengths.length);
    writeFileSync(tokenFile(folder, name), Buffer.concat([size, lengths, ...ranks, bytes]));
  }
}

function tokenFile(folder: string, name: EncodingName): string {
  return join(folder, `${name}.tokens`);
}

export function readTokens(file: Buffer): TokenList {
  const size = file.readUInt32LE(0);
  const column = (number: number): Buffer => file.subarray(4 + number * size, 4 + (number + 1) * size);
  return { lengths: column(0), ranks: [column(1), column(2), column(3)], bytes: file.subarray(4 + 4 * size) };
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
  const tokens = rankedTokens(name)
    .map((bytes, rank) => ({ bytes, rank }))
    .sort((a, b) => Number(a.bytes.length > 1) - Number(b.bytes.length > 1) || a.bytes.compare(b.bytes));
  const column = (value: (token: (typeof tokens)[number]) => number): Uint8Array => Uint8Array.from(tokens, value);
  return {
    lengths: column(({ bytes }) => bytes.length),
    ranks: [
      column(({ rank }) => rank & 0xff),
      column(({ rank }) => (rank >> 8) & 0xff),
      column(({ rank }) => rank >> 16),
    ],
    bytes: Buffer.concat(tokens.map(({ bytes }) => bytes)),
  };
}
