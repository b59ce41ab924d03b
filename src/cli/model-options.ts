/** Options that say which model embeds, and where its key is. */
import { type Choice, chooseModel, type NameOf, providers } from '../embedding/choose';
import { oneOf, UsageError, wholeNumber } from './usage';

export interface ModelValues {
  readonly provider: string;
  readonly endpoint?: string | undefined;
  readonly model?: string | undefined;
  readonly dimensions?: string | undefined;
  readonly 'max-tokens'?: string | undefined;
  readonly 'query-prefix'?: string | undefined;
  readonly 'passage-prefix'?: string | undefined;
  readonly timeout?: string | undefined;
}

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
