/**
 * The inputs and outputs of tools, as schemas that clients and models see. Those of outputs are made where they are asked for: few
 * clients do, and they take some milliseconds of the start.
 */
import * as z from 'zod';
import type { Pack } from '../../engine/answers/pack/pack';
import type { PackedHit, PackedHits } from '../../engine/answers/pack-hits';
import type { IndexFileProblem } from '../../index/file/index-error';
import type { GraphEntry, GraphPlace } from '../../index/graph/graph-entry';
import { foundHows } from '../../index/graph/resolve/meaning';
import { spanText } from '../../search/hits/spans';
import { searchAreas, searchModes } from '../../search/query/search-choices';
import type { SearchAnswer } from '../../search/searcher';
import type { ServedCode } from './served-code';

export const maxTokensParameter = z
  .number()
  .int()
  .min(100)
  .max(100_000)
  .default(4000)
  .describe('Max tokens of the answer');
export const spansParameter = z.boolean().default(true).describe('false: whole chunks, fewer of them');
/** How to read lines that an answer in spans leaves out. */
export const readMore = 'get_chunk with path and line';
export const limitParameter = z.number().int().min(1).max(100).optional().describe('Max hits; default: as many as fit');
export const modeParameter = z.enum(searchModes).default('hybrid').describe('keyword: for exact names');
export const fileParameter = z.string().min(1).max(4096).describe('Path of a file in the folder');
export const lineParameter = z.number().int().min(1).max(1e9).describe('1-based line');
/** Which code is searched; only where there is a choice. */
export function scopeParameter({ folder, database }: ServedCode): { scope?: z.ZodOptional<z.ZodString> } {
  if (!database) return {};
  const names = folder
    ? 'workspace: this folder, all (default), or a repository: NAME'
    : 'all (default) or a repository: NAME';
  return { scope: z.string().min(1).max(500).optional().describe(`${names} or NAME@BRANCH`) };
}
/** Of everything that takes a query. */
export const filterParameters = {
  path: z.string().optional().describe('Only paths with this glob or part: src/**'),
  language: z.string().optional().describe('Only these: python or ts,js'),
  kind: z.string().optional().describe('Only these: function or class,interface'),
  regex: z.string().max(1000).optional().describe('Only code that matches this JavaScript regex'),
  only: z.array(z.enum(searchAreas)).optional().describe('Only these areas'),
  plain: z.boolean().optional().describe('Read no operators in the query'),
};

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
        lostFiles: z
          .number()
          .optional()
          .describe('Files that are missing from a damaged index, if their number is known; there may be more.'),
      }),
    )
    .optional()
    .describe('What is wrong with the index: answers may be incomplete.');

/** An empty object if there are no problems. */
export function structuredProblems(found: readonly IndexFileProblem[] | undefined): {
  problems?: z.infer<ReturnType<typeof problemsShape>>;
} {
  if (!found || found.length === 0) return {};
  return {
    problems: found.map(({ reason, message, damage }) => ({
      reason,
      message,
      ...(damage?.lostFiles !== undefined && { lostFiles: damage.lostFiles }),
    })),
  };
}

export const hitsShape = () => ({
  hits: z.array(
    z.object({
      ...identity(),
      symbol: z.string().describe('The definition in the chunk that fits best; name is that of the largest.'),
      line: z.number().describe('The line of the symbol.'),
      spans: spansShape().describe('The few line ranges that answer.'),
      score: z.number().describe('Comparable only within one answer.'),
      shown: z
        .enum(['parent', 'chunk', 'spans', 'place', 'none'])
        .describe('What fits: parent is the code around the chunk, spans are some of its lines.'),
      code: z
        .object({ ...place(), text: z.string(), spans: spansShape().optional().describe('The lines in the text.') })
        .optional()
        .describe('The chunk, its parent or some of its lines; ⋯ 12–30 stands for lines that are left out.'),
      note: z.string().optional().describe('A note that a language model wrote about the chunk.'),
      stale: z.boolean().optional().describe('This part of the file changed since it was indexed.'),
      duplicates: z.array(z.object(place())).optional().describe('Places with nearly the same code.'),
    }),
  ),
  confidence: z
    .enum(['strong', 'weak', 'none'])
    .optional()
    .describe('How sure it is that the hits answer; none: they are only the nearest.'),
  tokens: z.number().describe('Tokens of the text.'),
});

type Hits = z.infer<z.ZodObject<ReturnType<typeof hitsShape>>>;

export function structuredHits(
  { hits, tokens }: PackedHits,
  { confidence, indexProblems }: Pick<SearchAnswer, 'confidence' | 'indexProblems'>,
): Hits {
  return {
    ...(confidence && { confidence }),
    tokens,
    ...structuredProblems(indexProblems),
    hits: hits.map((packed) => {
      const { hit, shown } = packed;
      const { id, path, startLine, endLine, kind, name, symbol, line, scope, language, score, note, ...rest } = hit;
      const { stale, duplicates } = rest;
      const code = codeOf(packed);
      return {
        ...{ id, path, startLine, endLine, kind, name, symbol, line, language, shown },
        scope: [...scope],
        spans: rest.spans.map(([start, end]) => [start, end]),
        score: Math.round(score * 1e4) / 1e4,
        ...(code && { code }),
        ...(note !== undefined && { note }),
        ...(stale && { stale }),
        ...(duplicates && {
          duplicates: duplicates.map((each) => ({ path: each.path, startLine: each.startLine, endLine: each.endLine })),
        }),
      };
    }),
  };
}

function codeOf({ hit, shown, spans }: PackedHit): Hits['hits'][number]['code'] {
  const from = shown === 'parent' ? hit.parent : shown === 'chunk' || shown === 'spans' ? hit : undefined;
  if (!from) return undefined;
  const { path, startLine, endLine, text } = from;
  if (!spans) return { path, startLine, endLine, text };
  return { path, startLine, endLine, text: spanText(hit, spans), spans: spans.map(([start, end]) => [start, end]) };
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

export function structuredPack({
  confidence,
  tokens,
  places,
  leftOut,
  notices,
}: Pack): z.infer<z.ZodObject<ReturnType<typeof packShape>>> {
  return {
    ...(confidence && { confidence }),
    tokens,
    places: places.map(({ path, startLine, endLine, kind, name, spans }) => ({
      ...{ path, startLine, endLine, kind, name },
      spans: spans.map(([start, end]) => [start, end]),
    })),
    leftOut: { ...leftOut },
    notices: [...notices],
  };
}

const chunk = () => z.object({ ...identity(), text: z.string() });

export const chunkShape = () => ({
  chunk: chunk().describe('The text is the exact slice of the file.'),
  context: z.string().optional().describe('What it uses: imports, globals, enclosing signatures.'),
  parent: chunk().optional().describe('The code around it.'),
  dependencies: z.array(dependencyShape()).optional().describe('Definitions in the folder that it uses.'),
  stale: z.boolean().describe('This part of the file changed since it was indexed.'),
});

export const outlineShape = () => ({
  path: z.string(),
  language: z.string(),
  symbols: z.array(
    z.object({
      ...{ line: z.number(), kind: z.string(), name: z.string(), text: z.string() },
      uses: z.number().optional().describe('How many definitions in the folder it uses.'),
      usedBy: z.number().optional().describe('How many definitions in the folder use it.'),
    }),
  ),
  more: z.number().describe('Number of symbols that did not fit.'),
});

export const statusShape = () => ({
  indexed: z.boolean(),
  checked: z
    .boolean()
    .optional()
    .describe('All of the index was checked for damage; false: `codegrain stats --check` does it.'),
  folder: z.string(),
  index: z.string().describe('The index file.'),
  advice: z.string().describe('What to do next, if anything.'),
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
});

// Definitions of the graph in answers, as schemas that clients and models see.

const definition = () => ({
  name: z.string().describe('With its type: Repo.save; the path for code outside of definitions.'),
  kind: z.string(),
  path: z.string(),
  line: z.number(),
  endLine: z.number(),
  signature: z.string().optional().describe('On one line.'),
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

export function structuredDefinition({ name, kind, path, line, endLine, signature }: GraphPlace) {
  return { name, kind, path, line, endLine, ...(signature !== undefined && { signature }) };
}

export function structuredDependency(entry: GraphEntry): z.infer<ReturnType<typeof dependencyShape>> {
  return { ...structuredDefinition(entry), how: entry.how };
}
