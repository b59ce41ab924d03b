/**
 * What a refusal means. The APIs have no code for it that all servers share, so the words tell: OpenAI "maximum context
 * length is 8192 tokens", Ollama "the input length exceeds the context length", llama.cpp "input is too large to process.
 * increase the physical batch size" (with status 500), text-embeddings-inference "must have less than 512 tokens", and "batch
 * size 64 > maximum allowed batch size 32" for lists.
 */
import type { Refusal } from './endpoint-error';

/** 429 also speaks of tokens and limits, but those per minute. */
const statuses = new Set([400, 413, 422, 500]);

const tooLong = [
  /context.{0,10}(length|size|window)/i,
  /(input|prompt|text|sequence|request|batch)\b.{0,60}\b(too (long|large|big)|exceed)/i,
  /(too many|less than|fewer than|at most|more than|maximum|max\.?|limit)\b.{0,60}\btokens\b/i,
  /batch size/i,
] as const;

/** No key, no right, no credit, no such model or address. */
const closed = new Set([401, 402, 403, 404]);

export function refusalOf(status: number, said: string): Refusal | undefined {
  if (status === 413) return 'too-long';
  // An account without credit answers 429 as a busy server does.
  if (closed.has(status) || (status === 429 && said.includes('insufficient_quota'))) return 'access';
  if (!statuses.has(status)) return undefined;
  // vLLM: "Model does not support matryoshka representation, changing output dimensions will lead to poor results".
  if (status !== 500 && /dimension|matryoshka/i.test(said)) return 'dimensions';
  return tooLong.some((each) => each.test(said)) ? 'too-long' : undefined;
}
