/** A server that cannot be used, or an answer that cannot: the message says which and why, and never holds the key. */

/**
 * What the caller can do something about. Three concern every request alike: `access`, the server answers nobody with this key,
 * model or account; `later`, it wants to be left alone for long; `unreachable`, nothing was sent, for no way leads there.
 */
export type Refusal = 'too-long' | 'dimensions' | 'access' | 'later' | 'unreachable';

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
