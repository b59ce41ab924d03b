/** Which language model the flags name, where its key is, and how much it may cost. */
import { chooseChat } from '../../enrich/choose-chat';
import { EndpointChat } from '../../enrich/endpoint-chat';
import { TokenBudget } from '../../enrich/token-budget';
import type { OptionValues } from '../../options/option';
import { UsageError } from './flags';
import { chatFlags } from './shared-flags';

type ChatValues = OptionValues<typeof chatFlags>;

export const chatNotes =
  'The key of a server is read from the environment: CODEGRAIN_CHAT_KEY, or OPENAI_API_KEY where the server is api.openai.com.';

export function chatModelOf({ provider, endpoint, model, window, timeoutSeconds }: ChatValues): EndpointChat {
  if (provider !== 'ollama' && provider !== 'openai') {
    const found = provider === undefined ? '' : `, not "${provider}"`;
    throw new UsageError(`--provider must be ollama or openai${found}`);
  }
  const choice = chooseChat(
    { provider, url: endpoint, model, window, timeoutSeconds },
    (name) => `--${chatFlags[name === 'url' ? 'endpoint' : name].flag?.name}`,
  );
  if (choice.is === 'wrong') throw new UsageError(choice.problems.join('; '));
  const { dialect, options } = choice;
  const warn = (message: string): void => console.error(`codegrain: ${message}`);
  return new EndpointChat(dialect, { ...options, key: chatKey(options.url), warn });
}

export function budgetOf({ budget }: ChatValues): TokenBudget {
  return new TokenBudget(budget);
}

/** The key of OpenAI is for OpenAI: no other server gets to see it. */
function chatKey({ origin }: URL): string | undefined {
  const { CODEGRAIN_CHAT_KEY: own, OPENAI_API_KEY: openAi } = process.env;
  if (own !== undefined && own !== '') return own;
  return origin === 'https://api.openai.com' ? openAi : undefined;
}
