import type { CodegrainErrorCode } from '../library/library';

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

/** The errors of the library, which are answers, too. */
export const libraryErrorCodes: Readonly<Record<CodegrainErrorCode, string>> = {
  'invalid-argument': 'A parameter has a value that is not allowed.',
  'not-found': 'There is no such file, folder, or line in the index.',
  skipped: 'The file cannot be chunked: it is binary, too large, or cannot be read.',
  'no-index': 'The folder is not indexed yet: call `refresh` first.',
  'index-locked': 'Another program is writing the index.',
  'index-unusable': 'The index cannot be read or written.',
  closed: 'The process is ending.',
  failed: 'Anything else.',
};

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
