/** The tools that find code: `pack`, `search_code` and `find_similar`. */
import * as z from 'zod';
import { answerText, hitsToAsk } from '../../engine/answers/answer-text';
import { plainPlace } from '../../engine/answers/code-blocks';
import type { Pack, PackForOptions } from '../../engine/answers/pack/pack';
import { packFor } from '../../engine/answers/pack/pack-for';
import { ToolProblem, toolFilters } from '../../engine/answers/tool-input';
import type { CodeIndex } from '../../engine/code-index';
import { searchAreas, searchModes } from '../../search/query/search-choices';
import type { SearchOptions } from '../../search/searcher';
import { counterFor, registerTool, type ToolContext } from './run-tool';
import type { FoundCode, ServedCode } from './served-code';
import { namedHit } from './served-database';
import { requireIndexed } from './served-index';
import * as shapes from './tool-shapes';

const limit = z.number().int().min(1).max(100).optional().describe('Max hits; default: as many as fit');
const spans = z.boolean().default(true).describe('false: whole chunks, fewer of them');
/** How to read lines that an answer in spans leaves out. */
const readMore = 'get_chunk with path and line';

const query = z.string().min(1).max(200_000);
const queryText = `A question, names, an error or an issue. Short queries take "exact phrases", -without, /regex/i, path:src lang:python kind:function name:parse*`;

/** Of everything that takes a query. */
const filters = {
  path: z.string().optional().describe('Only paths with this glob or part: src/**'),
  language: z.string().optional().describe('Only these: python or ts,js'),
  kind: z.string().optional().describe('Only these: function or class,interface'),
  regex: z.string().max(1000).optional().describe('Only code that matches this JavaScript regex'),
  only: z.array(z.enum(searchAreas)).optional().describe('Only these areas'),
  plain: z.boolean().optional().describe('Read no operators in the query'),
};

/** Which code is searched; only where there is a choice. */
function scopeOf({ folder, database }: ServedCode): z.ZodRawShape {
  if (!database) return {};
  const names = folder
    ? 'workspace: this folder, all (default), or a repository: NAME'
    : 'all (default) or a repository: NAME';
  return { scope: z.string().min(1).max(500).optional().describe(`${names} or NAME@BRANCH`) };
}

const inScope = z.object({ scope: z.string().optional() });

export function registerPack(context: ToolContext): void {
  const { code } = context;
  registerTool(context, {
    name: 'pack',
    title: 'Pack the code for a task',
    description: `The first call for a task: returns the code to open for it in one answer, likeliest place first, with signatures, the lines that answer, what they use, what uses them, and their tests. Says so if nothing is relevant. Not for exact strings (use grep), nor for a file that you know (read it).`,
    input: {
      query: query.describe('The whole task: a question, an issue, an error with its trace'),
      ...filters,
      max_tokens: shapes.maxTokens,
      ...scopeOf(code),
    },
    output: shapes.packShape,
    async run({ query, max_tokens, only = [], plain = false, ...input }, signal) {
      if (query.trim() === '') throw new ToolProblem('the query is empty: give the task as text');
      const options = {
        ...{ budget: max_tokens, count: counterFor(context), place: plainPlace, readMore, signal },
        ...{ only, plain, filters: toolFilters(input), ranking: context.options.ranking },
      };
      const { scope } = inScope.parse(input);
      const pack = await packOf(code, query, options, scope);
      return { text: pack.text, data: () => pack };
    },
  });
}

async function packOf(code: ServedCode, query: string, options: PackForOptions, scope?: string): Promise<Pack> {
  let index: CodeIndex | undefined;
  const search = async (text: string, asked: SearchOptions) => {
    const found = await code.search(text, asked, scope);
    index = found.index;
    return { ...found.answer, notices: [...found.answer.notices, ...found.notices] };
  };
  return packFor({ search, facts: async (place) => index?.facts(place) }, query, options);
}

export function registerSearchCode(context: ToolContext): void {
  registerTool(context, {
    name: 'search_code',
    title: 'Search code',
    description: `Lists code by words and meaning, with filters: signatures and the lines that answer, the best hits whole. Use it after pack, for more or other places, or with mode keyword for a name. A /regular.*expression/ in the query finds its matches, ranked by the other words.`,
    input: {
      query: query.describe(queryText),
      limit,
      mode: z.enum(searchModes).default('hybrid').describe('keyword: for exact names'),
      ...filters,
      spans,
      max_tokens: shapes.maxTokens,
      ...scopeOf(context.code),
    },
    output: shapes.hitsShape,
    async run({ query, mode, only = [], plain = false, ...input }, signal) {
      if (query.trim() === '') throw new ToolProblem('the query is empty: say what to look for');
      const options = { ...hitsToAsk(input.limit, input.spans), ranking: context.options.ranking, signal };
      const asked = { ...options, mode, plain, only, filters: toolFilters(input) };
      const { scope } = inScope.parse(input);
      const found = await context.code.search(query, asked, scope);
      return answerWith(context, found, input, 'Try other words, a question instead of names, or fewer filters.');
    },
  });
}

export function registerFindSimilar(context: ToolContext): void {
  registerTool(context, {
    name: 'find_similar',
    title: 'Find similar code',
    description: `Finds copies and variants of the code at a line. Use it before changing code that may exist more than once. Not for callers: use trace_uses.`,
    input: { file: shapes.file, line: shapes.line, limit, spans, max_tokens: shapes.maxTokens },
    output: shapes.hitsShape,
    async run({ file, line, ...input }, signal) {
      const options = { ...hitsToAsk(input.limit, input.spans), ranking: context.options.ranking, signal };
      const found = await similarCode(context.code, file, line, options);
      return answerWith(context, found, input, 'Nothing else in the index is similar to this code.');
    },
  });
}

async function answerWith(
  context: ToolContext,
  { answer, notices }: FoundCode,
  { max_tokens: budget, spans }: { readonly max_tokens: number; readonly spans: boolean },
  advice: string,
) {
  const packed = await answerText(answer, {
    ...{ place: plainPlace, ids: false, budget, count: counterFor(context), notices, advice },
    readMore: spans ? readMore : undefined,
  });
  return { text: packed.text, data: () => shapes.structuredHits(packed, answer) };
}

async function similarCode(code: ServedCode, file: string, line: number, options: SearchOptions): Promise<FoundCode> {
  const { database } = code;
  const stored = await database?.place(file);
  if (database && stored) {
    const answer = await database.similar(stored, line, options);
    if (!answer) throw new ToolProblem(`${file} has no chunk at line ${line} in the database`);
    return { answer: { ...answer, hits: answer.hits.map(namedHit) }, notices: [] };
  }
  const index = code.requireFolder('a path without a repository');
  const { path } = index.folder.resolveFile(file);
  const { index: asked, view, notices } = await index.current(options.signal);
  const answer = await asked.similar(path, line, options);
  if (answer) return { answer, notices };
  const { lines } = requireIndexed(index, view, path);
  throw new ToolProblem(
    `${path} has no line ${line} in the index, only ${lines} lines; if the file has grown, run \`codegrain index ${index.folder.path}\``,
  );
}
