/** "Export Workspace Chunks…": writes the chunks of a folder into one file, in a separate process. */
import * as vscode from 'vscode';
import type { FolderSetup } from '../../engine/service-protocol';
import { errorMessage } from '../../shared/error-message';
import { exportFormats } from '../../surfaces/export/export-formats';
import type { ExportReport } from '../../surfaces/export/export-report';
import { coverageLabel } from '../common/chunk-labels';
import { fileName } from '../common/folder-root';
import { chunkCount, fileCount, numberLabel } from '../common/number-labels';
import { runCliWithProgress } from '../common/run-cli-with-progress';
import type { Embedding } from '../embedding/embedding-model';
import { embeddingSettingsOf } from '../settings/settings';
import { askExport, type ExportRequest } from './ask-export';
import { exportArguments } from './cli-arguments';
import { showExportError, showExported } from './export-file';

/** How a folder is indexed: it is chunked the same way for the export, and the index's vectors are reused. */
type SetupOf = (folder: vscode.Uri) => Omit<FolderSetup, 'model'>;

/** @param script script of the command line. */
export function registerExportWorkspace(
  script: string,
  setupOf: SetupOf,
  embedding: Embedding,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  // Key bindings, tasks and tests pass the whole request, so that nothing is asked.
  return vscode.commands.registerCommand('codegrain.exportWorkspaceChunks', async (preset?: Partial<ExportRequest>) => {
    const request = isComplete(preset) ? { ...defaultContents, ...preset } : await askRequest();
    if (!request) return undefined;
    try {
      const report = await run(script, request, setupOf, embedding);
      if (!report) return undefined;
      log.info(`exported ${request.folder.fsPath} to ${request.target.fsPath}: ${JSON.stringify(report)}`);
      void showExported(
        summary(report, request),
        request.target,
        exportFormats[request.format].isBinary ? undefined : report.bytes,
      );
      return report;
    } catch (error) {
      const reason = errorMessage(error);
      log.error(`export: ${reason}`);
      showExportError(reason);
      return undefined;
    }
  });
}

const defaultContents = { context: true, parents: true, embeddings: false };

function isComplete(
  preset: Partial<ExportRequest> | undefined,
): preset is Partial<ExportRequest> & Pick<ExportRequest, 'folder' | 'target' | 'format'> {
  return preset?.folder instanceof vscode.Uri && preset.target instanceof vscode.Uri && preset.format !== undefined;
}

async function askRequest(): Promise<ExportRequest | undefined> {
  const { l10n, window, workspace } = vscode;
  const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  if (folders.length === 0) {
    const open = l10n.t('Open Folder…');
    const text = l10n.t('Open a local folder to export its chunks.');
    if ((await window.showInformationMessage(text, open)) === open)
      await vscode.commands.executeCommand('workbench.action.files.openFolder');
    return undefined;
  }
  const request = await askExport(folders);
  if (!request || request.target.scheme === 'file') return request;
  showExportError(l10n.t('{0} is not a local folder.', request.target.toString(true)));
  return undefined;
}

async function run(
  script: string,
  request: ExportRequest,
  setupOf: SetupOf,
  embedding: Embedding,
): Promise<ExportReport | undefined> {
  const model = embeddingSettingsOf(request.folder);
  const env = request.embeddings ? await embedding.environment(request.folder) : {};
  const args = ['export', ...exportArguments(request, setupOf(request.folder), model)];
  return runCliWithProgress<ExportReport>(vscode.l10n.t('Exporting chunks'), { script, args, env });
}

function summary(report: ExportReport, { target }: ExportRequest): string {
  const skipped = report.folder.skipped.reduce((sum, { count }) => sum + count, 0);
  const { l10n } = vscode;
  return l10n.t(
    'Exported {0} from {1} to {2}: {3}, {4} skipped.',
    chunkCount(report.chunks),
    fileCount(report.files),
    fileName(target),
    coverageLabel(report.coverage),
    numberLabel(skipped),
  );
}
