/** The tools that language models in the editor can call. */
import * as vscode from 'vscode';
import type { EngineClient } from '../documents/engine-client';
import type { WorkspaceIndex } from '../indexing/workspace-index';
import { ChunkTool, chunkToolName } from './chunk-tool';
import { SearchTool, searchToolName } from './search-tool';

export function registerTools(index: WorkspaceIndex, engine: EngineClient): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.lm.registerTool(searchToolName, new SearchTool(index)),
    vscode.lm.registerTool(chunkToolName, new ChunkTool(engine)),
  );
}
