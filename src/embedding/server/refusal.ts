/**
 * Finds out why a server refused a request. The servers share no error code for it, so the words of the message decide: OpenAI "maximum context
 * length is 8192 tokens", Ollama "the input length exceeds the context length", llama.cpp "input is too large to process.
 * increase the physical batch size" (with status 500), text-embeddings-inference "must have less than 512 tokens", and "batch
 * size 64 > maximum allowed batch size 32" for lists.
 */
import type { Refusal } from './endpoint-error';

/** Without 429, whose messages also mention tokens and limits, but per minute. */
const tooLongStatuses = new Set([400, 413, 422, 500]);

const tooLong = [
  /context.{0,10}(length|size|window)/i,
  /(input|prompt|text|sequence|request|batch)\b.{0,60}\b(too (long|large|big)|exceed)/i,
  /(too many|less than|fewer than|at most|more than|maximum|max\.?|limit)\b.{0,60}\btokens\b/i,
  /batch size/i,
] as const;

/** No key, no permission, no credit, no such model or address. */
const accessStatuses = new Set([401, 402, 403, 404]);

export function refusalOf(status: number, message: string): Refusal | undefined {
  if (status === 413) return 'too-long';
  // Without credit the status is 429, as from a busy server.
  if (accessStatuses.has(status) || (status === 429 && message.includes('insufficient_quota'))) return 'access';
  // Anthropic: "Your credit balance is too low to access the Anthropic API".
  if (status === 400 && /credit balance is too low/i.test(message)) return 'access';
  if (!tooLongStatuses.has(status)) return undefined;
  // vLLM: "Model does not support matryoshka representation, changing output dimensions will lead to poor results".
  if (status !== 500 && /dimension|matryoshka/i.test(message)) return 'dimensions';
  return tooLong.some((each) => each.test(message)) ? 'too-long' : undefined;
}
