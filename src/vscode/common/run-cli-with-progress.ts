/** Runs a command of the command line and shows its progress in a notification that can cancel it. */
import * as vscode from 'vscode';
import { withProgress } from './abort-signal';
import { chunkCount, numberLabel } from './number-labels';
import { runCliCommand } from './run-cli';

type FileProgress = { readonly done: number; readonly total: number; readonly chunks: number };

/** @returns undefined if it was cancelled. @throws `CommandFailed` */
export function runCliWithProgress<Report>(
  title: string,
  command: {
    readonly script: string;
    readonly args: readonly string[];
    readonly env: Readonly<Record<string, string>>;
  },
): Thenable<Report | undefined> {
  return withProgress(title, (signal, progress) => {
    let shown = 0;
    const onProgress = ({ done, total, chunks }: FileProgress): void => {
      const percent = (100 * done) / Math.max(1, total);
      const message = vscode.l10n.t('{0} of {1} files, {2}', numberLabel(done), numberLabel(total), chunkCount(chunks));
      progress.report({ message, increment: percent - shown });
      shown = percent;
    };
    return runCliCommand<FileProgress, Report>({ ...command, onProgress, signal });
  });
}
