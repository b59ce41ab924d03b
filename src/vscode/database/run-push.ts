/** Pushes the chunks of a folder to the database in the settings, in a separate process. */
import * as vscode from 'vscode';
import type { PushReport } from '../../database/push-branch';
import type { FolderSetup } from '../../index-service/service-protocol';
import { runCliWithProgress } from '../common/run-cli-with-progress';
import type { Embedding } from '../embedding/embedding-model';
import { embeddingSettingsOf } from '../settings/settings';
import { pushArguments } from './push-arguments';
import type { DatabaseTarget, TeamDatabase } from './team-database';

export interface PushParts {
  /** Script of the command line. */
  readonly script: string;
  /** How a folder is indexed: it is chunked the same way for the push, and the index's vectors are reused. */
  readonly setupOf: (folder: vscode.Uri) => Omit<FolderSetup, 'model'>;
  readonly embedding: Embedding;
  readonly database: TeamDatabase;
}

/** Undefined if cancelled; chunks sent by then stay in the database. @throws an Error that says what to fix. */
export async function pushFolder(
  folder: vscode.Uri,
  target: DatabaseTarget,
  { script, setupOf, embedding, database }: PushParts,
): Promise<PushReport | undefined> {
  await database.requireConsent(target);
  // Asks for consent if the model is on a server; throws if the user declines.
  await embedding.embedder(folder);
  const server = embedding.endpoint(folder);
  const key = server && (await embedding.keys.get(server.origin));
  const args = pushArguments(folder.fsPath, target.url, setupOf(folder), embeddingSettingsOf(folder));
  const env = {
    ...(await database.environment(target)),
    ...(key !== undefined && { CODEGRAIN_EMBEDDING_KEY: key }),
  };
  return runCliWithProgress<PushReport>(vscode.l10n.t('Pushing chunks to {0}', target.host), { script, args, env });
}
