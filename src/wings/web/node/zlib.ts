/** `node:zlib`: raw deflate. CRC-32 is left out; `src/shared/crc.ts` computes it. */
import { Buffer } from 'buffer/';
import { deflateSync, inflateSync } from 'fflate';

type Level = NonNullable<Parameters<typeof deflateSync>[1]>['level'];

function deflateRawSync(bytes: Uint8Array, { level }: { readonly level?: Level } = {}): Buffer {
  return Buffer.from(deflateSync(bytes, level === undefined ? {} : { level }));
}

function inflateRawSync(bytes: Uint8Array): Buffer {
  return Buffer.from(inflateSync(bytes));
}

export { deflateRawSync, inflateRawSync };
