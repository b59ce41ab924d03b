import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type EncodingName, encodingNames } from '../counter-table';
import type { TokenList } from './vocabulary';

/**
 * Loads the tokens of an encoding.
 *
 * A built product ships one file per encoding beside its bundles, `o200k_base.tokens` and `cl100k_base.tokens`:
 * the number of tokens (32 bits, little-endian), the length of each token (8 bits), the bytes of all tokens, in
 * order of rank. When run from source there is no such file, and the list comes from js-tiktoken: the build makes
 * the files from its base64 text.
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
    const { lengths, bytes } = libraryTokens(name);
    const size = Buffer.alloc(4);
    size.writeUInt32LE(lengths.length);
    writeFileSync(tokenFile(folder, name), Buffer.concat([size, lengths, bytes]));
  }
}

function tokenFile(folder: string, name: EncodingName): string {
  return join(folder, `${name}.tokens`);
}

export function readTokens(file: Buffer): TokenList {
  const size = file.readUInt32LE(0);
  return { lengths: file.subarray(4, 4 + size), bytes: file.subarray(4 + size) };
}

/**
 * js-tiktoken's list is lines of `! FIRST_RANK TOKEN TOKEN …` with the tokens in base64. Both encodings are one line
 * from rank 0, as `TokenList` requires; anything else is an error, because it would be miscounted.
 */
export function libraryTokens(name: EncodingName): TokenList {
  const { bpe_ranks: list }: { bpe_ranks: string } = requireFromSource(`js-tiktoken/ranks/${name}`);
  const [mark, first, ...tokens] = list.trimEnd().split(' ');
  if (mark !== '!' || first !== '0' || list.trimEnd().includes('\n')) throw new Error(`${name}: unexpected rank list`);
  const lengths = new Uint8Array(tokens.length);
  const bytes = Buffer.allocUnsafe(list.length);
  let used = 0;
  for (const [rank, token] of tokens.entries()) {
    const length = bytes.write(token, used, 'base64');
    lengths[rank] = length;
    used += length;
  }
  return { lengths, bytes: bytes.subarray(0, used) };
}
