/** The methods that are about the session itself. */
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { productFile } from '../../shared/product';
import { countTokens, embed } from '../library/library';
import { ServeError } from './serve-error';
import { serveMethod } from './serve-method';

const texts = z.array(z.string());

/** Enough significant digits to tell any two single-precision numbers apart. */
const digits = 9;

/** Token counts and vectors of texts. */
export const countTokensMethod = serveMethod({
  about: 'Count the tokens of texts.',
  params: z.strictObject({
    texts,
    tokenizer: z
      .string()
      .optional()
      .describe('What counts (docs/tokens.md), or the name of a model such as `gpt-4o`. Default `o200k_base`.'),
  }),
  result: z.object({ tokens: z.array(z.int().min(0)).describe('In the order of the texts.') }),
  run: async ({ texts: given, tokenizer }) => ({ tokens: given.map((text) => countTokens(text, { tokenizer })) }),
});

export const embedMethod = serveMethod({
  about: 'Embed texts with the built-in model.',
  params: z.strictObject({
    texts,
    kind: z
      .enum(['passage', 'query'])
      .optional()
      .describe('A text to be found, or a question to search with. Default `passage`.'),
    encoding: z
      .enum(['array', 'base64'])
      .optional()
      .describe('Vectors as lists of numbers, or as little-endian 32-bit floats in base64. Default `array`.'),
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

const count = z.int().min(0);

/** @param methods the names of all other methods */
export function helloMethod(methods: readonly string[]) {
  return serveMethod({
    about: 'Say which protocol, version and methods there are. A client may call it first; it need not.',
    isImmediate: true,
    params: z.strictObject({
      protocol: z.int().optional().describe('The version that the client is written for. Another one is an error.'),
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

export const cancelMethod = serveMethod({
  about: 'Stop a request. It is answered with the error `cancelled`, or with its result if that was ready before.',
  isImmediate: true,
  params: z.strictObject({ request: z.union([z.string(), z.int()]).describe('The id of the request.') }),
  result: z.object({ cancelled: z.boolean().describe('False if there is no such request, or it has its answer.') }),
  run: async ({ request }, call) => ({ cancelled: call.cancel(request) }),
});

export const shutdownMethod = serveMethod({
  about: 'Stop all requests and end the process. Its answer is the last line.',
  isImmediate: true,
  params: z.strictObject({}),
  result: z.object({}),
  run: async (_params, call) => {
    await call.shutdown();
    return {};
  },
});
