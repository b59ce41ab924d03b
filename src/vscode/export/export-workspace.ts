/** "Export Workspace Chunks…": the chunks of a folder in one file, made by a process of its own. */
import * as vscode from 'vscode';
import { exportFormats } from '../../export/export-formats';
import type { ExportReport } from '../../export/export-report';
import type { FolderSetup } from '../../index-service/service-protocol';
import { errorMessage } from '../../shared/error-message';
import { coverageLabel } from '../common/chunk-labels';
import { chunkCount, numberLabel } from '../common/number-labels';
import { runCliWithProgress } from '../common/run-cli-with-progress';
import type { Embedding } from '../embedding/embedding-model';
import { embeddingSettingsOf } from '../settings/settings';
import { askWhat, type ExportWish } from './ask-export';
import { argumentsOf } from './export-arguments';
import { tellExported, tellNotExported } from './exported-file';

/** How a folder is indexed: its export is cut the same way, and uses the index's vectors again. */
type SetupOf = (folder: vscode.Uri) => Omit<FolderSetup, 'model'>;

/** @param script the command line. */
export function registerExportWorkspace(
  script: string,
  setupOf: SetupOf,
  embedding: Embedding,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  // Without questions where everything is said: for key bindings, tasks and tests.
  return vscode.commands.registerCommand('codegrain.exportWorkspaceChunks', async (given?: Partial<ExportWish>) => {
    const wish = isWhole(given) ? { ...usual, ...given } : await askFor();
    if (!wish) return undefined;
    try {
      const report = await run(script, wish, setupOf, embedding);
      if (!report) return undefined;
      log.info(`exported ${wish.folder.fsPath} to ${wish.target.fsPath}: ${JSON.stringify(report)}`);
      void tellExported(
        summary(report, wish),
        wish.target,
        exportFormats[wish.format].isBinary ? undefined : report.bytes,
      );
      return report;
    } catch (error) {
      const reason = errorMessage(error);
      log.error(`export: ${reason}`);
      tellNotExported(reason);
      return undefined;
    }
  });
}

const usual = { context: true, parents: true, embeddings: false };

function isWhole(
  given: Partial<ExportWish> | undefined,
): given is Partial<ExportWish> & Pick<ExportWish, 'folder' | 'target' | 'format'> {
  return given?.folder instanceof vscode.Uri && given.target instanceof vscode.Uri && given.format !== undefined;
}

async function askFor(): Promise<ExportWish | undefined> {
  const { l10n, window, workspace } = vscode;
  const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  if (folders.length === 0) {
    const open = l10n.t('Open Folder…');
    const text = l10n.t('Open a local folder to export its chunks.');
    if ((await window.showInformationMessage(text, open)) === open)
      await vscode.commands.executeCommand('workbench.action.files.openFolder');
    return undefined;
  }
  const wish = await askWhat(folders);
  if (!wish || wish.target.scheme === 'file') return wish;
  tellNotExported(l10n.t('{0} is not a local folder.', wish.target.toString(true)));
  return undefined;
}

async function run(
  script: string,
  wish: ExportWish,
  setupOf: SetupOf,
  embedding: Embedding,
): Promise<ExportReport | undefined> {
  const model = embeddingSettingsOf(wish.folder);
  // Asks whether code may be sent to the server, where it is one, and fails where it may not.
  if (wish.embeddings) await embedding.embedder(wish.folder);
  const server = wish.embeddings ? embedding.endpoint(wish.folder) : undefined;
  const key = server && (await embedding.keys.get(server.origin));
  const args = argumentsOf(wish, setupOf(wish.folder), model);
  const env: Record<string, string> = key === undefined ? {} : { CODEGRAIN_EMBEDDING_KEY: key };
  return runCliWithProgress<ExportReport>(vscode.l10n.t('Exporting chunks'), {
    script,
    args: ['export', ...args],
    env,
  });
}

function summary(report: ExportReport, { target }: ExportWish): string {
  const leftOut = report.folder.skipped.reduce((sum, { count }) => sum + count, 0);
  const { l10n } = vscode;
  const files = report.files === 1 ? l10n.t('1 file') : l10n.t('{0} files', numberLabel(report.files));
  return l10n.t(
    'Exported {0} from {1} to {2}: {3}, {4} skipped.',
    chunkCount(report.chunks),
    files,
    target.path.split('/').at(-1) ?? '',
    coverageLabel(report.coverage),
    numberLabel(leftOut),
  );
}
