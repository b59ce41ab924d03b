/** The chunks of a folder into the database of the settings, by a process of its own. */
import * as vscode from 'vscode';
import type { PushReport } from '../../database/push-branch';
import type { FolderSetup } from '../../index-service/service-protocol';
import { runCliWithProgress } from '../common/run-cli-with-progress';
import type { Embedding } from '../embedding/embedding-model';
import { embeddingSettingsOf } from '../settings/settings';
import { pushArguments } from './push-arguments';
import type { FoundDatabase, TeamDatabase } from './team-database';

export interface PushParts {
  /** The command line. */
  readonly script: string;
  /** How a folder is indexed: it is pushed cut the same way, and with the index's vectors. */
  readonly setupOf: (folder: vscode.Uri) => Omit<FolderSetup, 'model'>;
  readonly embedding: Embedding;
  readonly database: TeamDatabase;
}

/** Undefined: it was cancelled. What was sent by then stays sent. @throws an Error that says what to fix. */
export async function pushFolder(
  folder: vscode.Uri,
  target: FoundDatabase,
  { script, setupOf, embedding, database }: PushParts,
): Promise<PushReport | undefined> {
  await database.allow(target);
  // Asks whether code may be sent to the server of the model, where it has one, and fails where it may not.
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
