/**
 * From settings to a model, in two steps: `chooseEmbedder` only reads the settings and says what to fix; `openEmbedder` may send a
 * request. In between the caller can see where texts would go, and ask the user for consent.
 */

import { embeddingOptions } from '../options/embedding-options';
import { isAllowedNumber, type OptionValue, ruleOf } from '../options/option';
import { errorMessage } from '../shared/error-message';
import type { Embedder } from './embedder';
import { type EndpointModel, openEndpoint } from './server/endpoint-embedder';
import { serviceAddress } from './server/known-services';
import { readServerAddress } from './server/server-address';
import { cohere, gemini, mistral, ollama, openai, voyage } from './server/service-embeddings';
import type { ServerDialect } from './server/vector-client';
import { withFewerDimensions } from './vector-math';

export interface EmbeddingSettings {
  readonly provider: OptionValue<typeof embeddingOptions.provider>;
  /** Empty or undefined: the default of the provider. */
  readonly url?: string | undefined;
  readonly model?: string | undefined;
  readonly dimensions?: number | undefined;
  readonly maxTokens?: number | undefined;
  /** Put before each text; undefined: what the model is known to need. */
  readonly queryPrefix?: string | undefined;
  readonly passagePrefix?: string | undefined;
  readonly timeoutSeconds?: number | undefined;
}

/** The name of a setting for the user: a flag of the command line, or the id of a setting in the editor. */
export type NameOf = (setting: keyof EmbeddingSettings) => string;

export type EmbedderChoice =
  | { readonly is: 'built-in'; readonly dimensions: number | undefined }
  | { readonly is: 'endpoint'; readonly dialect: ServerDialect; readonly options: EndpointModel }
  | { readonly is: 'wrong'; readonly problems: readonly string[] };

/** The built-in model was trained for these sizes. */
const builtInDimensions = [64, 128, 256] as const;

const dialects = { ollama, openai, gemini, cohere, voyage, mistral } as const;
const exampleModel = {
  ollama: 'nomic-embed-text',
  openai: 'text-embedding-3-small',
  gemini: 'gemini-embedding-001',
  cohere: 'embed-v4.0',
  voyage: 'voyage-code-3',
  mistral: 'codestral-embed',
} as const;

export function chooseEmbedder(settings: EmbeddingSettings, nameOf: NameOf): EmbedderChoice {
  const { provider, dimensions } = settings;
  const problems = outOfRange(settings, nameOf);
  if (provider === 'built-in') {
    if (dimensions !== undefined && !builtInDimensions.some((each) => each === dimensions))
      return wrong(`${nameOf('dimensions')} must be 64, 128 or 256 for the built-in model, not ${dimensions}`);
    return { is: 'built-in', dimensions };
  }
  const url = addressOf(provider, settings.url?.trim() ?? '', nameOf, problems);
  const model = settings.model?.trim() ?? '';
  if (model === '')
    problems.push(`${nameOf('model')} must be the name of a model on the server, such as ${exampleModel[provider]}`);
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

/** @throws an error that says what to fix if the choice is wrong, or the error of the model if it cannot be used. */
export async function openEmbedder(
  choice: EmbedderChoice,
  { builtIn, signal, ...parts }: OpenParts,
): Promise<Embedder> {
  switch (choice.is) {
    case 'wrong':
      throw new Error(choice.problems.join('; '));
    case 'built-in': {
      const model = await builtIn();
      return choice.dimensions === undefined ? model : withFewerDimensions(model, choice.dimensions);
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

function addressOf(
  provider: keyof typeof dialects,
  given: string,
  nameOf: NameOf,
  problems: string[],
): URL | undefined {
  const text = given === '' ? serviceAddress(provider, 'embeddings') : given;
  if (text === undefined) {
    problems.push(
      `${nameOf('url')} must be the address of the server, such as http://localhost:1234/v1 or https://api.openai.com/v1`,
    );
    return undefined;
  }
  try {
    const url = readServerAddress(text);
    if (provider === 'ollama' && /\/v\d+\/*$/.test(url.pathname))
      problems.push(
        `${nameOf('url')} must not end with /v1 for ollama; for this address set ${nameOf('provider')} to openai`,
      );
    return url;
  } catch (error) {
    problems.push(`${nameOf('url')}: ${errorMessage(error)}`);
    return undefined;
  }
}

function wrong(...problems: string[]): EmbedderChoice {
  return { is: 'wrong', problems };
}
