/** `codegrain/ai-sdk`: tools for the AI SDK. docs/adapters.md describes them. */
import { jsonSchema, type Tool, tool } from 'ai';
import { realFileInside } from '../../../shared/inside-folder';
import { CodegrainError, type CodeIndex, chunkFile, countTokens, type SearchHit, type SearchResult } from '../library';
import { GivenIndex } from './given-index';

/** Options of `codegrainTools`. */
export interface CodegrainToolsOptions {
  /** Max tokens of an answer. Default 4000. */
  readonly tokens?: number | undefined;
}

/** What the model gives each tool. */
export interface CodegrainToolInputs {
  pack: { task: string };
  search_code: { query: string; path?: string; limit?: number };
  find_similar: { path: string; line: number; limit?: number };
  get_chunk: { path: string; line: number };
}

/** The tools, by the name that the model sees. */
export type CodegrainTools = { [Name in keyof CodegrainToolInputs]: Tool<CodegrainToolInputs[Name], string> };

const path = { type: 'string', description: 'Path of a file, relative to the folder' } as const;
const line = { type: 'integer', minimum: 1, description: '1-based line' } as const;
const limit = { type: 'integer', minimum: 1, maximum: 100, description: 'Max hits' } as const;

/**
 * Tools with which a model finds and reads code. They only read, and nothing outside the folder.
 * @param given an index that `openIndex` opened, or a folder, whose index is made or updated before the first answer
 */
export function codegrainTools(
  given: CodeIndex | string,
  { tokens = 4000 }: CodegrainToolsOptions = {},
): CodegrainTools {
  const index = new GivenIndex(given);
  return {
    pack: tool({
      description:
        'Returns the code to open for a task, question, issue or error, likeliest first. Call it first, once, with the whole text.',
      inputSchema: inputOf<CodegrainToolInputs['pack']>({ task: { type: 'string' } }, 'task'),
      execute: async ({ task }, { abortSignal: signal }) => {
        const { text } = await (await index.get()).pack(task, { tokens, signal });
        return text;
      },
    }),
    search_code: tool({
      description:
        'Finds code by words and meaning. Use it for other places than those of pack. Takes "exact phrases", path:src, lang:python, kind:function, name:parse*.',
      inputSchema: inputOf<CodegrainToolInputs['search_code']>(
        {
          query: { type: 'string' },
          path: { type: 'string', description: 'Only paths with this glob or part' },
          limit,
        },
        'query',
      ),
      execute: async ({ query, path: glob, limit: hits }, { abortSignal: signal }) => {
        const filter = glob === undefined ? {} : { path: [glob] };
        return answerOf(await (await index.get()).search(query, { ...filter, limit: hits, signal }), tokens);
      },
    }),
    find_similar: tool({
      description: 'Finds code like the code at a line: copies, and other ways to do the same.',
      inputSchema: inputOf<CodegrainToolInputs['find_similar']>({ path, line, limit }, 'path', 'line'),
      execute: async ({ path: file, line: at, limit: hits }, { abortSignal: signal }) =>
        answerOf(await (await index.get()).similar({ path: file, line: at }, { limit: hits, signal }), tokens),
    }),
    get_chunk: tool({
      description: 'Returns the whole definition or section at a line of a file, with what it uses.',
      inputSchema: inputOf<CodegrainToolInputs['get_chunk']>({ path, line }, 'path', 'line'),
      execute: async ({ path: file, line: at }, { abortSignal: signal }) =>
        chunkAt(await index.get(), file, at, signal),
    }),
  };
}

type InputSchema = Parameters<typeof jsonSchema>[0] & { properties?: unknown };

function inputOf<Input>(
  properties: Exclude<InputSchema['properties'], undefined> & object,
  ...required: (keyof Input & string)[]
) {
  return jsonSchema<Input>({ type: 'object', properties, required, additionalProperties: false });
}

/** As many hits as fit; the first one always does. */
function answerOf({ hits, notices }: SearchResult, tokens: number): string {
  const blocks: string[] = [];
  let left = tokens;
  for (const hit of hits) {
    const block = blockOf(hit);
    left -= countTokens(block);
    if (left < 0 && blocks.length > 0) break;
    blocks.push(block);
  }
  const rest = hits.length - blocks.length;
  const found = hits.length === 0 ? ['Nothing was found. Try other words or fewer filters.'] : blocks;
  return [
    ...notices,
    ...found,
    ...(rest > 0 ? [`${rest} more hits have no room: ${placesOf(hits.slice(-rest))}`] : []),
  ].join('\n\n');
}

function blockOf({ path: file, startLine, endLine, language, text }: SearchHit): string {
  return `${file}:${startLine}-${endLine}\n\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}

function placesOf(hits: readonly SearchHit[]): string {
  return hits.map((hit) => `${hit.path}:${hit.startLine}`).join(', ');
}

/** Files that are not indexed, or that the index must not read, may be secret or ignored: `similar` refuses them. @throws CodegrainError */
async function chunkAt(index: CodeIndex, file: string, at: number, signal: AbortSignal | undefined): Promise<string> {
  await index.similar({ path: file, line: at }, { limit: 1, signal });
  const real = realFileInside(index.folder, file);
  if (real === undefined) throw new CodegrainError('not-found', `there is no file ${file} in the folder`);
  const { chunks } = await chunkFile(real, { path: file, signal });
  const found = chunks.find(({ role, startLine, endLine }) => role !== 'parent' && startLine <= at && at <= endLine);
  if (!found) throw new CodegrainError('not-found', `${file} has no line ${at}`);
  const { startLine, endLine, language, context, text } = found;
  return `${file}:${startLine}-${endLine}\n\`\`\`${language}\n${context}${text.trimEnd()}\n\`\`\``;
}
