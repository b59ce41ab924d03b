/** "Test Embedding Model": embeds a question and a piece of code, and shows their similarity, or how to fix the problem. */
import * as vscode from 'vscode';
import { EndpointError } from '../../embedding/server/endpoint-error';
import { readKey } from '../../embedding/server/server-key';
import { similarity } from '../../embedding/vector-math';
import { attempt } from '../../shared/attempt';
import { errorMessage } from '../../shared/error-message';
import { withProgress } from '../common/abort-signal';
import { askSecret, offerSettings, openSettings } from '../common/dialogs';
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
    let isCancelled = false;
    try {
      const test = await withProgress(l10n.t('Testing the embedding model…'), (signal) => {
        signal.addEventListener('abort', () => {
          isCancelled = true;
        });
        return measure(embedding, signal);
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
      if (!isCancelled) void explain(error, log);
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
    run: () => openSettings('codegrain.embedding'),
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
  await (await window.showErrorMessage(text, ...actions))?.run();
}

// "Set Embedding Key…" and "Clear Embedding Key": the key for the server in the settings, in the secret storage.

export function registerEmbeddingKey(embedding: Embedding): vscode.Disposable {
  const { l10n } = vscode;
  return embedding.keys.registerCommands('EmbeddingKey', () => setKey(embedding), {
    none: l10n.t('No embedding key is saved.'),
    which: l10n.t('Clear the key for which host?'),
    done: (origin) => l10n.t('The key for {0} is deleted.', new URL(origin).host),
  });
}

async function setKey(embedding: Embedding): Promise<void> {
  const { l10n, window } = vscode;
  const url = embedding.endpoint();
  if (!url) {
    const text = l10n.t('First choose provider, endpoint and model in the settings.');
    return offerSettings(text, 'codegrain.embedding');
  }
  const key = await askSecret(l10n.t('Key for {0}', url.host), (value) =>
    isValidKey(value) ? undefined : l10n.t('A key cannot contain spaces or non-ASCII characters.'),
  );
  const read = readKey(key);
  if (read === undefined) return;
  await embedding.keys.set(url.origin, read);
  void window.showInformationMessage(l10n.t('The key for {0} is saved.', url.host));
}

function isValidKey(value: string): boolean {
  return attempt(() => readKey(value) !== undefined) ?? false;
}
