/** The methods that cut texts, files and folders into chunks, with the names and options of the library. */
import * as z from 'zod';
import { chunkOptions } from '../../options/chunk-options';
import { fileOptions } from '../../options/file-options';
import { type ChunkedText, chunk, chunkFile, chunkFolder } from '../library/library';
import { optionShape } from './request-line';
import { serveMethod } from './serve-method';

const chunkShape = optionShape(chunkOptions);
const { include, exclude, maxBytes, force } = optionShape(fileOptions);

const language = z
  .string()
  .optional()
  .describe('The id of a language or format, such as `typescript`. Default: by path and text.');

const chunkRecord = z.unknown().meta({ $ref: 'chunk-record.schema.json' });

const chunkedShape = {
  path: z.string().describe('As in the records.'),
  language: z.string().describe('The id of the language or format; `text` if it is not known.'),
  chunks: z.array(chunkRecord).describe('In source order, parents before their children.'),
  fallback: z.string().optional().describe('Why the text was not cut by its syntax; missing if it was.'),
  encoding: z.string().optional().describe('The encoding of the file, if it is not UTF-8.'),
  warnings: z.array(z.string()).describe('Problems that were worked around.'),
};

export const chunkMethod = serveMethod({
  about: 'Cut a text into chunks.',
  params: z.strictObject({
    text: z.string(),
    path: z
      .string()
      .optional()
      .describe('The path in the records, from which the language is found, too. Default `-`.'),
    language,
    ...chunkShape,
  }),
  result: z.object(chunkedShape),
  run: async ({ text, ...options }, { signal }) => chunk(text, { ...options, signal }),
});

export const chunkFileMethod = serveMethod({
  about: 'Cut a file into chunks.',
  params: z.strictObject({
    file: z.string(),
    path: z.string().optional().describe('The path in the records. Default: relative to the current folder.'),
    language,
    maxBytes,
    force,
    ...chunkShape,
  }),
  result: z.object(chunkedShape),
  run: async ({ file, ...options }, { signal }) => chunkFile(file, { ...options, signal }),
});

const count = z.int().min(0);

export const chunkFolderMethod = serveMethod({
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
