/** The inputs and outputs of tools, as schemas that clients and models see. */
import * as z from 'zod';
import type { IndexFileProblem } from '../index/file/index-error';
import { searchModes } from '../search/query/search-mode';
import type { SearchAnswer } from '../search/searcher';
import type { PackedHits } from '../tools/pack-hits';

export const maxTokensParameter = z
  .number()
  .int()
  .min(100)
  .max(100_000)
  .default(4000)
  .describe(
    'Max tokens of the answer. It is filled with whole chunks, best first, then with the code around the best.',
  );
export const limitParameter = z.number().int().min(1).max(100).default(10).describe('Max number of hits.');
export const modeParameter = z
  .enum(searchModes)
  .default('hybrid')
  .describe('hybrid: by words and meaning. semantic: by meaning. keyword: by words, for exact names.');
export const fileParameter = z
  .string()
  .min(1)
  .max(4096)
  .describe('Path of a file, relative to the served folder, such as src/main.ts.');
export const lineParameter = z.number().int().min(1).max(1e9).describe('Line in the file, starting at 1.');
export const globParameter = (example: string) => z.string().max(1000).optional().describe(example);

const place = {
  path: z.string(),
  startLine: z.number().describe('1-based, inclusive.'),
  endLine: z.number().describe('Inclusive.'),
};
const identity = {
  id: z.string().describe('For get_chunk.'),
  ...place,
  kind: z.string(),
  name: z.string(),
  scope: z.array(z.string()),
  language: z.string(),
};

const problemsShape = z
  .array(
    z.object({
      reason: z.string(),
      message: z.string(),
      lostFiles: z
        .number()
        .optional()
        .describe('Files that are missing from a damaged index, if their number is known; there may be more.'),
      lostPaths: z.array(z.string()).optional().describe('Some of them.'),
      weakenedFiles: z.number().optional().describe('Files that are found by fewer words, or by words only.'),
    }),
  )
  .optional()
  .describe('What is wrong with the index: answers may be incomplete.');

const maxLostPaths = 20;

/** An empty object if there are no problems. */
export function structuredProblems(found: readonly IndexFileProblem[] | undefined): {
  problems?: z.infer<typeof problemsShape>;
} {
  if (!found || found.length === 0) return {};
  return {
    problems: found.map(({ reason, message, damage }) => ({
      reason,
      message,
      ...(damage && {
        ...(damage.lostFiles !== undefined && { lostFiles: damage.lostFiles }),
        lostPaths: damage.lostPaths.slice(0, maxLostPaths),
        weakenedFiles: damage.weakenedFiles,
      }),
    })),
  };
}

export const hitsShape = {
  hits: z.array(
    z.object({
      ...identity,
      symbol: z.string().describe('The definition in the chunk that fits best; name is that of the largest.'),
      line: z.number().describe('The line of the symbol.'),
      score: z.number().describe('Comparable only within one answer.'),
      shown: z.enum(['parent', 'chunk', 'place', 'none']).describe('What fits: parent is the code around the chunk.'),
      code: z
        .object({ ...place, text: z.string() })
        .optional()
        .describe('The chunk or its parent.'),
      note: z.string().optional().describe('A note that a language model wrote about the chunk.'),
      stale: z.boolean().optional().describe('This part of the file changed since it was indexed.'),
      duplicates: z.array(z.object(place)).optional().describe('Places with nearly the same code.'),
    }),
  ),
  tokens: z.number().describe('Tokens of the text.'),
  problems: problemsShape,
};

export function structuredHits(
  { hits, tokens }: PackedHits,
  { indexProblems }: Pick<SearchAnswer, 'indexProblems'>,
): z.infer<z.ZodObject<typeof hitsShape>> {
  return {
    tokens,
    ...structuredProblems(indexProblems),
    hits: hits.map(({ hit, shown }) => {
      const { id, path, startLine, endLine, kind, name, symbol, line, scope, language, score, note, ...rest } = hit;
      const { stale, duplicates, parent } = rest;
      const from = shown === 'parent' ? parent : shown === 'chunk' ? hit : undefined;
      const code = from && { path: from.path, startLine: from.startLine, endLine: from.endLine, text: from.text };
      return {
        ...{ id, path, startLine, endLine, kind, name, symbol, line, language, shown },
        scope: [...scope],
        score: Math.round(score * 1e4) / 1e4,
        ...(code && { code }),
        ...(note !== undefined && { note }),
        ...(stale && { stale }),
        ...(duplicates && { duplicates: duplicates.map((each) => ({ ...each })) }),
      };
    }),
  };
}

const chunk = z.object({ ...identity, text: z.string() });

export const chunkShape = {
  chunk: chunk.describe('The text is the exact slice of the file.'),
  context: z.string().optional().describe('What it uses: imports, globals, enclosing signatures.'),
  parent: chunk.optional().describe('The code around it.'),
  stale: z.boolean().describe('This part of the file changed since it was indexed.'),
};

export const outlineShape = {
  path: z.string(),
  language: z.string(),
  symbols: z.array(z.object({ line: z.number(), kind: z.string(), name: z.string(), text: z.string() })),
  more: z.number().describe('Number of symbols that did not fit.'),
};

export const statusShape = {
  indexed: z.boolean(),
  folder: z.string(),
  index: z.string().describe('The index file.'),
  advice: z.string().describe('What to do next, if anything.'),
  problems: problemsShape,
  files: z.number().optional(),
  chunks: z.number().optional(),
  parents: z.number().optional(),
  pending: z
    .object({ added: z.number(), changed: z.number(), removed: z.number() })
    .optional()
    .describe('Files that an index run would process.'),
  model: z.string().optional(),
  missingVectors: z.number().optional(),
  bytes: z.number().optional(),
  sourceBytes: z.number().optional(),
  languages: z.array(z.object({ language: z.string(), files: z.number(), chunks: z.number() })).optional(),
};
