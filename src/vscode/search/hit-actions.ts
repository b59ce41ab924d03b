/** What can be done with a hit, wherever it is listed. */
import * as vscode from 'vscode';
import type { Hit } from '../../search/hits/hit';
import type { DocumentChunks } from '../documents/document-chunks';
import { addToChat } from './add-to-chat';
import { lineRange } from './describe-hits';
import { type HitOpener, hitUri } from './open-hit';
import type { HitAction, SimilarPlace } from './search-messages';

export class HitActions {
  constructor(
    private readonly opener: HitOpener,
    private readonly chunks: DocumentChunks,
    private readonly onSimilar: (place: SimilarPlace) => void,
  ) {}

  async run(hit: Hit, action: HitAction): Promise<void> {
    switch (action) {
      case 'side':
        return this.opener.open(hit, 'side');
      case 'parent':
        return this.opener.open({ ...(hit.parent ?? hit), root: hit.root }, 'open');
      case 'copy':
        return this.copy(hit);
      case 'similar':
        return this.onSimilar(similarPlace(hitUri(hit), hit.startLine, hit.name, hit));
      case 'chat':
        return addToChat(hit);
    }
  }

  /** The context is made of the document as it is now; where the chunk is not in it any more, the text is copied alone. */
  private async copy(hit: Hit): Promise<void> {
    const context = hit.context ?? (await this.contextOf(hit).catch(() => undefined)) ?? '';
    await vscode.env.clipboard.writeText(context + hit.text);
    const done =
      context === '' ? vscode.l10n.t('Copied the chunk') : vscode.l10n.t('Copied the chunk with its context');
    vscode.window.setStatusBarMessage(done, 2000);
  }

  private async contextOf(hit: Hit): Promise<string | undefined> {
    const document = await vscode.workspace.openTextDocument(hitUri(hit));
    const state = await this.chunks.get(document);
    if (state?.is !== 'chunked') return undefined;
    const all = state.file.chunks.filter(({ role }) => role !== 'parent');
    return (all.find(({ id }) => id === hit.id) ?? all.find(({ text }) => text === hit.text))?.context;
  }
}

/** @param name of what is there, where it has one. */
export function similarPlace(
  uri: vscode.Uri,
  line: number,
  name: string,
  lines: { readonly path: string; readonly startLine: number; readonly endLine: number },
): SimilarPlace {
  const file = `${lines.path.split('/').at(-1) ?? lines.path}:${lineRange(lines)}`;
  const label = name === '' ? vscode.l10n.t('Like {0}', file) : vscode.l10n.t('Like {0} in {1}', name, file);
  return { uri: uri.toString(), line, label };
}
