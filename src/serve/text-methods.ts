/** Token counts and vectors of texts. */
import * as z from 'zod';
import { countTokens, embed } from '../library/library';
import { serveMethod } from './serve-method';

const texts = z.array(z.string());

/** Enough significant digits to tell any two single-precision numbers apart. */
const digits = 9;

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
