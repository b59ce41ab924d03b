/** `#codegrainChunk`: a language model reads the whole function, class or section at a line, or the outline of a file. */
import * as vscode from 'vscode';
import type { Chunk } from '../../code/chunk';
import { chunkForms, type PlaceText, plainPlace } from '../../engine/answers/code-blocks';
import { firstThatFits } from '../../engine/answers/count-tokens';
import { outlineOf, outlineText } from '../../engine/answers/file-outline';
import { withDependencies } from '../../engine/answers/graph-text';
import { ToolProblem } from '../../engine/answers/tool-input';
import { errorMessage } from '../../shared/error-message';
import { walkLimits } from '../../workspace/read-file';
import { teamScheme } from '../common/stored-root';
import { databaseFault } from '../database/database-fault';
import type { DocumentChunker } from '../documents/document-chunks';
import { placeInWorkspace } from '../indexing/indexed-path';
import type { UsedDefinitions } from '../indexing/used-definitions';
import type { WorkspaceIndex } from '../indexing/workspace-index';
import { settingsOf } from '../settings/settings';
import type { TeamSearch } from '../team/team-search';
import { damageNotices } from './missing-index';
import { placeLink, workspacePath } from './place-link';
import { cancellable, type ToolBudget, textResult, toolBudget } from './tool-budget';
import { workspaceFile } from './workspace-file';

export const chunkToolName = 'codegrain_chunk';

/** As package.json declares it. */
interface ChunkInput {
  readonly path: string;
  /** 1-based; if left out, the tool returns the outline of the file. */
  readonly line?: number;
}

export class ChunkTool implements vscode.LanguageModelTool<ChunkInput> {
  constructor(
    private readonly index: Pick<WorkspaceIndex, 'state'>,
    private readonly chunker: DocumentChunker,
    private readonly used: UsedDefinitions,
    private readonly team: TeamSearch | undefined,
  ) {}

  prepareInvocation({
    input,
  }: vscode.LanguageModelToolInvocationPrepareOptions<ChunkInput>): vscode.PreparedToolInvocation {
    const { path, line } = input;
    const place = line === undefined ? path : `${path}:${line}`;
    const text = (message: string): vscode.MarkdownString => new vscode.MarkdownString().appendText(message);
    return {
      invocationMessage: text(vscode.l10n.t('Reading the code at {0}', place)),
      confirmationMessages: {
        title: vscode.l10n.t('Read a chunk of code'),
        message: text(vscode.l10n.t('Read the code at {0}? It is sent to the language model.', place)),
      },
    };
  }

  async invoke(
    { input, tokenizationOptions }: vscode.LanguageModelToolInvocationOptions<ChunkInput>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    return cancellable(token, async (signal) => {
      const uri = (await this.storedFile(input.path)) ?? (await workspaceFile(input.path));
      const document = await openDocument(uri, input.path);
      const { options, limits } = settingsOf(document);
      const reply = await this.chunker.chunk(document, options, walkLimits(limits), signal);
      if (reply.is !== 'chunked')
        throw new ToolProblem(
          `${input.path} ${reply.is === 'skipped' ? reply.skipped.message : 'could not be chunked'}.`,
        );
      const { chunks, language } = reply.file;
      const budget = toolBudget(tokenizationOptions, token);
      const path = uri.scheme === teamScheme ? input.path : vscode.workspace.asRelativePath(uri);
      const text =
        input.line === undefined
          ? await outline(path, language, chunks, budget)
          : await this.chunkAtLine(uri, path, chunks, input.line, budget, token);
      const damage = damageNotices(this.index.state).map((notice) => `Note: ${notice}`);
      return textResult([...damage, text].join('\n'));
    });
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
    { budget, count }: ToolBudget,
    token: vscode.CancellationToken,
  ): Promise<string> {
    const chunk = chunks.find(
      ({ role, startLine, endLine }) => role !== 'parent' && startLine <= line && line <= endLine,
    );
    if (!chunk)
      throw new ToolProblem(`${path} has no line ${line}. Leave out the line to get the outline of the file.`);
    const parent = chunk.parent === undefined ? undefined : chunks.find(({ id }) => id === chunk.parent);
    const answer = { chunk, context: chunk.context, isStale: false, ...(parent && { parent }) };
    const link: PlaceText = (place) =>
      // A path in the database leads nowhere in the workspace.
      uri.scheme === teamScheme ? plainPlace({ ...place, path }) : placeLink(path, place);
    const forms = chunkForms(answer, link, false);
    const { text, tokens } = await firstThatFits(forms, budget, count);
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
  { budget, count }: ToolBudget,
): Promise<string> {
  const entries = outlineOf(chunks);
  const head = `${path} (${language})${entries.length === 0 ? ' has no definitions that are known' : ''}`;
  return (await outlineText(head, entries, budget, count)).text;
}
