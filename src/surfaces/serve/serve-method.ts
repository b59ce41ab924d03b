/** What a method of the protocol is. What it does and answers is described in scripts/generate/serve-answers.ts. */
import * as z from 'zod';
import { type Option, type OptionTable, type OptionValue, valuesOf } from '../../options/option';

/** What a client names a request by. */
export type RequestId = string | number;

export interface Call {
  /** Aborted by `cancel`, `shutdown` and signals. */
  readonly signal: AbortSignal;
  /** Writes an event of this request; resolves when there is room for the next one. */
  emit(event: object): Promise<void>;
  /** Writes an event unless the reader is behind: for progress, of which only the last counts. */
  emitIfReady(event: object): void;
  /** False if there is no such request, or it has its answer. */
  cancel(request: RequestId): boolean;
  /** Cancels all requests and reads no more; resolves when they are answered. */
  shutdown(): Promise<void>;
}

interface MethodShape {
  /** It is answered at once, before requests that wait. */
  readonly isImmediate?: true;
}

export interface ServeMethod extends MethodShape {
  readonly params: z.ZodType;
  /** @throws ZodError if the parameters are wrong */
  run(params: unknown, call: Call): Promise<unknown>;
}

/** A method checks its own parameters, so that it gets the types of its schema. */
export function serveMethod<P extends z.ZodType>(
  method: MethodShape & { readonly params: P; run(params: z.output<P>, call: Call): Promise<unknown> },
): ServeMethod {
  return { ...method, run: async (params, call) => method.run(method.params.parse(params), call) };
}

/** A parameter that may be left out. */
export function optional<T extends z.ZodType>(type: T, about: string) {
  return type.optional().describe(about);
}

/** An answer that says why there is no result. Clients decide by the code; the message is for people. */
export const serveErrorCodes = {
  'invalid-json': 'The line is not JSON. `position` is the offset of the first wrong character, in UTF-16 units.',
  'invalid-utf8': 'The line is not UTF-8. `position` is the offset of the first wrong byte.',
  'line-too-long': 'The line has more bytes than `hello` allows.',
  'invalid-request':
    'The line is not an object with `id` (a string or a whole number), `method` and, if there are any, `params`.',
  'duplicate-id': 'A request with this id is not answered yet.',
  'unknown-method': 'There is no such method.',
  'invalid-params': 'A parameter is missing, unknown, of the wrong type or out of range.',
  'unsupported-protocol': 'The client wants another version of the protocol.',
  cancelled: 'The request was cancelled by `cancel`, by `shutdown` or by a signal.',
  'answer-too-long': 'The answer does not fit into one line.',
  internal: 'An error in Codegrain itself; standard error has more.',
} as const;

type ServeErrorCode = keyof typeof serveErrorCodes;

export class ServeError extends Error {
  constructor(
    readonly code: ServeErrorCode,
    message: string,
    /** Where a line is wrong. */
    readonly position?: number,
  ) {
    super(message);
  }
}

type OptionShape<T extends OptionTable> = { readonly [K in keyof T]: z.ZodOptional<z.ZodType<OptionValue<T[K]>>> };

/** The options of the product as parameters of the protocol: all of them may be left out. */
export function optionShape<T extends OptionTable>(table: T): OptionShape<T> {
  const shape = Object.entries(table).map(([name, option]) => [
    name,
    schemaOf(option).optional().describe(parameterText(option)),
  ]);
  return Object.fromEntries(shape) as OptionShape<T>;
}

function schemaOf(option: Option): z.ZodType {
  switch (option.kind) {
    case 'integer':
      return z.int().min(option.min).max(option.max);
    case 'number':
      return z.number().min(option.min).max(option.max);
    case 'choice':
      return z.enum(valuesOf(option));
    case 'choices':
      return z.array(z.enum(valuesOf(option)));
    case 'toggle':
      return z.boolean();
    case 'text':
      return z.string();
    case 'list':
      return z.array(z.string());
  }
}

/** Descriptions are those of settings: `#codegrain.chunk.maxTokens#`, and percent where the value itself is a share. */
export function parameterText({ description, setting, default: value }: Option): string {
  const named = description.replace(/`#codegrain\.(?:\w+\.)*(\w+)#`/g, '`$1`').replace(' May be repeated.', '');
  const text = setting?.unit === 0.01 ? named.replaceAll('in percent of', 'as a share (0 to 1) of') : named;
  const isEmpty = value === undefined || value === false || (Array.isArray(value) && value.length === 0);
  return isEmpty ? text : `${text} Default \`${value}\`.`;
}
