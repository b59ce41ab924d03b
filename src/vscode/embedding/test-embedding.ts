/** "Test Embedding Model": embeds a question and a piece of code, and shows their similarity, or how to fix the problem. */
import * as vscode from 'vscode';
import { EndpointError } from '../../embedding/server/endpoint-error';
import { similarity } from '../../embedding/vector-math';
import { errorMessage } from '../../shared/error-message';
import { numberLabel } from '../common/number-labels';
import { NotAllowed } from '../consent/send-consent';
import type { Embedding } from './embedding-model';

const question = 'read a text file and return its lines';
const code =
  'def lines_of(path):\n    with open(path, encoding="utf-8") as file:\n        return file.read().splitlines()\n';

export interface EmbeddingTest {
  readonly id: string;
  readonly similarity: number;
  readonly dimensions: number;
  readonly milliseconds: number;
}

export function registerTestEmbedding(embedding: Embedding, log: vscode.LogOutputChannel): vscode.Disposable {
  return vscode.commands.registerCommand('codegrain.testEmbedding', async (): Promise<EmbeddingTest | undefined> => {
    const { l10n, window } = vscode;
    // The user may have declined before, or the server may not have been running: try again.
    embedding.reset();
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: l10n.t('Testing the embedding model…'),
      cancellable: true,
    };
    const stop = new AbortController();
    try {
      const test = await window.withProgress(options, (_, token) => {
        token.onCancellationRequested(() => stop.abort());
        return measure(embedding, stop.signal);
      });
      const result = l10n.t(
        'The embedding model works: similarity {0}, {1} dimensions, {2} ms.',
        test.similarity.toLocaleString(vscode.env.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
        numberLabel(test.dimensions),
        numberLabel(test.milliseconds),
      );
      log.info(`${test.id}: ${result}`);
      void window.showInformationMessage(result);
      return test;
    } catch (error) {
      if (!stop.signal.aborted) void explain(error, log);
      return undefined;
    }
  });
}

async function measure(embedding: Embedding, signal: AbortSignal): Promise<EmbeddingTest> {
  const scope = vscode.window.activeTextEditor?.document ?? vscode.workspace.workspaceFolders?.[0];
  const embedder = await embedding.embedder(scope, signal);
  const start = performance.now();
  const [queryVector] = await embedder.embed([question], 'query', signal);
  const [passageVector] = await embedder.embed([code], 'passage', signal);
  if (!queryVector || !passageVector) throw new Error('the model returned no vector');
  const milliseconds = Math.round(performance.now() - start);
  return {
    id: embedder.id,
    similarity: similarity(queryVector, passageVector),
    dimensions: embedder.dimensions,
    milliseconds,
  };
}

async function explain(error: unknown, log: vscode.LogOutputChannel): Promise<void> {
  const { l10n, commands, window } = vscode;
  const reason = errorMessage(error);
  log.error(`embedding: ${reason}`);
  const settings = {
    title: l10n.t('Open Settings'),
    run: () => commands.executeCommand('workbench.action.openSettings', 'codegrain.embedding'),
  };
  const trust = {
    title: l10n.t('Manage Workspace Trust'),
    run: () => commands.executeCommand('workbench.trust.manage'),
  };
  const key = {
    title: l10n.t('Set Embedding Key…'),
    run: () => commands.executeCommand('codegrain.setEmbeddingKey'),
  };
  const needsKey = error instanceof EndpointError && (error.status === 401 || error.status === 403);
  const notAllowed = error instanceof NotAllowed ? error : undefined;
  const actions = notAllowed?.why === 'untrusted' ? [trust] : needsKey ? [key, settings] : [settings];
  const text = notAllowed ? reason : l10n.t('The embedding model cannot be used: {0}', reason);
  const choice = await window.showErrorMessage(text, ...actions);
  await choice?.run();
}
