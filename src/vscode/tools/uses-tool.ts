/** `#codegrainUses`: a language model asks what uses a definition, or what it uses, in all files of the workspace. */
import * as vscode from 'vscode';
import { tracedText } from '../../engine/answers/graph-text';
import { ToolProblem } from '../../engine/answers/tool-input';
import type { GraphEntry, GraphPlace } from '../../index/graph/graph-entry';
import type { GraphAnswer } from '../../search/graph-questions';
import type { WorkspaceIndex } from '../indexing/workspace-index';
import { damageNotices, indexNotices, indexProblem } from './missing-index';
import { placeLink, workspaceFile, workspacePath } from './place-link';
import { EditorTool, type EditorToolCall } from './tool-answers';

export const usesToolName = 'codegrain_uses';

/** As package.json declares it. */
interface UsesInput {
  readonly name?: string;
  readonly path?: string;
  /** 1-based. */
  readonly line?: number;
  readonly direction?: 'used_by' | 'uses';
  readonly depth?: number;
  readonly limit?: number;
}

const maxDepth = 3;
const defaultLimit = 50;
const maxLimit = 1000;

export class UsesTool extends EditorTool<UsesInput> {
  constructor(private readonly index: Pick<WorkspaceIndex, 'state' | 'graph'>) {
    super();
  }

  protected words({ name, path = '', line }: UsesInput) {
    const what = name?.slice(0, 200) ?? (line === undefined ? path : `${path}:${line}`);
    return {
      doing: vscode.l10n.t('Tracing the uses of {0}', what),
      title: vscode.l10n.t('Trace uses of code'),
      question: vscode.l10n.t('Trace the uses of {0}? Signatures are sent to the language model.', what),
    };
  }

  protected async answer(input: UsesInput, { token, signal: _, ...budget }: EditorToolCall): Promise<string> {
    const problem = indexProblem(this.index.state);
    if (problem !== undefined) throw new ToolProblem(problem);
    const direction = input.direction === 'uses' ? 'uses' : 'used by';
    const answers = await this.ask(input, direction, token);
    if (answers.length === 0) {
      const damage = damageNotices(this.index.state).map((notice) => ` Note: ${notice}.`);
      throw new ToolProblem(nothingKnown(input) + damage.join(''));
    }
    const { text } = await tracedText(answers.map(inWorkspace), {
      ...budget,
      ...{
        direction,
        place: (place) => placeLink(place.path, place),
        notices: [...damageNotices(this.index.state), ...indexNotices(this.index.state)],
      },
    });
    return text;
  }

  private async ask(
    { name, path, line, depth, limit }: UsesInput,
    direction: 'uses' | 'used by',
    token: vscode.CancellationToken,
  ): Promise<readonly GraphAnswer[]> {
    const levels = { direction, depth: within(depth, 1, maxDepth), limit: within(limit, defaultLimit, maxLimit) };
    const uri = path === undefined ? undefined : await workspaceFile(path);
    if (name !== undefined) return this.index.graph.askNamed(name, uri, levels, token);
    if (!uri || line === undefined) throw new ToolProblem('Give a name, or path and line.');
    return this.index.graph.ask(uri, { line, ...levels }, token);
  }
}

function within(value: number | undefined, byDefault: number, max: number): number {
  return value === undefined ? byDefault : Math.min(max, Math.max(1, Math.floor(value)));
}

function nothingKnown({ name, path = '', line = 1 }: UsesInput): string {
  return name === undefined
    ? `No code is known at ${path}:${line}. Leave out the line in codegrain_chunk to get the outline of the file.`
    : `Nothing named ${name.slice(0, 100)} is defined in ${path === '' ? 'this workspace' : path}. Search for it with codegrain_search.`;
}

/** With paths of the workspace. */
function inWorkspace(answer: GraphAnswer): GraphAnswer {
  const { root } = answer;
  const toWorkspace = <T extends GraphPlace>(place: T): T => ({ ...place, path: workspacePath(root, place.path) });
  const toEntry = (entry: GraphEntry): GraphEntry => ({
    ...toWorkspace(entry),
    ...(entry.entries && { entries: entry.entries.map(toEntry) }),
  });
  return { ...answer, subject: toWorkspace(answer.subject), entries: answer.entries.map(toEntry) };
}
