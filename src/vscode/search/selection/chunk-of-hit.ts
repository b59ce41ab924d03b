/** The chunk record of a hit, made from the current document: a hit itself does not have its imports and globals. */
import * as vscode from 'vscode';
import type { Chunk } from '../../../code/chunk';
import type { Hit } from '../../../search/hits/hit';
import type { DocumentChunks } from '../../documents/document-chunks';
import type { UsedDefinitions } from '../../indexing/used-definitions';
import { hitUri } from '../open-hit';

/** Where chunks and what they use come from. */
export interface ChunkSource {
  readonly chunks: DocumentChunks;
  readonly used: UsedDefinitions;
}

/** With the signatures of what it uses in other files, if the settings ask for them. */
export async function carryingChunk({ chunks, used }: ChunkSource, hit: Hit): Promise<Chunk | undefined> {
  const chunk = await chunkOfHit(chunks, hit);
  return chunk && used.attach(hitUri(hit), chunk);
}

/** @returns undefined if the chunk is no longer in the document, or the document cannot be read. */
export async function chunkOfHit(chunks: DocumentChunks, hit: Hit): Promise<Chunk | undefined> {
  try {
    const document = await vscode.workspace.openTextDocument(hitUri(hit));
    const state = await chunks.get(document);
    if (state?.is !== 'chunked') return undefined;
    const searched = state.file.chunks.filter(({ role }) => role !== 'parent');
    return searched.find(({ id }) => id === hit.id) ?? searched.find(({ text }) => text === hit.text);
  } catch {
    // The file was deleted, or is no text: there is nothing to attach.
    return undefined;
  }
}
