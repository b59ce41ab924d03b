/** `codegrain embed TEXT…`: prints the vectors of texts, or how alike they are. */
import { printable } from '../../chunking/records/describe-chunk';
import { loadBuiltIn } from '../../embedding/built-in/built-in-embedder';
import { embeddingLimits, openModel, providers } from '../../embedding/choose-embedder';
import type { Embedder, Side } from '../../embedding/embedder';
import type { Cut } from '../../embedding/server/server-inputs';
import { similarity } from '../../embedding/vector-math';
import { keyFor, modelChoice, modelFlags } from '../options/model-options';
import { readArguments, UsageError } from '../options/usage';
import { linesOf } from '../output/read-lines';

const help = `codegrain embed TEXT… [options]     "-", or no text, reads lines from standard input

  --similar             instead of vectors: how alike the first text and each other one are (cosine, 1 is the same)
  --query               as a question: all texts, or with --similar the first
  --json                with --similar: one JSON object per line
  --dimensions N        64, 128 or 256 of the built-in model; of a server what its model offers

  --provider P          ${providers.join(', ')} (default ${providers[0]})
  --endpoint URL        address of the server (default of ollama: http://localhost:11434)
  --model M             model of the server
  --max-tokens N        cut longer texts (default: what the model is known to read, else 2048)
  --query-prefix S, --passage-prefix S   put before each text (default: what the model is known to want)
  --timeout S           seconds to wait for an answer (default 60, at most ${embeddingLimits.timeoutSeconds.most})

Only with --provider does a text leave this process, to that address. The key of a server is read from the environment:
CODEGRAIN_EMBEDDING_KEY, or OPENAI_API_KEY where the server is api.openai.com.

Exit status: 0 something was printed, 1 there was no text, 2 wrong use or error.`;

/** Texts of which the vectors are printed before more are read. */
const GROUP = 256;

/** Digits that tell any two numbers of single precision apart. */
const DIGITS = 9;

export async function embedCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parse(args);
  if (values.help) {
    console.log(help);
    return 0;
  }
  if (values.json && !values.similar) throw new UsageError('--json goes with --similar; vectors are JSON anyway');
  if (positionals.length === 0 && process.stdin.isTTY) {
    throw new UsageError('embed needs at least one text; try: codegrain embed --help');
  }
  const choice = modelChoice(values);
  if (choice.is === 'wrong') throw new UsageError(choice.problems.join('; '));
  const embedder = await openModel(choice, {
    builtIn: loadBuiltIn,
    key: keyFor(choice),
    warn: (message) => console.error(`codegrain: ${message}`),
    onCut: (cut) => console.error(`codegrain: ${cutNote(cut)}`),
  });
  const texts = textsOf(positionals);
  return values.similar ? printSimilar(embedder, texts, values) : printVectors(embedder, texts, values.query);
}

type Values = ReturnType<typeof parse>['values'];

async function* textsOf(given: readonly string[]): AsyncGenerator<string> {
  for (const text of given.length === 0 ? ['-'] : given) {
    if (text === '-') yield* linesOf(process.stdin);
    else yield text;
  }
}

async function printVectors(embedder: Embedder, texts: AsyncIterable<string>, isQuery: boolean): Promise<number> {
  let printed = 0;
  for await (const { vector } of embedded(embedder, texts, isQuery ? 'query' : 'passage')) {
    await print(`[${Array.from(vector, (value) => Number(value.toPrecision(DIGITS))).join(',')}]`);
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
  if (!from) throw new Error('the model gave no vector');
  let printed = 0;
  for await (const { text, vector } of embedded(embedder, texts, 'passage')) {
    const alike = similarity(from, vector);
    const line = printable(text.replace(/\s+/g, ' ').trim());
    await print(json ? JSON.stringify({ similarity: alike, text }) : `${alike.toFixed(4)}  ${line}`);
    printed++;
  }
  if (printed === 0) throw new UsageError('--similar needs a second text');
  return 0;
}

async function* embedded(
  embedder: Embedder,
  texts: AsyncIterable<string>,
  side: Side,
): AsyncGenerator<{ readonly text: string; readonly vector: Float32Array }> {
  const embed = async function* (group: readonly string[]) {
    const vectors = await embedder.embed(group, side);
    for (const [i, text] of group.entries()) {
      const vector = vectors[i];
      if (vector) yield { text, vector };
    }
  };
  let group: string[] = [];
  for await (const text of texts) {
    group.push(text);
    if (group.length < GROUP) continue;
    yield* embed(group);
    group = [];
  }
  if (group.length > 0) yield* embed(group);
}

async function print(line: string): Promise<void> {
  if (!process.stdout.write(`${line}\n`)) await new Promise((done) => process.stdout.once('drain', done));
}

function cutNote({ text, kept, by }: Cut): string {
  const why = by === 'limit' ? 'the limit' : 'what the server takes';
  const start = printable(text.slice(0, 40).replace(/\s+/g, ' ').trim());
  return `cut at ${why}: the first ${kept} of ${text.length} characters of "${start}…" were embedded`;
}

function parse(args: readonly string[]) {
  return readArguments(args, {
    similar: { type: 'boolean', default: false },
    query: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    ...modelFlags,
    'max-tokens': { type: 'string' },
  });
}
