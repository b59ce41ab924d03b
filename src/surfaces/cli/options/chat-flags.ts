/** Which language model the flags name, where its key is, and how much it may cost. */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { serviceKey } from '../../../embedding/server/known-services';
import { enrichOptions } from '../../../options/enrich-options';
import { choice, type OptionValues, toggle, valuesOf } from '../../../options/option';
import { errorMessage } from '../../../shared/error-message';
import { printError } from '../../../shared/print';
import type { ChatRefused, JsonSchema, RefusalReason } from '../../../wings/models/chat-model';
import { type ChatProvider, chooseChat } from '../../../wings/models/choose-chat';
import { EndpointChat } from '../../../wings/models/endpoint-chat';
import { JsonAnswers, ModelAsker, TokenBudget } from '../../../wings/models/model-asker';
import { memories, Prompt, parseSchema } from '../../../wings/models/prompt';
import { fileErrorReason } from '../../../workspace/skip-reasons';
import { formatCount } from '../format-numbers';
import { UsageError } from './flags';
import { textFlag } from './shared-flags';

/** Which language model is asked. The command line has no models of VS Code, so the provider must be named. */
export const chatFlags = {
  provider: textFlag(
    'provider P',
    'Which server is asked: `ollama`, `openai` (any with its API), `anthropic`, `gemini`, `cohere` or `mistral`.',
    'required',
  ),
  endpoint: enrichOptions.endpoint,
  model: enrichOptions.model,
  window: enrichOptions.window,
  timeoutSeconds: enrichOptions.timeoutSeconds,
  parallel: enrichOptions.parallel,
  budget: enrichOptions.budget,
  yes: toggle({
    flag: { name: 'yes', short: 'y' },
    description: 'Send without asking; needed where no one can be asked.',
  }),
};

/** `continue` is short for `continue-on-error`. */
export const onErrorFlag = choice({
  default: enrichOptions.onError.default,
  values: { ...enrichOptions.onError.values, continue: 'Short for `continue-on-error`.' },
  flag: { name: 'on-error', value: 'MODE' },
  description: enrichOptions.onError.description,
  help: 'When the request for one chunk fails: continue-on-error (or continue), or fail-fast',
});

type ChatValues = OptionValues<typeof chatFlags>;

export const chatNotes =
  'The key of a server is read from the environment: CODEGRAIN_CHAT_KEY, or for a service at its own address its own variable (OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY, COHERE_API_KEY, MISTRAL_API_KEY). docs/providers.md has a table.';

/** The model that the flags name, with their budget. */
export function askerOf({ provider, endpoint, model, window, timeoutSeconds, budget }: ChatValues): ModelAsker {
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
  const chat = new EndpointChat(dialect, { ...options, key: chatKey(options.url), warn });
  return new ModelAsker(chat, new TokenBudget(budget));
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

// Asks before the first request to a language model, and says where code is sent, in how many requests and how many tokens.
// Without a terminal, `--yes` is needed.

interface Estimate {
  readonly requests: number;
  readonly inputTokens: number;
  /** Max tokens per answer. */
  readonly maxTokens: number;
}

/** False if the user declines. @throws UsageError if there is no terminal to ask on. */
export async function confirmSending(asker: ModelAsker, estimate: Estimate, hasAgreed: boolean): Promise<boolean> {
  const { id, place } = asker.model;
  const { limit } = asker.budget;
  const { requests, inputTokens, maxTokens } = estimate;
  const maxTotal = inputTokens + requests * maxTokens;
  const budget = maxTotal > limit ? `; the run stops at the budget of ${limit.toLocaleString('en-US')}` : '';
  printError(
    `codegrain: this sends ${formatCount(requests, 'request')} with ${formatCount(inputTokens, 'token')} of your files to ${place} (${id}); at most ${formatCount(maxTotal, 'token')} with the answers${budget}`,
  );
  if (hasAgreed) return true;
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true)
    throw new UsageError('nothing was sent; use --yes to agree');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^(y|yes)$/i.test((await lines.question('Send? [y/N] ')).trim());
  } finally {
    lines.close();
  }
}

const remedies: Readonly<Record<RefusalReason, string>> = {
  key: 'set the environment variable CODEGRAIN_CHAT_KEY to the right key',
  later: 'wait that long',
  credit: 'check your account with the provider',
  model: 'choose another model with --model or another server with --endpoint',
  unreachable: 'start the server or choose another one with --endpoint',
  consent: 'allow this model',
};

/** @param canResume the next run continues where this one ended. */
export function refusalText({ message, reason }: ChatRefused, canResume: boolean): string {
  const resumed = canResume ? ' to continue where it stopped' : '';
  return `${message}; the run stopped: ${remedies[reason]}, then run the same command again${resumed}`;
}

/** @throws UsageError if a file cannot be used. */
export function promptOf({
  prompt,
  schema,
}: {
  readonly prompt?: string | undefined;
  readonly schema?: string | undefined;
}): Prompt {
  if (prompt === undefined) throw new UsageError('--prompt is required: a file with the prompt, or "memories"');
  if (prompt === 'memories') {
    if (schema !== undefined) throw new UsageError('the prompt "memories" has its own schema');
    return memories;
  }
  const text = readFlagFile('prompt', prompt);
  if (text.trim() === '') throw new UsageError(`--prompt: ${prompt} is empty`);
  return new Prompt(text, schema === undefined ? undefined : schemaOf(readFlagFile('schema', schema), schema));
}

export function readFlagFile(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`--${option}: ${file}: ${fileErrorReason(error)}`);
  }
}

function schemaOf(text: string, file: string): JsonSchema {
  const schema = parseSchema(text);
  if (!schema) throw new UsageError(`--schema: ${file} is not a JSON schema`);
  return schema;
}

export function jsonOf(schema: JsonSchema): JsonAnswers {
  try {
    return new JsonAnswers(schema);
  } catch (error) {
    throw new UsageError(`--schema: ${errorMessage(error)}`);
  }
}
