/** The tools that language models in the editor can call. */
import * as vscode from 'vscode';
import type { ParseWorkerClient } from '../documents/parse-worker-client';
import type { UsedDefinitions } from '../indexing/used-definitions';
import type { WorkspaceIndex } from '../indexing/workspace-index';
import { ChunkTool, chunkToolName } from './chunk-tool';
import { PackTool, packToolName } from './pack-tool-in-editor';
import { SearchTool, searchToolName } from './search-tool';
import { UsesTool, usesToolName } from './uses-tool';

export function registerTools(
  index: WorkspaceIndex,
  workers: ParseWorkerClient,
  used: UsedDefinitions,
): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.lm.registerTool(packToolName, new PackTool(index)),
    vscode.lm.registerTool(searchToolName, new SearchTool(index)),
    vscode.lm.registerTool(chunkToolName, new ChunkTool(workers, used)),
    vscode.lm.registerTool(usesToolName, new UsesTool(index)),
  );
}
