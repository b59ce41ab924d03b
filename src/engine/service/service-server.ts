/** The index service's side of the protocol. */
import { type CancellationToken, CancellationTokenSource, type MessageConnection, ResponseError } from 'vscode-jsonrpc';
import { IndexProblem } from '../indexer/index-problem';
import {
  cancelledCode,
  databaseCode,
  embedRequest,
  type FolderSetup,
  logNotification,
  problemCode,
  type RequestAnswers,
  statusNotification,
} from '../service-protocol';
import { isDatabaseProblem, type OpenStored } from '../stored-code';
import type { ChunkingPool } from '../workers/chunking-pool';
import { IndexService } from './index-service';
import type { AskEditor } from './service-embedders';

/** @param prepare is called before folders are opened; @param openStored left out: there is no way to reach a database. */
export function answerServiceRequests(
  connection: MessageConnection,
  pool: ChunkingPool & { dispose(): void },
  prepare: (setups: readonly FolderSetup[]) => Promise<void> = async () => {},
  openStored?: OpenStored,
): IndexService {
  const askEditor: AskEditor = async (request, signal) => {
    const cancel = new CancellationTokenSource();
    const onAbort = (): void => cancel.cancel();
    signal?.addEventListener('abort', onAbort);
    try {
      return await connection.sendRequest(embedRequest, request, cancel.token);
    } finally {
      signal?.removeEventListener('abort', onAbort);
      cancel.dispose();
    }
  };
  // The editor may be gone: then nobody needs the message.
  const quietly = (sent: Promise<void>): void => void sent.catch(() => undefined);
  const service = new IndexService({
    askEditor,
    pool,
    openStored,
    onStatus: (status) => quietly(connection.sendNotification(statusNotification, status)),
    log: (level, message) => quietly(connection.sendNotification(logNotification, { level, message })),
  });
  const answers: RequestAnswers = {
    folders: async (setups) => {
      await prepare(setups);
      return service.setFolders(setups);
    },
    refresh: ({ root, rebuild, first }) => service.folder(root).do({ is: 'refresh', rebuild, first }),
    update: ({ root, paths }) => service.folder(root).do({ is: 'update', paths: new Set(paths) }),
    stop: ({ root }) => service.folder(root).stop(),
    clear: (place) => service.clear(place),
    pace: async (pace) => service.setPace(pace),
    draft: ({ root, path, text, languageHint }) => service.folder(root).drafts.set(path, text, languageHint),
    database: (setup) => service.stored.set(setup),
    ...service.answers,
  };
  for (const [name, answer] of Object.entries(answers))
    connection.onRequest(name, (asked, token) =>
      cancellable(token, async (signal) => ({ answer: await answer(asked, signal) })),
    );
  return service;
}

/** Sends problems as values, so that the other side can act on them. */
async function cancellable<T>(token: CancellationToken, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  const listening = token.onCancellationRequested(() => abort.abort());
  if (token.isCancellationRequested) abort.abort();
  try {
    return await work(abort.signal);
  } catch (error) {
    if (error instanceof IndexProblem) throw new ResponseError(problemCode, error.message, error.problem);
    if (isDatabaseProblem(error)) throw new ResponseError(databaseCode, error.message, error.reason);
    if (abort.signal.aborted) throw new ResponseError(cancelledCode, 'cancelled');
    throw error;
  } finally {
    listening.dispose();
  }
}
