/**
 * From settings to a model, in two steps: `chooseModel` only reads, and says what to fix; `openModel` may ask a server. In
 * between the caller can look at where texts would go, and ask whether they may.
 */

import { embeddingOptions } from '../options/embedding-options';
import { isAllowedNumber, type OptionValue, ruleOf } from '../options/option';
import { errorMessage } from '../shared/error-message';
import type { Embedder } from './embedder';
import { type EndpointModel, openEndpoint } from './server/endpoint-embedder';
import { ollama } from './server/ollama-embeddings';
import { openai } from './server/openai-embeddings';
import { readAddress } from './server/server-address';
import type { Dialect } from './server/vector-client';
import { shortened } from './shorten-vectors';

export interface EmbeddingSettings {
  readonly provider: OptionValue<typeof embeddingOptions.provider>;
  /** Empty or undefined: the usual one of the provider. */
  readonly url?: string | undefined;
  readonly model?: string | undefined;
  readonly dimensions?: number | undefined;
  readonly maxTokens?: number | undefined;
  /** Put before each text; undefined: what the model is known to need. */
  readonly queryPrefix?: string | undefined;
  readonly passagePrefix?: string | undefined;
  readonly timeoutSeconds?: number | undefined;
}

/** How a setting is called where the user changes it: an option of the command line, an id of the editor. */
export type NameOf = (setting: keyof EmbeddingSettings) => string;

export type Choice =
  | { readonly is: 'built-in'; readonly dimensions: number | undefined }
  | { readonly is: 'endpoint'; readonly dialect: Dialect; readonly options: EndpointModel }
  | { readonly is: 'wrong'; readonly problems: readonly string[] };

/** The sizes that the built-in model was trained for. */
const builtInDimensions = [64, 128, 256] as const;

const dialects = { ollama, openai } as const;
const usualAddress = { ollama: 'http://localhost:11434', openai: undefined } as const;
const example = { ollama: 'nomic-embed-text', openai: 'text-embedding-3-small' } as const;

export function chooseModel(settings: EmbeddingSettings, nameOf: NameOf): Choice {
  const { provider, dimensions } = settings;
  const problems = outOfRange(settings, nameOf);
  if (provider === 'built-in') {
    if (dimensions !== undefined && !builtInDimensions.some((each) => each === dimensions)) {
      return wrong(`${nameOf('dimensions')} of the built-in model is 64, 128 or 256; not ${dimensions}`);
    }
    return { is: 'built-in', dimensions };
  }
  const url = addressOf(provider, settings.url?.trim() ?? '', nameOf, problems);
  const model = settings.model?.trim() ?? '';
  if (model === '') problems.push(`${nameOf('model')} names the model of the server, such as ${example[provider]}`);
  if (url === undefined || problems.length > 0) return wrong(...problems);
  return {
    is: 'endpoint',
    dialect: dialects[provider],
    options: {
      url,
      model,
      dimensions,
      maxTokens: settings.maxTokens,
      queryPrefix: settings.queryPrefix,
      passagePrefix: settings.passagePrefix,
      timeoutMs: settings.timeoutSeconds === undefined ? undefined : settings.timeoutSeconds * 1000,
    },
  };
}

interface OpenParts extends Pick<EndpointModel, 'key' | 'onCut' | 'warn'> {
  readonly builtIn: () => Promise<Embedder>;
  readonly signal?: AbortSignal | undefined;
}

/** @throws with what to fix where the choice is wrong; whatever the model throws where it cannot be used. */
export async function openModel(choice: Choice, { builtIn, signal, ...parts }: OpenParts): Promise<Embedder> {
  switch (choice.is) {
    case 'wrong':
      throw new Error(choice.problems.join('; '));
    case 'built-in': {
      const model = await builtIn();
      return choice.dimensions === undefined ? model : shortened(model, choice.dimensions);
    }
    case 'endpoint':
      return openEndpoint(choice.dialect, { ...choice.options, ...parts }, signal);
  }
}

function outOfRange(settings: EmbeddingSettings, nameOf: NameOf): string[] {
  return (['dimensions', 'maxTokens', 'timeoutSeconds'] as const).flatMap((name) => {
    const value = settings[name];
    const option = embeddingOptions[name];
    if (value === undefined || isAllowedNumber(option, value)) return [];
    return [`${nameOf(name)} must be ${ruleOf(option)}, not ${value}`];
  });
}

function addressOf(provider: 'ollama' | 'openai', given: string, nameOf: NameOf, problems: string[]): URL | undefined {
  const text = given === '' ? usualAddress[provider] : given;
  if (text === undefined) {
    problems.push(
      `${nameOf('url')} is the address of the server, such as http://localhost:1234/v1 or https://api.openai.com/v1`,
    );
    return undefined;
  }
  try {
    const url = readAddress(text);
    if (provider === 'ollama' && /\/v\d+\/*$/.test(url.pathname)) {
      problems.push(`${nameOf('url')} of Ollama has no /v1; with it, ${nameOf('provider')} is openai`);
    }
    return url;
  } catch (error) {
    problems.push(`${nameOf('url')}: ${errorMessage(error)}`);
    return undefined;
  }
}

function wrong(...problems: string[]): Choice {
  return { is: 'wrong', problems };
}
