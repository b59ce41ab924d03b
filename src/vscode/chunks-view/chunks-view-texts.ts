/** What the Chunks view says about a file, apart from its rows. */
import * as vscode from 'vscode';
import { coverageLabel, fallbackLabel, skippedMessage } from '../common/chunk-labels';
import { fileName } from '../common/file-name';
import { bytesLabel, chunkCount, tokenCount } from '../common/number-labels';
import { type DocumentState, searchedChunksOf } from '../documents/document-chunks';

/** State of the empty view; `viewsWelcome` in package.json has a text for each. */
export function viewState(document: vscode.TextDocument | undefined, state: DocumentState | undefined): string {
  if (!document) return 'no-file';
  if (!state) return 'working';
  return state.is === 'skipped' ? state.skipped.reason : 'chunked';
}

/** `app.js`, or `app.js · 6.2 MB, limit 1 MB`: the welcome text of the empty view is fixed and has no numbers. */
export function shownFile({ uri }: vscode.TextDocument, state: DocumentState | undefined): string {
  const size = state?.is === 'skipped' ? state.skipped.size : undefined;
  if (!size) return fileName(uri);
  return `${fileName(uri)} · ${vscode.l10n.t('{0}, limit {1}', bytesLabel(size.bytes), bytesLabel(size.limit))}`;
}

export function chunksSummary(state: DocumentState): string {
  if (state.is === 'skipped') return skippedMessage(state.skipped);
  const leaves = searchedChunksOf(state.file);
  const tokens = leaves.reduce((sum, chunk) => sum + chunk.tokens.text, 0);
  const parts = [chunkCount(leaves.length), tokenCount(tokens), coverageLabel(state.coverage)];
  if (state.file.fallback) parts.push(fallbackLabel(state.file.fallback));
  return parts.join(' · ');
}
