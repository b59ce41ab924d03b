/** Options that say which model embeds, and where its key is. */
import { loadBuiltIn } from '../../embedding/built-in/built-in-embedder';
import { type Choice, chooseModel, type NameOf, openModel, providers } from '../../embedding/choose-embedder';
import type { Embedder } from '../../embedding/embedder';
import { oneOf, UsageError, wholeNumber } from './usage';

interface ModelValues {
  readonly provider: string;
  readonly endpoint?: string | undefined;
  readonly model?: string | undefined;
  readonly dimensions?: string | undefined;
  readonly 'max-tokens'?: string | undefined;
  readonly 'query-prefix'?: string | undefined;
  readonly 'passage-prefix'?: string | undefined;
  readonly timeout?: string | undefined;
}

/** `--max-tokens` is not among them: to those who chunk it means the size of chunks. */
export const modelFlags = {
  provider: { type: 'string', default: providers[0] },
  endpoint: { type: 'string' },
  model: { type: 'string' },
  dimensions: { type: 'string' },
  'query-prefix': { type: 'string' },
  'passage-prefix': { type: 'string' },
  timeout: { type: 'string' },
} as const;

export function modelChoice(values: ModelValues): Choice {
  const number = (name: 'dimensions' | 'max-tokens' | 'timeout'): number | undefined => {
    const value = values[name];
    return value === undefined ? undefined : wholeNumber(name, value, 1, 1e6);
  };
  const provider = oneOf('provider', values.provider, providers);
  if (provider === 'built-in' && (values.endpoint ?? values.model) !== undefined) {
    throw new UsageError('--endpoint and --model go with --provider ollama or openai');
  }
  return chooseModel(
    {
      provider,
      url: values.endpoint,
      model: values.model,
      dimensions: number('dimensions'),
      maxTokens: number('max-tokens'),
      queryPrefix: values['query-prefix'],
      passagePrefix: values['passage-prefix'],
      timeoutSeconds: number('timeout'),
    },
    optionOf,
  );
}

const optionOf: NameOf = (setting) => {
  switch (setting) {
    case 'url':
      return '--endpoint';
    case 'timeoutSeconds':
      return '--timeout';
    default:
      return `--${setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  }
};

/** The key of OpenAI is for OpenAI: no other server gets to see it. */
export function keyFor(choice: Choice): string | undefined {
  const { CODEGRAIN_EMBEDDING_KEY: own, OPENAI_API_KEY: openAi } = process.env;
  if (own !== undefined && own !== '') return own;
  return choice.is === 'endpoint' && choice.options.url.origin === 'https://api.openai.com' ? openAi : undefined;
}

/** The model that the options name: a server's, opened, or the built-in one, perhaps shortened. */
export async function chosenModel(
  values: ModelValues,
): Promise<{ readonly embedder: Embedder } | { readonly dimensions: number | undefined }> {
  const choice = modelChoice(values);
  if (choice.is === 'wrong') throw new UsageError(choice.problems.join('; '));
  if (choice.is === 'built-in') return { dimensions: choice.dimensions };
  const warn = (message: string): void => console.error(`codegrain: ${message}`);
  return { embedder: await openModel(choice, { builtIn: loadBuiltIn, key: keyFor(choice), warn }) };
}
