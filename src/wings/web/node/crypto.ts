/** `node:crypto`: hashes and random bytes. */
import { sha1 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { Buffer } from 'buffer/';

const algorithms = { sha1, sha256 } as const;
type Algorithm = keyof typeof algorithms;

class RunningHash {
  private readonly state;

  constructor(algorithm: Algorithm) {
    this.state = algorithms[algorithm].create();
  }

  update(data: string | Uint8Array): this {
    this.state.update(typeof data === 'string' ? utf8.encode(data) : data);
    return this;
  }

  digest(encoding: BufferEncoding): string {
    return Buffer.from(this.state.digest()).toString(encoding);
  }
}

const utf8 = new TextEncoder();

function createHash(algorithm: Algorithm): RunningHash {
  return new RunningHash(algorithm);
}

function hash(algorithm: Algorithm, data: string | Uint8Array, encoding: BufferEncoding): string {
  return createHash(algorithm).update(data).digest(encoding);
}

function randomBytes(size: number): Buffer {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(size)));
}

export { createHash, hash, randomBytes };
