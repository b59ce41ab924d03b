/** The server or its response cannot be used. The message says which and why, and never contains the key. */

/**
 * Errors that the caller can handle. Three of them affect every request: `access`, the server refuses this key, model or account;
 * `later`, the server asks for a longer pause than we wait; `unreachable`, the server cannot be reached and nothing was sent.
 */
export type Refusal = 'too-long' | 'dimensions' | 'access' | 'later' | 'unreachable';

export class EndpointError extends Error {
  constructor(
    message: string,
    /** HTTP status of the last response, if there was one. */
    readonly status?: number,
    readonly refusal?: Refusal,
  ) {
    super(message);
    this.name = 'EndpointError';
  }
}
