/** The index service's side of the protocol. */
import { type CancellationToken, CancellationTokenSource, type MessageConnection, ResponseError } from 'vscode-jsonrpc';
import { isDatabaseProblem } from '../../database/database-error';
import { againIfChanged } from '../../index/parts/again-if-changed';
import type { ChunkingPool } from '../../parse-worker/chunking-pool';
import { IndexProblem } from '../indexer/index-problem';
import {
  cancelledCode,
  clearRequest,
  compactRequest,
  databaseCode,
  databaseRequest,
  draftRequest,
  embedRequest,
  estimateRequest,
  examplesRequest,
  type FolderSetup,
  foldersRequest,
  graphCountsRequest,
  graphRequest,
  logNotification,
  namedGraphRequest,
  paceRequest,
  placeFactsRequest,
  problemCode,
  refreshRequest,
  repositoriesRequest,
  searchRequest,
  searchStoredRequest,
  similarRequest,
  statsRequest,
  statusNotification,
  stopRequest,
  storedFileRequest,
  updateRequest,
} from '../service-protocol';
import { estimateIndex } from './estimate-index';
import { IndexService } from './index-service';
import type { OpenStored } from './service-database';
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
  connection.onRequest(estimateRequest, (setup, token) => cancellable(token, (signal) => estimateIndex(setup, signal)));
  connection.onRequest(searchRequest, ({ query, options }, token) =>
    cancellable(token, (signal) => service.search(query, options, signal)),
  );
  connection.onRequest(similarRequest, ({ root, path, line, options }, token) =>
    cancellable(token, (signal) => service.similar(root, path, line, options, signal)),
  );
  connection.onRequest(namedGraphRequest, (question, token) => cancellable(token, () => service.namedGraph(question)));
  connection.onRequest(graphRequest, ({ root, ...question }, token) =>
    cancellable(token, (signal) => service.graph(root, question, signal)),
  );
  connection.onRequest(placeFactsRequest, (place, token) =>
    cancellable(token, (signal) => service.placeFacts(place, signal)),
  );
  connection.onRequest(graphCountsRequest, ({ root, ...question }, token) =>
    cancellable(token, (signal) => service.graphCounts(root, question, signal)),
  );
  connection.onRequest(examplesRequest, () => answer(() => againIfChanged(() => service.examples())));
  connection.onRequest(statsRequest, ({ root }, token) => cancellable(token, (signal) => service.stats(root, signal)));
  const { stored } = service;
  connection.onRequest(databaseRequest, (setup) => answer(() => stored.set(setup)));
  connection.onRequest(repositoriesRequest, (token) => cancellable(token, (signal) => stored.repositories(signal)));
  connection.onRequest(searchStoredRequest, ({ query, options }, token) =>
    cancellable(token, (signal) => stored.search(query, options, signal)),
  );
  connection.onRequest(storedFileRequest, (place, token) => cancellable(token, (signal) => stored.file(place, signal)));
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
    return await answer(() => againIfChanged(() => work(abort.signal)));
  } catch (error) {
    if (abort.signal.aborted) throw new ResponseError(cancelledCode, 'cancelled');
    throw error;
  } finally {
    listening.dispose();
  }
}
