/** What the actions on hits share, for all lists of hits. */
import * as vscode from 'vscode';
import type { Chunk } from '../../code/chunk';
import { linesAround } from '../../engine/answers/copied-code';
import type { Hit } from '../../search/hits/hit';
import { finishStep } from '../common/finished-steps';
import { isStoredRoot } from '../common/stored-place';
import type { DocumentChunks } from '../documents/document-chunks';
import type { UsedDefinitions } from '../indexing/uses-graph';
import { workspacePath } from '../tools/place-link';
import { lineRange } from './describe-hits';
import type { SimilarPlace } from './messages/search-request';
import { type HitLocation, hitUri } from './open-hit';

const openChatCommand = 'workbench.action.chat.open';

/** VS Code's chat, if it has a language model. */
export async function hasChat(): Promise<boolean> {
  const commands = await vscode.commands.getCommands(true);
  return commands.includes(openChatCommand) && (await vscode.lm.selectChatModels()).length > 0;
}

/** Opens the chat with the lines of these places attached. */
export async function addToChat(places: readonly HitLocation[]): Promise<void> {
  const attachFiles = places.map((place) => ({
    uri: hitUri(place),
    // In the format of the editor's own ranges: lines and columns are 1-based.
    range: {
      startLineNumber: place.startLine,
      startColumn: 1,
      endLineNumber: place.endLine,
      endColumn: Number.MAX_SAFE_INTEGER,
    },
  }));
  await vscode.commands.executeCommand(openChatCommand, { query: '', isPartialQuery: true, attachFiles });
  finishStep('copied');
}

/** The lines of a hit, after those of the signatures that it is in. */
export function withEnclosing(hit: Hit): HitLocation[] {
  const { root, path, id } = hit;
  const around = linesAround(hit).map(({ line, text }) => ({
    startLine: line,
    endLine: line + text.split('\n').length - 1,
  }));
  return [...around.map((lines) => ({ root, path, id, line: lines.startLine, ...lines })), hit];
}

/** @param name of the code at this location; empty if it has none. */
export function similarPlace(
  uri: vscode.Uri,
  line: number,
  name: string,
  lines: { readonly path: string; readonly startLine: number; readonly endLine: number },
): SimilarPlace {
  const file = `${lines.path.split('/').at(-1) ?? lines.path}:${lineRange(lines)}`;
  const label = vscode.l10n.t('Similar to {0}', name === '' ? file : name);
  return { uri: uri.toString(), line, label, detail: name === '' ? '' : file };
}

/**
 * Copies the path of a hit. A file of the database has no path on this machine: its repository is copied too.
 * @param command of VS Code, for files of the workspace.
 */
export async function copyPath(hit: Hit, command: 'copyFilePath' | 'copyRelativeFilePath'): Promise<void> {
  if (isStoredRoot(hit.root)) await vscode.env.clipboard.writeText(workspacePath(hit.root, hit.path));
  else await vscode.commands.executeCommand(command, hitUri(hit));
}

/** Where chunks and what they use come from. */
export type ChunkSource = { readonly chunks: DocumentChunks; readonly used: UsedDefinitions };

/**
 * The chunk record of a hit, made from the current document: a hit itself does not have its imports and globals. With the signatures
 * of what it uses in other files, if the settings ask for them.
 */
export async function carryingChunk({ chunks, used }: ChunkSource, hit: Hit): Promise<Chunk | undefined> {
  const chunk = await chunkOfHit(chunks, hit);
  return chunk && used.attach(hitUri(hit), chunk);
}

/** @returns undefined if the chunk is no longer in the document, or the document cannot be read. */
export async function chunkOfHit(chunks: DocumentChunks, hit: Hit): Promise<Chunk | undefined> {
  const searched = (await chunks.of(hitUri(hit))).filter(({ role }) => role !== 'parent');
  return searched.find(({ id }) => id === hit.id) ?? searched.find(({ text }) => text === hit.text);
}
