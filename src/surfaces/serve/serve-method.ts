/** What a method of the protocol is. */
import type * as z from 'zod';
import type { RequestId } from './request-line';

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
  readonly about: string;
  /** It is answered at once, before requests that wait. */
  readonly isImmediate?: true;
  /** What its events look like, if it has any. */
  readonly event?: z.ZodType;
  readonly result: z.ZodType;
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
