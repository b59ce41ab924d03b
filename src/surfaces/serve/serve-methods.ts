/** Every method of the protocol, by name, in the order of the docs. */

import * as z from 'zod';
import { chunkOptions } from '../../options/chunk-options';
import { fileOptions } from '../../options/file-options';
import { productVersion } from '../../shared/product';
import { type ChunkedText, chunk, chunkFile, chunkFolder, countTokens, embed } from '../library/library';
import { indexMethods, type OpenIndexes } from './index-methods';
import { optional, optionShape, ServeError, type ServeMethod, serveMethod } from './serve-method';

export function serveMethods(indexes: OpenIndexes): Readonly<Record<string, ServeMethod>> {
  const methods = {
    chunk: chunkMethod,
    chunkFile: chunkFileMethod,
    chunkFolder: chunkFolderMethod,
    countTokens: countTokensMethod,
    embed: embedMethod,
    ...indexMethods(indexes),
    cancel: cancelMethod,
    shutdown: shutdownMethod,
  };
  return { hello: helloMethod(Object.keys(methods)), ...methods };
}

// The methods that cut texts, files and folders into chunks, with the names and options of the library.

const chunkShape = optionShape(chunkOptions);
const { include, exclude, maxBytes, force } = optionShape(fileOptions);

const language = optional(
  z.string(),
  'The id of a language or format, such as `typescript`. Default: by path and text.',
);

const chunkMethod = serveMethod({
  params: z.strictObject({
    text: z.string(),
    path: optional(z.string(), 'The path in the records, from which the language is found, too. Default `-`.'),
    language,
    ...chunkShape,
  }),
  run: async ({ text, ...options }, { signal }) => chunk(text, { ...options, signal }),
});

const chunkFileMethod = serveMethod({
  params: z.strictObject({
    file: z.string(),
    path: optional(z.string(), 'The path in the records. Default: relative to the current folder.'),
    language,
    maxBytes,
    force,
    ...chunkShape,
  }),
  run: async ({ file, ...options }, { signal }) => chunkFile(file, { ...options, signal }),
});

const chunkFolderMethod = serveMethod({
  params: z.strictObject({ folder: z.string(), include, exclude, maxBytes, force, ...chunkShape }),
  run: async ({ folder, ...options }, { signal, emit }) => {
    const total = { files: 0, chunks: 0, skipped: 0 };
    for await (const file of chunkFolder(folder, { ...options, signal })) {
      if (file.skipped) total.skipped++;
      else addTo(total, file);
      await emit({ type: file.skipped ? 'skipped' : 'file', ...file });
    }
    return total;
  },
});

function addTo(total: { files: number; chunks: number }, { chunks }: ChunkedText): void {
  total.files++;
  total.chunks += chunks.length;
}

const texts = z.array(z.string());

/** Enough significant digits to tell any two single-precision numbers apart. */
const digits = 9;

const message = z.strictObject({ role: z.string(), content: z.string(), name: z.string().optional() });

/** Token counts and vectors of texts. */
const countTokensMethod = serveMethod({
  params: z.strictObject({
    texts: z.array(z.union([z.string(), z.array(message)])).describe('Texts, or lists of messages to a model.'),
    tokenizer: optional(
      z.string(),
      'What counts (docs/tokens.md), or the name of a model such as `gpt-4o`. Default `o200k_base`.',
    ),
  }),
  run: async ({ texts: given, tokenizer }) => ({ tokens: given.map((text) => countTokens(text, { tokenizer })) }),
});

const embedMethod = serveMethod({
  params: z.strictObject({
    texts,
    kind: optional(
      z.enum(['passage', 'query']),
      'A text to be found, or a question to search with. Default `passage`.',
    ),
    encoding: optional(
      z.enum(['array', 'base64']),
      'Vectors as lists of numbers, or as little-endian 32-bit floats in base64. Default `array`.',
    ),
  }),
  run: async ({ texts: given, kind, encoding }, { signal }) => {
    const vectors = await embed(given, { kind, signal });
    return { vectors: encoding === 'base64' ? vectors.map(base64Of) : vectors.map(numbersOf) };
  },
});

function numbersOf(vector: Float32Array): number[] {
  return Array.from(vector, (value) => Number(value.toPrecision(digits)));
}

function base64Of(vector: Float32Array): string {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [i, value] of vector.entries()) bytes.writeFloatLE(value, i * 4);
  return bytes.toString('base64');
}

/** Grows when a client of an earlier version would no longer work. New methods, parameters and fields do not count. */
export const protocolVersion = 1;

export const serveLimits = {
  lineBytes: 64 * 1024 * 1024,
  running: 16,
  waiting: 1000,
  waitingBytes: 64 * 1024 * 1024,
};

/** @param methods the names of all other methods */
function helloMethod(methods: readonly string[]) {
  return serveMethod({
    isImmediate: true,
    params: z.strictObject({
      protocol: optional(z.int(), 'The version that the client is written for. Another one is an error.'),
    }),
    run: async ({ protocol = protocolVersion }) => {
      if (protocol !== protocolVersion)
        throw new ServeError('unsupported-protocol', `this is protocol ${protocolVersion}, not ${protocol}`);
      return { protocol, version: productVersion(), methods: ['hello', ...methods], limits: serveLimits };
    },
  });
}

const cancelMethod = serveMethod({
  isImmediate: true,
  params: z.strictObject({ request: z.union([z.string(), z.int()]).describe('The id of the request.') }),
  run: async ({ request }, call) => ({ cancelled: call.cancel(request) }),
});

const shutdownMethod = serveMethod({
  isImmediate: true,
  params: z.strictObject({}),
  run: async (_params, call) => {
    await call.shutdown();
    return {};
  },
});
