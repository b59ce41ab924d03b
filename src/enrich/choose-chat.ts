/** Chooses a language model from settings. Sends nothing. */
import { readServerAddress } from '../embedding/server/server-address';
import { enrichOptions } from '../options/enrich-options';
import { isAllowedNumber, type OptionValue, ruleOf } from '../options/option';
import { errorMessage } from '../shared/error-message';
import type { ChatDialect } from './chat-dialect';
import type { EndpointChatOptions } from './endpoint-chat';
import { ollamaChat } from './ollama-chat';
import { openaiChat } from './openai-chat';

/** The providers that are servers; `editor` asks a model of VS Code. */
type ChatProvider = Exclude<OptionValue<typeof enrichOptions.provider>, 'editor'>;

interface ChatSettings {
  readonly provider: ChatProvider;
  /** Empty or undefined: the default of the provider. */
  readonly url?: string | undefined;
  readonly model?: string | undefined;
  readonly window?: number | undefined;
  readonly timeoutSeconds?: number | undefined;
}

export type ChatChoice =
  | { readonly is: 'endpoint'; readonly dialect: ChatDialect; readonly options: EndpointChatOptions }
  | { readonly is: 'wrong'; readonly problems: readonly string[] };

const dialects = { ollama: ollamaChat, openai: openaiChat } as const;
const defaultAddress = { ollama: 'http://localhost:11434', openai: '' } as const;
const example = { ollama: 'qwen3:8b', openai: 'gpt-4.1-mini' } as const;

/** @param nameOf the name of a setting where the user changes it, such as a flag. */
export function chooseChat(settings: ChatSettings, nameOf: (setting: keyof ChatSettings) => string): ChatChoice {
  const { provider, window, timeoutSeconds } = settings;
  const problems: string[] = [];
  for (const name of ['window', 'timeoutSeconds'] as const) {
    const value = settings[name];
    const option = enrichOptions[name];
    if (value !== undefined && !isAllowedNumber(option, value)) {
      problems.push(`${nameOf(name)} must be ${ruleOf(option)}, not ${value}`);
    }
  }
  const model = settings.model?.trim() ?? '';
  if (model === '') problems.push(`${nameOf('model')} must name a model of the server, such as ${example[provider]}`);
  const url = addressOf(settings, nameOf, problems);
  if (!url || problems.length > 0) return { is: 'wrong', problems };
  const timeoutMs = timeoutSeconds === undefined ? undefined : timeoutSeconds * 1000;
  return { is: 'endpoint', dialect: dialects[provider], options: { url, model, window, timeoutMs } };
}

function addressOf(
  { provider, url = '' }: ChatSettings,
  nameOf: (setting: keyof ChatSettings) => string,
  problems: string[],
): URL | undefined {
  const text = url.trim() || defaultAddress[provider];
  if (text === '') {
    const examples = 'http://localhost:1234/v1 or https://api.openai.com/v1';
    problems.push(`${nameOf('url')} must be the address of the server, such as ${examples}`);
    return undefined;
  }
  try {
    const address = readServerAddress(text);
    if (provider === 'ollama' && /\/v\d+\/*$/.test(address.pathname)) {
      problems.push(
        `${nameOf('url')}: the address of Ollama does not end in /v1; to use /v1, set ${nameOf('provider')} to openai`,
      );
    }
    return address;
  } catch (error) {
    problems.push(`${nameOf('url')}: ${errorMessage(error)}`);
    return undefined;
  }
}
