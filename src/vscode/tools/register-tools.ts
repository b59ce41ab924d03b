/** The tools that language models in the editor can call. */
import * as vscode from 'vscode';
import type { DocumentChunker } from '../documents/document-chunks';
import type { UsedDefinitions } from '../indexing/used-definitions';
import type { WorkspaceIndex } from '../indexing/workspace-index';
import type { ScopedSource } from '../team/scoped-answer';
import type { TeamSearch } from '../team/team-search';
import { ChunkTool, chunkToolName } from './chunk-tool';
import { PackTool, packToolName } from './pack-tool-in-editor';
import { SearchTool, searchToolName } from './search-tool';
import { UsesTool, usesToolName } from './uses-tool';

export function registerTools(
  index: WorkspaceIndex,
  chunker: DocumentChunker,
  used: UsedDefinitions,
  scoped: ScopedSource,
  team: TeamSearch | undefined,
): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.lm.registerTool(packToolName, new PackTool(index, scoped, team)),
    vscode.lm.registerTool(searchToolName, new SearchTool(index, scoped, team)),
    vscode.lm.registerTool(chunkToolName, new ChunkTool(index, chunker, used, team)),
    vscode.lm.registerTool(usesToolName, new UsesTool(index)),
  );
}
