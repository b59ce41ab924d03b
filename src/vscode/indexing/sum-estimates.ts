/** What indexing several folders would cost, and what their limits leave out. */
import * as vscode from 'vscode';
import type { IndexEstimate } from '../../engine/service-protocol';
import { bytesLabel } from '../common/number-labels';

export function sumEstimates(estimates: readonly IndexEstimate[]): IndexEstimate {
  const sum = (of: (estimate: IndexEstimate) => number): number => estimates.reduce((all, one) => all + of(one), 0);
  const isLimited = estimates.some(({ fittingBytes }) => fittingBytes !== undefined);
  return {
    files: sum(({ files }) => files),
    bytes: sum(({ bytes }) => bytes),
    indexed: { files: sum(({ indexed }) => indexed.files), bytes: sum(({ indexed }) => indexed.bytes) },
    seconds: sum(({ seconds }) => seconds),
    indexBytes: sum(({ indexBytes }) => indexBytes),
    ...(isLimited && { fittingBytes: sum(({ bytes, fittingBytes }) => fittingBytes ?? bytes) }),
  };
}

/** Empty if the index is expected to fit. */
export function limitText({ bytes, indexBytes, fittingBytes }: IndexEstimate): string {
  if (fittingBytes === undefined || bytes === 0) return '';
  const share = fittingBytes / bytes;
  return vscode.l10n.t(
    'The limit on its size ({0}) leaves room for about {1} % of the source; files that are likely to be useful come first.',
    bytesLabel(indexBytes * share),
    Math.floor(100 * share),
  );
}
