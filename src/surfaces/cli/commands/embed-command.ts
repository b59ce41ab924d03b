/** `codegrain embed TEXT…` prints the vectors of texts, or how similar they are. */

import type { Embedder, EmbeddingSide } from '../../../embedding/embedder';
import type { Cut } from '../../../embedding/server/server-inputs';
import { similarity } from '../../../embedding/vector-math';
import { embeddingOptions } from '../../../options/embedding-options';
import type { OptionValues } from '../../../options/option';
import { inGroups } from '../../../shared/in-order';
import { printableJson, printError, writeOutput } from '../../../shared/print';
import { printablePath } from '../../../shared/printable-path';
import { chosenEmbedder } from '../options/chosen-options';
import { type CommandAbout, command } from '../options/command-help';
import { UsageError } from '../options/flags';
import { switchFlag } from '../options/shared-flags';
import { readLines } from '../output/read-lines';

export const embedAbout = {
  usage: 'embed TEXT… [options]',
  about:
    'Print the vector of each text as JSON, or with --similar how similar texts are. "-", or no text, reads lines from standard input.',
  flags: {
    own: {
      similar: switchFlag(
        'similar',
        'Print how similar the first text and each other text are (cosine; 1 is the same) instead of vectors.',
      ),
      query: switchFlag('query', 'Embed all texts as queries; with `--similar` only the first one.'),
      json: switchFlag('json', 'With `--similar`: one JSON object per line.'),
    },
    embedding: {
      ...embeddingOptions,
      // Nothing is chunked here, so the usual name is free.
      maxTokens: {
        ...embeddingOptions.maxTokens,
        flag: { ...embeddingOptions.maxTokens.flag, name: 'max-tokens' },
      },
    },
  },
  notes:
    'Text leaves this process only with --provider, and only to that address. The key of a server is read from the environment: CODEGRAIN_EMBEDDING_KEY, or for a service at its own address its own variable (OPENAI_API_KEY, GEMINI_API_KEY, COHERE_API_KEY, VOYAGE_API_KEY, MISTRAL_API_KEY). docs/providers.md has a table.',
  exit: '0 something was printed, 1 there was no text, 2 wrong use or error.',
} satisfies CommandAbout;

/** Texts per batch: their vectors are printed before more texts are read. */
const batchSize = 256;

/** Enough significant digits to tell any two single-precision numbers apart. */
const digits = 9;

export const embedCommand = command(embedAbout, async ({ values: groups, positionals }) => {
  const values = groups.own;
  if (values.json && !values.similar)
    throw new UsageError('--json needs --similar; vectors are always printed as JSON');
  if (positionals.length === 0 && process.stdin.isTTY)
    throw new UsageError('embed needs at least one text; try: codegrain embed --help');
  const embedder = await chosenEmbedder(groups.embedding, (cut) => printError(`codegrain: ${cutNote(cut)}`));
  const texts = textsOf(positionals);
  return values.similar ? printSimilar(embedder, texts, values) : printVectors(embedder, texts, values.query);
});

type Values = OptionValues<typeof embedAbout.flags.own>;

async function* textsOf(given: readonly string[]): AsyncGenerator<string> {
  for (const text of given.length === 0 ? ['-'] : given) {
    if (text === '-') yield* readLines(process.stdin);
    else yield text;
  }
}

async function printVectors(embedder: Embedder, texts: AsyncIterable<string>, isQuery: boolean): Promise<number> {
  let printed = 0;
  for await (const { vector } of embedded(embedder, texts, isQuery ? 'query' : 'passage')) {
    await writeOutput(`[${Array.from(vector, (value) => Number(value.toPrecision(digits))).join(',')}]\n`);
    printed++;
  }
  return printed > 0 ? 0 : 1;
}

async function printSimilar(
  embedder: Embedder,
  texts: AsyncGenerator<string>,
  { query, json }: Pick<Values, 'query' | 'json'>,
): Promise<number> {
  const first = await texts.next();
  if (first.done) return 1;
  const [from] = await embedder.embed([first.value], query ? 'query' : 'passage');
  if (!from) throw new Error('the model returned no vector');
  let printed = 0;
  for await (const { text, vector } of embedded(embedder, texts, 'passage')) {
    const score = similarity(from, vector);
    const line = printablePath(text.replace(/\s+/g, ' ').trim());
    const record = json ? printableJson({ similarity: score, text }) : `${score.toFixed(4)}  ${line}`;
    await writeOutput(`${record}\n`);
    printed++;
  }
  if (printed === 0) throw new UsageError('--similar needs a second text');
  return 0;
}

async function* embedded(
  embedder: Embedder,
  texts: AsyncIterable<string>,
  side: EmbeddingSide,
): AsyncGenerator<{ readonly text: string; readonly vector: Float32Array }> {
  for await (const group of inGroups(texts, ({ length }) => length === batchSize)) {
    const vectors = await embedder.embed(group, side);
    for (const [i, text] of group.entries()) {
      const vector = vectors[i];
      if (vector) yield { text, vector };
    }
  }
}

function cutNote({ text, kept, by }: Cut): string {
  const why = by === 'limit' ? 'the limit' : 'the server';
  const start = printablePath(text.slice(0, 40).replace(/\s+/g, ' ').trim());
  return `truncated to fit ${why}: embedded the first ${kept} of ${text.length} characters of "${start}…"`;
}
