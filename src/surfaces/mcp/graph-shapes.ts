/** Definitions of the graph in answers, as schemas that clients and models see. */
import * as z from 'zod';
import type { GraphEntry, GraphPlace } from '../../index/graph/graph-entry';
import { foundHows } from '../../index/graph/resolve/meaning';

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

export const dependencyShape = () => z.object({ ...definition(), how: how() });

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
