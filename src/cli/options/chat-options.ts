/** Options that say which language model is asked, where its key is, and how much it may cost. */

import { usualTimeoutSeconds } from '../../enrich/chat-model';
import { chatLimits, chatProviders, chooseChat } from '../../enrich/choose-chat';
import { EndpointChat } from '../../enrich/endpoint-chat';
import { Budget } from '../../enrich/token-budget';
import { oneOf, UsageError, wholeNumber } from './usage';

export const chatFlags = {
  provider: { type: 'string' },
  endpoint: { type: 'string' },
  model: { type: 'string' },
  window: { type: 'string' },
  timeout: { type: 'string' },
  budget: { type: 'string' },
  yes: { type: 'boolean', short: 'y', default: false },
} as const;

export const chatHelp = `  --provider P              what is asked: ${chatProviders.join(' or ')}
  --endpoint URL            address of the server (default of ollama: http://localhost:11434)
  --model M                 model of the server
  --window N                tokens it has room for, question and answer together (default: what the model is known to have, else 8192)
  --timeout S               seconds to wait for an answer (default ${usualTimeoutSeconds}, at most ${chatLimits.timeoutSeconds.most})
  --budget N                most tokens to spend; what is left then is asked for by the next run
  --yes                     send without asking; needed where no one can be asked

The key of a server is read from the environment: CODEGRAIN_CHAT_KEY, or OPENAI_API_KEY where the server is api.openai.com.`;

interface ChatValues {
  readonly provider?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly model?: string | undefined;
  readonly window?: string | undefined;
  readonly timeout?: string | undefined;
  readonly budget?: string | undefined;
}

export function chatModelOf(values: ChatValues): EndpointChat {
  if (values.provider === undefined) {
    throw new UsageError(`--provider says which language model is asked: ${chatProviders.join(' or ')}`);
  }
  const number = (name: 'window' | 'timeout'): number | undefined => {
    const value = values[name];
    return value === undefined ? undefined : wholeNumber(name, value, 1, 1e9);
  };
  const choice = chooseChat(
    {
      provider: oneOf('provider', values.provider, chatProviders),
      url: values.endpoint,
      model: values.model,
      window: number('window'),
      timeoutSeconds: number('timeout'),
    },
    (name) => (name === 'url' ? '--endpoint' : name === 'timeoutSeconds' ? '--timeout' : `--${name}`),
  );
  if (choice.is === 'wrong') throw new UsageError(choice.problems.join('; '));
  const { dialect, options } = choice;
  const warn = (message: string): void => console.error(`codegrain: ${message}`);
  return new EndpointChat(dialect, { ...options, key: keyFor(options.url), warn });
}

export function budgetOf({ budget }: ChatValues): Budget {
  return new Budget(budget === undefined ? undefined : wholeNumber('budget', budget, 1, 1e12));
}

/** The key of OpenAI is for OpenAI: no other server gets to see it. */
function keyFor({ origin }: URL): string | undefined {
  const { CODEGRAIN_CHAT_KEY: own, OPENAI_API_KEY: openAi } = process.env;
  if (own !== undefined && own !== '') return own;
  return origin === 'https://api.openai.com' ? openAi : undefined;
}
