/** Every method of the protocol, by name, in the order of the docs. */

import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { chunkOptions } from '../../options/chunk-options';
import { fileOptions } from '../../options/file-options';
import { productFile } from '../../shared/product';
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

const chunkRecord = z.unknown().meta({ $ref: 'chunk-record.schema.json' });

const chunkedShape = {
  path: z.string().describe('As in the records.'),
  language: z.string().describe('The id of the language or format; `text` if it is not known.'),
  chunks: z.array(chunkRecord).describe('In source order, parents before their children.'),
  fallback: optional(z.string(), 'Why the text was not cut by its syntax; missing if it was.'),
  encoding: optional(z.string(), 'The encoding of the file, if it is not UTF-8.'),
  warnings: z.array(z.string()).describe('Problems that were worked around.'),
};

const chunkMethod = serveMethod({
  about: 'Cut a text into chunks.',
  params: z.strictObject({
    text: z.string(),
    path: optional(z.string(), 'The path in the records, from which the language is found, too. Default `-`.'),
    language,
    ...chunkShape,
  }),
  result: z.object(chunkedShape),
  run: async ({ text, ...options }, { signal }) => chunk(text, { ...options, signal }),
});

const chunkFileMethod = serveMethod({
  about: 'Cut a file into chunks.',
  params: z.strictObject({
    file: z.string(),
    path: optional(z.string(), 'The path in the records. Default: relative to the current folder.'),
    language,
    maxBytes,
    force,
    ...chunkShape,
  }),
  result: z.object(chunkedShape),
  run: async ({ file, ...options }, { signal }) => chunkFile(file, { ...options, signal }),
});

const count = z.int().min(0);

const chunkFolderMethod = serveMethod({
  about: 'Cut the files of a folder into chunks: an event for each file.',
  params: z.strictObject({ folder: z.string(), include, exclude, maxBytes, force, ...chunkShape }),
  event: z.union([
    z.object({ type: z.literal('file'), ...chunkedShape }),
    z.object({
      type: z.literal('skipped'),
      path: z.string(),
      skipped: z
        .looseObject({ reason: z.string(), message: z.string() })
        .describe('Why the file has no chunks; the message is a sentence without its subject.'),
    }),
  ]),
  result: z.object({ files: count, chunks: count, skipped: count }),
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

/** Token counts and vectors of texts. */
const countTokensMethod = serveMethod({
  about: 'Count the tokens of texts.',
  params: z.strictObject({
    texts,
    tokenizer: optional(
      z.string(),
      'What counts (docs/tokens.md), or the name of a model such as `gpt-4o`. Default `o200k_base`.',
    ),
  }),
  result: z.object({ tokens: z.array(z.int().min(0)).describe('In the order of the texts.') }),
  run: async ({ texts: given, tokenizer }) => ({ tokens: given.map((text) => countTokens(text, { tokenizer })) }),
});

const embedMethod = serveMethod({
  about: 'Embed texts with the built-in model.',
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
  result: z.object({
    vectors: z
      .array(z.union([z.array(z.number()), z.string()]))
      .describe('In the order of the texts. Of length 1, so that a dot product is the similarity.'),
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
const protocolVersion = 1;

export const serveLimits = {
  lineBytes: 64 * 1024 * 1024,
  running: 16,
  waiting: 1000,
  waitingBytes: 64 * 1024 * 1024,
};

/** @param methods the names of all other methods */
function helloMethod(methods: readonly string[]) {
  return serveMethod({
    about: 'Say which protocol, version and methods there are. A client may call it first; it need not.',
    isImmediate: true,
    params: z.strictObject({
      protocol: optional(z.int(), 'The version that the client is written for. Another one is an error.'),
    }),
    result: z.object({
      protocol: z.literal(protocolVersion),
      version: z.string().describe('The version of Codegrain.'),
      methods: z.array(z.string()),
      limits: z.object({
        lineBytes: count.describe('Max bytes of a request.'),
        running: count.describe('Requests that run at once.'),
        waiting: count.describe('Requests that wait. Above it, no more requests are read.'),
        waitingBytes: count.describe('Bytes of the requests that wait. Above it, no more requests are read.'),
      }),
    }),
    run: async ({ protocol = protocolVersion }) => {
      if (protocol !== protocolVersion)
        throw new ServeError('unsupported-protocol', `this is protocol ${protocolVersion}, not ${protocol}`);
      const { version }: { version: string } = JSON.parse(readFileSync(productFile('package.json'), 'utf8'));
      return { protocol, version, methods: ['hello', ...methods], limits: serveLimits };
    },
  });
}

const cancelMethod = serveMethod({
  about: 'Stop a request. It is answered with the error `cancelled`, or with its result if that was ready before.',
  isImmediate: true,
  params: z.strictObject({ request: z.union([z.string(), z.int()]).describe('The id of the request.') }),
  result: z.object({ cancelled: z.boolean().describe('False if there is no such request, or it has its answer.') }),
  run: async ({ request }, call) => ({ cancelled: call.cancel(request) }),
});

const shutdownMethod = serveMethod({
  about: 'Stop all requests and end the process. Its answer is the last line.',
  isImmediate: true,
  params: z.strictObject({}),
  result: z.object({}),
  run: async (_params, call) => {
    await call.shutdown();
    return {};
  },
});
