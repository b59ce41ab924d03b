import type * as vscode from 'vscode';

/**
 * The editor's language mode, for documents that are no files on disk. A file has the language that its name and text give it: the
 * index and the command line do not know the mode, and chunks must be the same everywhere.
 */
export function languageHintOf({ uri, languageId }: vscode.TextDocument): { readonly languageHint?: string } {
  return uri.scheme === 'file' ? {} : { languageHint: languageId };
}
