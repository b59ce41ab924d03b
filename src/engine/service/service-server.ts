/** The index service's side of the protocol. */
import { type CancellationToken, CancellationTokenSource, type MessageConnection, ResponseError } from 'vscode-jsonrpc';
import { IndexProblem } from '../indexer/index-problem';
import {
  cancelledCode,
  clearRequest,
  compactRequest,
  databaseCode,
  databaseRequest,
  draftRequest,
  embedRequest,
  type FolderSetup,
  foldersRequest,
  logNotification,
  paceRequest,
  problemCode,
  type QuestionName,
  questionNames,
  questionRequest,
  refreshRequest,
  statusNotification,
  stopRequest,
  updateRequest,
} from '../service-protocol';
import type { OpenStored } from '../stored-code';
import { isDatabaseProblem } from '../stored-code';
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
  connection.onRequest(foldersRequest, (setups) =>
    answer(async () => {
      await prepare(setups);
      return service.setFolders(setups);
    }),
  );
  connection.onRequest(refreshRequest, ({ root, rebuild = false, first = [] }) =>
    answer(() => service.folder(root).do({ is: 'refresh', rebuild, first })),
  );
  connection.onRequest(updateRequest, ({ root, paths }) =>
    answer(() => service.folder(root).do({ is: 'update', paths: new Set(paths) })),
  );
  connection.onRequest(stopRequest, ({ root }) => answer(() => service.folder(root).stop()));
  connection.onRequest(compactRequest, ({ root }) =>
    answer(async () => done(service.folder(root).do({ is: 'compact' }))),
  );
  connection.onRequest(clearRequest, (place) => answer(() => service.clear(place)));
  connection.onRequest(paceRequest, (pace) => answer(async () => service.setPace(pace)));
  connection.onRequest(draftRequest, ({ root, path, text, languageHint }) =>
    answer(() => service.folder(root).drafts.set(path, text, languageHint)),
  );
  connection.onRequest(databaseRequest, (setup) => answer(() => service.stored.set(setup)));
  const listen = <Name extends QuestionName>(name: Name): void => {
    connection.onRequest(questionRequest(name), (asked, token) =>
      cancellable(token, async (signal) => ({ answer: await service.answers[name](asked, signal) })),
    );
  };
  for (const name of questionNames) listen(name);
  return service;
}

async function done(work: Promise<unknown>): Promise<void> {
  await work;
}

/** Sends problems as values, so that the other side can act on them. */
async function answer<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof IndexProblem) throw new ResponseError(problemCode, error.message, error.problem);
    if (isDatabaseProblem(error)) throw new ResponseError(databaseCode, error.message, error.reason);
    throw error;
  }
}

async function cancellable<T>(token: CancellationToken, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  const listening = token.onCancellationRequested(() => abort.abort());
  if (token.isCancellationRequested) abort.abort();
  try {
    return await answer(() => work(abort.signal));
  } catch (error) {
    if (abort.signal.aborted) throw new ResponseError(cancelledCode, 'cancelled');
    throw error;
  } finally {
    listening.dispose();
  }
}
