/** `#codegrainChunk`: a language model reads the whole function, class or section at a line, or the outline of a file. */
import * as vscode from 'vscode';
import type { Chunk } from '../../code/chunk';
import { chunkForms, type PlaceText, plainPlace } from '../../engine/answers/code-blocks';
import { outlineOf, outlineText } from '../../engine/answers/file-outline';
import { withDependencies } from '../../engine/answers/graph-text';
import { firstThatFits } from '../../engine/answers/pack-hits';
import { ToolProblem } from '../../engine/answers/tool-input';
import { errorMessage } from '../../shared/error-message';
import { walkLimits } from '../../workspace/read-file';
import { placeInWorkspace } from '../common/folder-root';
import { teamScheme } from '../common/stored-place';
import { type DocumentChunker, searchedChunkAt } from '../documents/document-chunks';
import type { UsedDefinitions } from '../indexing/uses-graph';
import type { WorkspaceIndex } from '../indexing/workspace-index';
import { settingsOf } from '../settings/settings';
import { databaseFault } from '../team/stored-answers';
import type { TeamSearch } from '../team/team-search';
import { damageNotices } from './missing-index';
import { placeLink, workspaceFile, workspacePath } from './place-link';
import { EditorTool, type EditorToolCall } from './tool-answers';

export const chunkToolName = 'codegrain_chunk';

/** As package.json declares it. */
interface ChunkInput {
  readonly path: string;
  /** 1-based; if left out, the tool returns the outline of the file. */
  readonly line?: number;
}

export class ChunkTool extends EditorTool<ChunkInput> {
  constructor(
    private readonly index: Pick<WorkspaceIndex, 'state'>,
    private readonly chunker: DocumentChunker,
    private readonly used: UsedDefinitions,
    private readonly team: TeamSearch | undefined,
  ) {
    super();
  }

  protected words({ path, line }: ChunkInput) {
    const place = line === undefined ? path : `${path}:${line}`;
    return {
      doing: vscode.l10n.t('Reading the code at {0}', place),
      title: vscode.l10n.t('Read a chunk of code'),
      question: vscode.l10n.t('Read the code at {0}? It is sent to the language model.', place),
    };
  }

  protected async answer(input: ChunkInput, call: EditorToolCall): Promise<string> {
    const uri = (await this.storedFile(input.path)) ?? (await workspaceFile(input.path));
    const document = await openDocument(uri, input.path);
    const { options, limits } = settingsOf(document);
    const reply = await this.chunker.chunk(document, options, walkLimits(limits), call.signal);
    if (reply.is !== 'chunked')
      throw new ToolProblem(
        `${input.path} ${reply.is === 'skipped' ? reply.skipped.message : 'could not be chunked'}.`,
      );
    const { chunks, language } = reply.file;
    const path = uri.scheme === teamScheme ? input.path : vscode.workspace.asRelativePath(uri);
    const text =
      input.line === undefined
        ? await outline(path, language, chunks, call)
        : await this.chunkAtLine(uri, path, chunks, input.line, call);
    const damage = damageNotices(this.index.state).map((notice) => `Note: ${notice}`);
    return [...damage, text].join('\n');
  }

  /** Undefined if the path is not one of the database. */
  private async storedFile(path: string): Promise<vscode.Uri | undefined> {
    try {
      return await this.team?.addressOf(path);
    } catch (error) {
      throw new ToolProblem(databaseFault(error).text);
    }
  }

  private async chunkAtLine(
    uri: vscode.Uri,
    path: string,
    chunks: readonly Chunk[],
    line: number,
    { budget, count, token }: EditorToolCall,
  ): Promise<string> {
    const chunk = searchedChunkAt(chunks, line);
    if (!chunk)
      throw new ToolProblem(`${path} has no line ${line}. Leave out the line to get the outline of the file.`);
    const parent = chunk.parent === undefined ? undefined : chunks.find(({ id }) => id === chunk.parent);
    const answer = { chunk, context: chunk.context, isStale: false, ...(parent && { parent }) };
    const link: PlaceText = (place) =>
      // A path in the database leads nowhere in the workspace.
      uri.scheme === teamScheme ? plainPlace({ ...place, path }) : placeLink(path, place);
    const { text, tokens } = await firstThatFits(chunkForms(answer, link, false), budget, count);
    if (tokens > budget)
      return `${plainPlace({ ...chunk, path })} has ${chunk.tokens.text} tokens, more than the token budget. Read the lines you need instead.`;
    const { root } = placeInWorkspace(uri) ?? { root: '' };
    const place: PlaceText = (each) => placeLink(workspacePath(root, each.path), each);
    return (await withDependencies(text, await this.used.of(uri, chunk, token), { place, budget, count })).text;
  }
}

async function openDocument(uri: vscode.Uri, path: string): Promise<vscode.TextDocument> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch (error) {
    throw new ToolProblem(`${path} cannot be read as text: ${errorMessage(error)}`);
  }
}

async function outline(
  path: string,
  language: string,
  chunks: readonly Chunk[],
  { budget, count }: EditorToolCall,
): Promise<string> {
  const entries = outlineOf(chunks);
  const head = `${path} (${language})${entries.length === 0 ? ' has no definitions that are known' : ''}`;
  return (await outlineText(head, entries, budget, count)).text;
}
