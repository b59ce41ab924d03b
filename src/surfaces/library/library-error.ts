/** The errors of the library. A cancelled call rejects with the reason of its signal instead. */

import { IndexProblem } from '../../engine/indexer/index-problem';
import { DamagedSectionError } from '../../index/damaged-section';
import type { IndexFileProblem } from '../../index/file/index-error';
import { errorMessage } from '../../shared/error-message';
import type { Skipped } from '../../workspace/skip-reasons';

/**
 * What went wrong:
 * - `invalid-argument`: an argument or option has a value that is not allowed.
 * - `not-found`: there is no such file, folder, or line in the index.
 * - `skipped`: the file cannot be chunked; `skipped` of the error has the reason.
 * - `no-index`: the folder is not indexed yet: call `refresh` first.
 * - `index-locked`: another program is writing the index.
 * - `index-unusable`: the index cannot be read or written.
 * - `closed`: the index, or the library, was closed.
 * - `failed`: anything else; see `cause`.
 */
export type CodegrainErrorCode =
  | 'invalid-argument'
  | 'not-found'
  | 'skipped'
  | 'no-index'
  | 'index-locked'
  | 'index-unusable'
  | 'closed'
  | 'failed';

/** Every error of the library, except the reason of an aborted signal. */
export class CodegrainError extends Error {
  override readonly name = 'CodegrainError';
  /** What went wrong, for programs. */
  readonly code: CodegrainErrorCode;
  /** For `skipped`: why the file is skipped. */
  readonly skipped?: Skipped;

  constructor(
    code: CodegrainErrorCode,
    message: string,
    { skipped, cause }: { readonly skipped?: Skipped; readonly cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    if (skipped) this.skipped = skipped;
  }
}

/** The error to throw for what was caught. @throws the reason of the signal, if it is aborted */
export function libraryError(error: unknown, signal: AbortSignal | undefined): CodegrainError {
  signal?.throwIfAborted();
  if (error instanceof CodegrainError) return error;
  if (error instanceof IndexProblem) return indexError(error.problem);
  if (error instanceof DamagedSectionError)
    return new CodegrainError('index-unusable', error.message, { cause: error });
  return new CodegrainError('failed', errorMessage(error), { cause: error });
}

const indexCodes: Partial<Readonly<Record<IndexFileProblem['reason'], CodegrainErrorCode>>> = {
  none: 'no-index',
  gone: 'not-found',
  locked: 'index-locked',
  'lock-lost': 'index-locked',
};

export function indexError({ reason, message }: IndexFileProblem): CodegrainError {
  return new CodegrainError(indexCodes[reason] ?? 'index-unusable', message);
}
