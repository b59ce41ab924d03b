/** From settings to a language model. Only reads: nothing is sent before the model is asked. */
import { readAddress } from '../embedding/server/server-address';
import { errorMessage } from '../shared/error-message';
import type { ChatDialect } from './chat-dialect';
import type { EndpointChatOptions } from './endpoint-chat';
import { ollamaChat } from './ollama-chat';
import { openaiChat } from './openai-chat';

export const chatProviders = ['ollama', 'openai'] as const;
type ChatProvider = (typeof chatProviders)[number];

interface ChatSettings {
  readonly provider: ChatProvider;
  /** Empty or undefined: the usual one of the provider. */
  readonly url?: string | undefined;
  readonly model?: string | undefined;
  readonly window?: number | undefined;
  readonly timeoutSeconds?: number | undefined;
}

export type ChatChoice =
  | { readonly is: 'endpoint'; readonly dialect: ChatDialect; readonly options: EndpointChatOptions }
  | { readonly is: 'wrong'; readonly problems: readonly string[] };

/** Least and most, the same as in package.json. */
export const chatLimits = {
  window: { least: 512, most: 10_000_000 },
  /** `fetch` itself gives up after five minutes. */
  timeoutSeconds: { least: 1, most: 300 },
} as const;

const dialects = { ollama: ollamaChat, openai: openaiChat } as const;
const usualAddress = { ollama: 'http://localhost:11434', openai: '' } as const;
const example = { ollama: 'qwen3:8b', openai: 'gpt-4.1-mini' } as const;

/** @param nameOf how a setting is called where the user changes it. */
export function chooseChat(settings: ChatSettings, nameOf: (setting: keyof ChatSettings) => string): ChatChoice {
  const { provider, window, timeoutSeconds } = settings;
  const problems: string[] = [];
  for (const name of ['window', 'timeoutSeconds'] as const) {
    const value = settings[name];
    const { least, most } = chatLimits[name];
    if (value !== undefined && !(Number.isInteger(value) && value >= least && value <= most)) {
      problems.push(`${nameOf(name)} is a whole number from ${least} to ${most}; not ${value}`);
    }
  }
  const model = settings.model?.trim() ?? '';
  if (model === '') problems.push(`${nameOf('model')} names the model of the server, such as ${example[provider]}`);
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
  const text = url.trim() || usualAddress[provider];
  if (text === '') {
    const examples = 'http://localhost:1234/v1 or https://api.openai.com/v1';
    problems.push(`${nameOf('url')} is the address of the server, such as ${examples}`);
    return undefined;
  }
  try {
    const address = readAddress(text);
    if (provider === 'ollama' && /\/v\d+\/*$/.test(address.pathname)) {
      problems.push(`${nameOf('url')} of Ollama has no /v1; with it, ${nameOf('provider')} is openai`);
    }
    return address;
  } catch (error) {
    problems.push(`${nameOf('url')}: ${errorMessage(error)}`);
    return undefined;
  }
}
