/** Converts VS Code's cancellation tokens to the abort signals that the rest of the code uses. */
import type { CancellationToken } from 'vscode';

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
