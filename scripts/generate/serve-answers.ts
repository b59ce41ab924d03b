/** What each method of `codegrain serve` does, and what its answers look like, for docs/serve.md and docs/serve.schema.json. */
import * as z from 'zod';
import type { CodegrainErrorCode } from '../../src/surfaces/library/library';
import { optional } from '../../src/surfaces/serve/serve-method';
import { protocolVersion } from '../../src/surfaces/serve/serve-methods';

interface ServeAnswer {
  readonly about: string;
  /** What its events look like, if it has any. */
  readonly event?: z.ZodType;
  readonly result: z.ZodType;
}

/** The errors of the library, which are answers, too. */
export const libraryErrorCodes: Readonly<Record<CodegrainErrorCode, string>> = {
  'invalid-argument': 'A parameter has a value that is not allowed.',
  'not-found': 'There is no such file, folder, or line in the index.',
  skipped: 'The file cannot be chunked: it is binary, too large, or cannot be read.',
  'no-index': 'The folder is not indexed yet: call `refresh` first.',
  'index-locked': 'Another program is writing the index.',
  'index-unusable': 'The index cannot be read or written.',
  closed: 'The process is ending.',
  failed: 'Anything else.',
};

const chunkRecord = z.unknown().meta({ $ref: 'chunk-record.schema.json' });

const chunkedShape = {
  path: z.string().describe('As in the records.'),
  language: z.string().describe('The id of the language or format; `text` if it is not known.'),
  chunks: z.array(chunkRecord).describe('In source order, parents before their children.'),
  fallback: optional(z.string(), 'Why the text was not cut by its syntax; missing if it was.'),
  encoding: optional(z.string(), 'The encoding of the file, if it is not UTF-8.'),
  warnings: z.array(z.string()).describe('Problems that were worked around.'),
};

const count = z.int().min(0);
const placeShape = {
  path: z.string().describe('Relative to the folder, with `/`.'),
  startLine: count.describe('1-based, inclusive.'),
  endLine: count.describe('Inclusive.'),
  name: z.string(),
  kind: z.string(),
  language: z.string(),
  scope: z.array(z.string()),
};
const notices = z.array(z.string()).describe('What to know about the query or the index.');
const hitsShape = z.looseObject({
  hits: z.array(
    z.looseObject({
      id: z.string().describe('Of the chunk.'),
      ...placeShape,
      score: z.number().optional().describe('Comparable only within one answer; missing for what is listed.'),
      frame: z.number().optional().describe('The frame of a pasted trace, from 1.'),
      deepest: z.literal(true).optional().describe('Of the frames in the folder the one nearest to the error.'),
      text: z.string(),
    }),
  ),
  confidence: optional(z.enum(['strong', 'weak', 'none']), 'How sure it is that the hits answer the query.'),
  total: optional(count, 'How many there are in all; only for a query of filters alone.'),
  missingNames: optional(
    z.array(z.object({ name: z.string(), nearest: z.array(z.string()), isUsed: z.boolean() })),
    'Names that the query asks for and no code defines.',
  ),
  notices,
});

/** By the name of the method. */
const serveAnswers: Readonly<Record<string, ServeAnswer>> = {
  hello: {
    about: 'Say which protocol, version and methods there are. A client may call it first; it need not.',
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
  },
  chunk: { about: 'Cut a text into chunks.', result: z.object(chunkedShape) },
  chunkFile: { about: 'Cut a file into chunks.', result: z.object(chunkedShape) },
  chunkFolder: {
    about: 'Cut the files of a folder into chunks: an event for each file.',
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
  },
  countTokens: {
    about: 'Count the tokens of texts.',
    result: z.object({ tokens: z.array(count).describe('In the order of the texts.') }),
  },
  embed: {
    about: 'Embed texts with the built-in model.',
    result: z.object({
      vectors: z
        .array(z.union([z.array(z.number()), z.string()]))
        .describe('In the order of the texts. Of length 1, so that a dot product is the similarity.'),
    }),
  },
  refresh: {
    about: 'Make the index of a folder, or update it. Progress comes as events.',
    event: z.looseObject({ type: z.literal('progress'), step: z.string(), done: count, total: count, chunks: count }),
    result: z.looseObject({
      added: count,
      changed: count,
      removed: count,
      unchanged: count,
      files: count.describe('In the index.'),
      chunks: count.describe('Chunks that are searched.'),
      rebuilt: optional(z.string(), 'Why the index was made again from the start; missing if it was not.'),
      warnings: z.array(z.string()),
    }),
  },
  search: { about: 'Find code by words and meaning in the index of a folder.', result: hitsShape },
  similar: { about: 'Find code like the code at a line.', result: hitsShape },
  pack: {
    about: 'Give the code to open for a question, an issue or an error, as one text within a token budget.',
    result: z.looseObject({
      text: z.string(),
      tokens: count,
      confidence: optional(z.enum(['strong', 'weak', 'none']), 'Missing if nothing was found.'),
      places: z.array(z.looseObject(placeShape)).describe('In the order of the text, the likeliest first.'),
      leftOut: z.object({ places: count, files: count }).describe('Places that were found and have no room.'),
      notices,
    }),
  },
  cancel: {
    about: 'Stop a request. It is answered with the error `cancelled`, or with its result if that was ready before.',
    result: z.object({ cancelled: z.boolean().describe('False if there is no such request, or it has its answer.') }),
  },
  shutdown: {
    about: 'Stop all requests and end the process. Its answer is the last line.',
    result: z.object({}),
  },
};

export function serveAnswer(method: string): ServeAnswer {
  const answer = serveAnswers[method];
  if (!answer) throw new Error(`the method ${method} is not described`);
  return answer;
}
