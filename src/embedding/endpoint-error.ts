/** A server that cannot be used, or an answer that cannot: the message says which and why, and never holds the key. */

/** What the caller can do something about. */
export type Refusal = 'too-long' | 'dimensions';

export class EndpointError extends Error {
  constructor(
    message: string,
    /** Of the last answer, where there was one. */
    readonly status?: number,
    readonly refusal?: Refusal,
  ) {
    super(message);
    this.name = 'EndpointError';
  }
}
