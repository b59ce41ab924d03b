/** Converts VS Code's cancellation tokens to the abort signals that the rest of the code uses. */
import { type CancellationToken, type Progress, ProgressLocation, window } from 'vscode';

export type ShownProgress = Progress<{ message?: string; increment?: number }>;

/** Shows a notification while the work runs, with a button that cancels it. */
export function withProgress<T>(
  title: string,
  work: (signal: AbortSignal, progress: ShownProgress) => Promise<T>,
): Thenable<T> {
  const options = { location: ProgressLocation.Notification, title, cancellable: true };
  return window.withProgress(options, (progress, token) => withAbortSignal(token, (signal) => work(signal, progress)));
}

export async function withAbortSignal<T>(
  token: CancellationToken | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  if (token?.isCancellationRequested) abort.abort();
  const listening = token?.onCancellationRequested(() => abort.abort());
  try {
    return await run(abort.signal);
  } finally {
    listening?.dispose();
  }
}

/** Undefined if the work failed because it was aborted. */
export function undefinedIfAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (signal.aborted) return undefined;
    throw error;
  });
}
