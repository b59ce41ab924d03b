/** What the flags of a command choose: how text is chunked, and which model embeds it. */
import { impossible } from '../../../code/cut/strategies';
import { loadBuiltIn } from '../../../embedding/built-in/built-in-embedder';
import { chooseEmbedder, type EmbedderChoice, type NameOf, openEmbedder } from '../../../embedding/choose-embedder';
import type { Embedder } from '../../../embedding/embedder';
import { serviceKey } from '../../../embedding/server/known-services';
import type { Cut } from '../../../embedding/server/server-inputs';
import { strategyIdentity } from '../../../engine/workers/strategy-module';
import { type ChunkOptions, chunkOptions, completeChunkOptions } from '../../../options/chunk-options';
import { embeddingOptions } from '../../../options/embedding-options';
import type { OptionValues } from '../../../options/option';
import { type UnusedOption, unusedOptions } from '../../../options/unused-options';
import { errorMessage } from '../../../shared/error-message';
import { printError } from '../../../shared/print';
import { recommendedCounter } from '../../../tokens/counter-table';
import { UsageError } from './flags';

type EmbeddingValues = OptionValues<typeof embeddingOptions>;

/**
 * @param model whose token counter is used where no counter is named.
 * @param warn receives a sentence for each flag that does nothing beside the others.
 */
export function chunkOptionsOf(
  chosen: Partial<ChunkOptions>,
  model?: string,
  warn: (warning: string) => void = (warning) => printError(`codegrain: ${warning}`),
): ChunkOptions {
  const counter = chosen.counter ?? (model === undefined ? undefined : recommendedCounter(model));
  const { customStrategy, ...others } = chosen;
  const options = completeChunkOptions({
    ...others,
    ...(counter && { counter }),
    ...(customStrategy !== undefined && { customStrategy: identityOf(customStrategy) }),
  });
  const problem = impossible(options);
  if (problem !== undefined) throw new UsageError(problem);
  for (const unused of unusedOptions(chosen)) warn(unusedText(unused));
  return options;
}

function identityOf(file: string): string {
  try {
    return strategyIdentity(file);
  } catch (error) {
    throw new UsageError(`--custom-strategy: ${errorMessage(error)}`);
  }
}

export function unusedText({ option, because }: UnusedOption): string {
  return `--${chunkOptions[option].flag?.name} ${unusedTexts[because]}`;
}

const unusedTexts: Readonly<Record<UnusedOption['because'], string>> = {
  'no-semantic': 'does nothing without the strategy semantic',
  'strategy-wins': 'does nothing beside --strategy, which also cuts prose',
  'no-overlap': 'does nothing with this strategy: only boundary and sliding-window repeat text',
  'overlap-tokens-win': 'does nothing beside --overlap-tokens',
  'no-context': 'does nothing with --context none',
  'no-prose': 'did nothing: no file was prose',
  'no-conversation': 'did nothing: no file was a conversation',
};

/** The model that the flags name: a server's, opened, or the built-in one, perhaps shortened. */
export async function chosenModel(
  values: EmbeddingValues,
): Promise<{ readonly embedder: Embedder } | { readonly dimensions: number | undefined }> {
  const choice = modelChoice(values);
  return choice.is === 'built-in' ? { dimensions: choice.dimensions } : { embedder: await opened(choice) };
}

/** The model of a server, if the flags name one. */
export async function serverModel(values: EmbeddingValues): Promise<Embedder | undefined> {
  const model = await chosenModel(values);
  return 'embedder' in model ? model.embedder : undefined;
}

/** @param onCut is told of texts that are too long for a model on a server. */
export async function chosenEmbedder(values: EmbeddingValues, onCut?: (cut: Cut) => void): Promise<Embedder> {
  return opened(modelChoice(values), onCut);
}

function opened(choice: EmbedderChoice, onCut?: (cut: Cut) => void): Promise<Embedder> {
  const warn = (message: string): void => printError(`codegrain: ${message}`);
  return openEmbedder(choice, { builtIn: loadBuiltIn, key: embeddingKey(choice), warn, ...(onCut && { onCut }) });
}

export function modelChoice({ endpoint, ...settings }: EmbeddingValues): EmbedderChoice {
  if (settings.provider === 'built-in' && (endpoint !== '' || settings.model !== ''))
    throw new UsageError('--endpoint and --model need --provider, such as ollama or openai');
  const choice = chooseEmbedder({ ...settings, url: endpoint }, flagName);
  if (choice.is === 'wrong') throw new UsageError(choice.problems.join('; '));
  return choice;
}

const flagName: NameOf = (setting) => `--${embeddingOptions[setting === 'url' ? 'endpoint' : setting].flag?.name}`;

/** The key of a service is for that service: no other server gets to see it. */
function embeddingKey(choice: EmbedderChoice): string | undefined {
  const { CODEGRAIN_EMBEDDING_KEY: own } = process.env;
  if (own !== undefined && own !== '') return own;
  return choice.is === 'endpoint' ? serviceKey(choice.options.url) : undefined;
}
