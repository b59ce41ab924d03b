/** Which language model the flags name, where its key is, and how much it may cost. */
import { serviceKey } from '../../../embedding/server/known-services';
import { enrichOptions } from '../../../options/enrich-options';
import { type OptionValues, valuesOf } from '../../../options/option';
import { printError } from '../../../shared/print';
import { type ChatProvider, chooseChat } from '../../../wings/models/choose-chat';
import { EndpointChat } from '../../../wings/models/endpoint-chat';
import { TokenBudget } from '../../../wings/models/model-asker';
import { UsageError } from './flags';
import { chatFlags } from './shared-flags';

type ChatValues = OptionValues<typeof chatFlags>;

export const chatNotes =
  'The key of a server is read from the environment: CODEGRAIN_CHAT_KEY, or for a service at its own address its own variable (OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY, COHERE_API_KEY, MISTRAL_API_KEY). docs/providers.md has a table.';

export function chatModelOf({ provider, endpoint, model, window, timeoutSeconds }: ChatValues): EndpointChat {
  if (!isChatProvider(provider)) {
    const found = provider === undefined ? '' : `, not "${provider}"`;
    throw new UsageError(
      `--provider must be ${chatProviders.slice(0, -1).join(', ')} or ${chatProviders.at(-1)}${found}`,
    );
  }
  const choice = chooseChat(
    { provider, url: endpoint, model, window, timeoutSeconds },
    (name) => `--${chatFlags[name === 'url' ? 'endpoint' : name].flag?.name}`,
  );
  if (choice.is === 'wrong') throw new UsageError(choice.problems.join('; '));
  const { dialect, options } = choice;
  const warn = (message: string): void => printError(`codegrain: ${message}`);
  return new EndpointChat(dialect, { ...options, key: chatKey(options.url), warn });
}

export function budgetOf({ budget }: ChatValues): TokenBudget {
  return new TokenBudget(budget);
}

/** The key of a service is for that service: no other server gets to see it. */
function chatKey(url: URL): string | undefined {
  const { CODEGRAIN_CHAT_KEY: own } = process.env;
  return own !== undefined && own !== '' ? own : serviceKey(url);
}

/** The command line has no models of VS Code. */
const chatProviders = valuesOf(enrichOptions.provider).filter((name) => name !== 'editor');

function isChatProvider(name: string | undefined): name is ChatProvider {
  return chatProviders.some((each) => each === name);
}
