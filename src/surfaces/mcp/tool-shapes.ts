/**
 * The inputs and outputs of tools, as schemas that clients and models see. Those of outputs are made where they are asked for: few
 * clients do, and they take some milliseconds of the start.
 */
import * as z from 'zod';
import { copiedCode } from '../../engine/answers/copied-code';
import type { PackedHit, PackedHits } from '../../engine/answers/pack-hits';
import type { IndexFileProblem } from '../../index/file/index-error';
import { foundHows } from '../../index/graph/resolve/meaning';
import { spanText } from '../../search/hits/spans';
import { missingNamesIn } from '../../search/query/query-problem';
import type { SearchAnswer } from '../../search/searcher';

export const maxTokens = z.number().int().min(100).max(100_000).default(4000).describe('Max tokens of the answer');
export const file = z.string().min(1).max(4096).describe('Path of a file in the folder');
export const line = z.number().int().min(1).max(1e9).describe('1-based line');

const optional = <T extends z.ZodType>(type: T, about: string) => type.optional().describe(about);

const place = () => ({
  path: z.string(),
  startLine: z.number().describe('1-based, inclusive.'),
  endLine: z.number().describe('Inclusive.'),
});
const identity = () => ({
  id: z.string().describe('For get_chunk.'),
  ...place(),
  kind: z.string(),
  name: z.string(),
  scope: z.array(z.string()),
  language: z.string(),
});

const spansShape = () => z.array(z.tuple([z.number(), z.number()]));

export const problemsShape = () =>
  z
    .array(
      z.object({
        reason: z.string(),
        message: z.string(),
        lostFiles: optional(
          z.number(),
          'Files that are missing from a damaged index, if their number is known; there may be more.',
        ),
      }),
    )
    .optional()
    .describe('What is wrong with the index: answers may be incomplete.');

/** An empty object if there are no problems. */
export function structuredProblems(found: readonly IndexFileProblem[] | undefined): object {
  if (!found || found.length === 0) return {};
  return { problems: found.map((each) => ({ ...each, lostFiles: each.damage?.lostFiles })) };
}

export const hitsShape = () => ({
  hits: z.array(
    z.object({
      ...identity(),
      symbol: z.string().describe('The definition in the chunk that fits best; name is that of the largest.'),
      line: z.number().describe('The line of the symbol.'),
      spans: spansShape().describe('The few line ranges that answer.'),
      score: optional(z.number(), 'Comparable only within one answer; missing for what filters or a trace list.'),
      frame: optional(z.number(), 'The frame of a pasted trace, from 1.'),
      deepest: optional(z.boolean(), 'Of the frames in the folder the one nearest to the error.'),
      shown: z
        .enum(['parent', 'chunk', 'spans', 'place', 'none'])
        .describe('What fits: parent is the code around the chunk, spans are some of its lines.'),
      code: optional(
        z.object({ ...place(), text: z.string(), spans: spansShape().optional().describe('The lines in the text.') }),
        'The chunk, its parent or some of its lines; ⋯ 12–30 stands for lines that are left out.',
      ),
      note: optional(z.string(), 'A note that a language model wrote about the chunk.'),
      stale: optional(z.boolean(), 'This part of the file changed since it was indexed.'),
      duplicates: z.array(z.object(place())).optional().describe('Places with nearly the same code.'),
    }),
  ),
  confidence: optional(
    z.enum(['strong', 'weak', 'none']),
    'How sure it is that the hits answer; none: they are only the nearest.',
  ),
  total: optional(z.number(), 'How many there are in all; only for a query of filters alone.'),
  missingNames: optional(
    z.array(z.object({ name: z.string(), nearest: z.array(z.string()), isUsed: z.boolean() })),
    'Names that the query asks for and no code defines.',
  ),
  tokens: z.number().describe('Tokens of the text.'),
});

export function structuredHits(
  { hits, tokens }: PackedHits,
  answer: Pick<SearchAnswer, 'confidence' | 'total' | 'problems' | 'indexProblems'>,
): object {
  const { confidence, total, problems, indexProblems } = answer;
  return {
    ...{ confidence, tokens, total, ...missingNamesIn(problems), ...structuredProblems(indexProblems) },
    hits: hits.map((packed) => ({
      ...{ ...packed.hit, shown: packed.shown, code: codeOf(packed) },
      score: packed.hit.score === undefined ? undefined : Math.round(packed.hit.score * 1e4) / 1e4,
    })),
  };
}

function codeOf({ hit, shown, spans }: PackedHit): object | undefined {
  const from = shown === 'parent' ? hit.parent : shown === 'chunk' || shown === 'spans' ? hit : undefined;
  return from && { ...from, text: spans ? spanText(hit, spans) : copiedCode(from, hit.language), spans };
}

export const packShape = () => ({
  confidence: z.enum(['strong', 'weak', 'none']).optional(),
  tokens: z.number().describe('Tokens of the text.'),
  places: z
    .array(
      z.object({
        ...place(),
        kind: z.string(),
        name: z.string(),
        spans: spansShape().describe('The lines in the text; none if only the place is.'),
      }),
    )
    .describe('Likeliest first.'),
  leftOut: z.object({ places: z.number(), files: z.number() }).describe('Found, but without room.'),
  notices: z.array(z.string()),
});

const chunk = () => z.object({ ...identity(), text: z.string() });

export const chunkShape = () => ({
  chunk: chunk().describe('The text is the exact slice of the file.'),
  context: optional(z.string(), 'What it uses: imports, globals, enclosing signatures.'),
  parent: chunk().optional().describe('The code around it.'),
  dependencies: optional(z.array(dependencyShape()), 'Definitions in the folder that it uses.'),
  stale: z.boolean().describe('This part of the file changed since it was indexed.'),
});

export const outlineShape = () => ({
  path: z.string(),
  language: z.string(),
  symbols: z.array(
    z.object({
      ...{ line: z.number(), kind: z.string(), name: z.string(), text: z.string() },
      uses: optional(z.number(), 'How many definitions in the folder it uses.'),
      usedBy: optional(z.number(), 'How many definitions in the folder use it.'),
    }),
  ),
  more: z.number().describe('Number of symbols that did not fit.'),
});

export const statusShape = () => ({
  indexed: z.boolean(),
  checked: optional(z.boolean(), 'All of the index was checked for damage; false: `codegrain stats --check` does it.'),
  folder: z.string(),
  index: z.string().describe('The index file.'),
  advice: z.string().describe('What to do next, if anything.'),
  files: z.number().optional(),
  chunks: z.number().optional(),
  parents: z.number().optional(),
  pending: optional(
    z.object({ added: z.number(), changed: z.number(), removed: z.number() }),
    'Files that an index run would process.',
  ),
  model: z.string().optional(),
  missingVectors: z.number().optional(),
  bytes: z.number().optional(),
  sourceBytes: z.number().optional(),
  languages: z.array(z.object({ language: z.string(), files: z.number(), chunks: z.number() })).optional(),
});

// Definitions of the graph in answers, as schemas that clients and models see.

const definition = () => ({
  name: z.string().describe('With its type: Repo.save; the path for code outside of definitions.'),
  kind: z.string(),
  path: z.string(),
  line: z.number(),
  endLine: z.number(),
  signature: optional(z.string(), 'On one line.'),
});

const how = () =>
  z
    .enum(foundHows)
    .describe('resolved: by the rules of the language. unique name: nothing else has the name. guess: one of a few.');

const dependencyShape = () => z.object({ ...definition(), how: how() });

export const tracedShape = () => ({
  direction: z.enum(['used_by', 'uses']),
  definitions: z
    .array(
      z.object({
        ...definition(),
        direct: z.number().describe('How many use it, or are used by it, directly, listed or not.'),
        uses: z
          .array(
            z.object({
              level: z.number().describe('2: belongs to the one of level 1 before it.'),
              ...definition(),
              how: how(),
              lines: z.array(z.number()).describe('Lines of the use, in the file of the code that uses the other.'),
            }),
          )
          .describe('Each definition once.'),
        more: z.number().describe('Number of those that did not fit; with several levels at least.'),
      }),
    )
    .describe('The definitions that were asked about.'),
  tokens: z.number().describe('Tokens of the text.'),
});
