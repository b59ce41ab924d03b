/**
 * A bounded agent: a model, some tools, and a task. In each step it writes one JSON object, a call of a tool or its answer. That works
 * with every chat server; calls of tools in the protocol do not. It ends with an answer, or when its calls or the budget are spent.
 */
import {
  addUsage,
  type ChatMessage,
  type ChatRefused,
  type JsonSchema,
  noUsage,
  type TokenUsage,
} from '../../models/chat-model';
import { JsonAnswers, type ModelAsker } from '../../models/model-asker';
import type { GoldPlace, MeasuredTask } from '../measured-task';
import { runAgentTool, type ToolCall, type ToolState, toolsOf } from './agent-tools';

export interface AgentRun extends Judgement {
  readonly task: string;
  readonly hasCodegrain: boolean;
  readonly answer: readonly NamedPlace[];
  readonly calls: number;
  readonly usage: TokenUsage;
  /** Why there is no answer. */
  readonly problem?: string;
}

type AgentOutcome =
  | { readonly is: 'run'; readonly run: AgentRun }
  /** No further task can be run: the budget is spent, or the model refuses every request. */
  | { readonly is: 'stopped'; readonly refusal?: ChatRefused };

/** Max tokens that a model writes in a step. */
export const maxStepTokens = 1000;

const schema: JsonSchema = {
  type: 'object',
  properties: {
    tool: { type: 'string' },
    text: { type: 'string' },
    path: { type: 'string' },
    line: { type: 'integer' },
    answer: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, line: { type: 'integer' }, name: { type: 'string' } },
        required: ['path'],
      },
    },
  },
};

export async function runAgent(
  task: MeasuredTask,
  hasCodegrain: boolean,
  options: {
    readonly asker: ModelAsker;
    readonly state: ToolState;
    readonly maxCalls: number;
    readonly signal: AbortSignal;
  },
): Promise<AgentOutcome> {
  const { asker, state, maxCalls, signal } = options;
  const json = new JsonAnswers(schema);
  const messages: ChatMessage[] = firstMessages(task.text, hasCodegrain, maxCalls);
  let usage = noUsage;
  let calls = 0;
  const ended = (answer: readonly NamedPlace[], problem?: string): AgentOutcome => ({
    is: 'run',
    run: {
      ...{ task: task.id, hasCodegrain, answer, calls, usage, ...judgeAnswer(task, answer) },
      ...(problem !== undefined && { problem }),
    },
  });
  for (;;) {
    const outcome = await asker.ask(
      { messages, maxTokens: Math.min(maxStepTokens, asker.model.limits.output), json },
      signal,
    );
    usage = addUsage(usage, outcome.usage);
    if (outcome.is === 'budget-spent') return { is: 'stopped' };
    if (outcome.is === 'refused') return { is: 'stopped', refusal: outcome.refusal };
    if (outcome.is === 'failed') return ended([], outcome.error);
    const step = outcome.value;
    if (isAnswer(step)) return ended(namedPlaces(step.answer));
    if (calls >= maxCalls) return ended([], `no answer after ${maxCalls} calls`);
    calls++;
    const result = isCall(step)
      ? await runAgentTool(step, hasCodegrain, state)
      : 'Write one JSON object: a call with "tool", or "answer".';
    const last = calls === maxCalls ? '\n\nThat was the last call: answer now.' : '';
    messages.push({ role: 'assistant', content: JSON.stringify(step) }, { role: 'user', content: result + last });
  }
}

export function firstMessages(task: string, hasCodegrain: boolean, maxCalls: number): ChatMessage[] {
  const tools = Object.values(toolsOf(hasCodegrain)).map(({ about }) => `- ${about}`);
  const system = [
    'You find the places in a repository that must be changed for a task. You do not change them.',
    `In each step, write one JSON object and nothing else: a call of a tool, or your answer. You have at most ${maxCalls} calls.`,
    'Tools:',
    ...tools,
    `Answer: {"answer": [{"path": "src/a.ts", "line": 12, "name": "parse"}]}, the functions to change, the most important first, at most ${maxNamed}. No tests and no documents.`,
  ].join('\n');
  return [
    { role: 'system', content: system },
    { role: 'user', content: `The task:\n\n${task}` },
  ];
}

function isAnswer(step: unknown): step is { readonly answer: readonly unknown[] } {
  return typeof step === 'object' && step !== null && 'answer' in step && Array.isArray(step.answer);
}

function isCall(step: unknown): step is ToolCall {
  return typeof step === 'object' && step !== null && 'tool' in step && typeof step.tool === 'string';
}

// Whether the places that a model named are those that were changed: decided by rules, so that two runs can be compared.

/** A place in the answer of a model. */
type NamedPlace = { readonly path: string; readonly line?: number; readonly name?: string };

export interface Judgement {
  /** Every changed place is named. */
  readonly passed: boolean;
  /** Share of the changed places that are named. */
  readonly named: number;
}

/** More would be a list of the repository. */
export const maxNamed = 10;
/** Lines between a named line and a changed one. */
const near = 10;

export function judgeAnswer({ places }: MeasuredTask, answer: readonly NamedPlace[]): Judgement {
  const counted = answer.slice(0, maxNamed);
  const found = places.filter((place) => counted.some((each) => isNamed(place, each))).length;
  return { passed: found === places.length, named: found / places.length };
}

/** By the file and the name of the function, or by a line in or near the change. A file alone is enough if only the file is known. */
function isNamed(place: GoldPlace, { path, line, name }: NamedPlace): boolean {
  if (path.replace(/^\.?\/+/, '') !== place.path) return false;
  if (place.lines.length === 0) return true;
  const isSameName =
    place.name !== '' &&
    name
      ?.split(/[.:#]+/)
      .at(-1)
      ?.replace(/\(.*$/, '') === place.name;
  return (
    isSameName || (line !== undefined && place.lines.some(([start, end]) => start - near <= line && line <= end + near))
  );
}

/** What can be read of an answer; parts that are no places are left out. */
export function namedPlaces(answer: unknown): NamedPlace[] {
  if (!Array.isArray(answer)) return [];
  return answer.flatMap((each: unknown): NamedPlace[] => {
    if (typeof each === 'string') {
      const [, path = each, line] = /^(.+?):(\d+)/.exec(each) ?? [];
      return [{ path, ...(line !== undefined && { line: Number(line) }) }];
    }
    if (typeof each !== 'object' || each === null || !('path' in each) || typeof each.path !== 'string') return [];
    const line = 'line' in each ? Number(each.line) : Number.NaN;
    const name = 'name' in each && typeof each.name === 'string' ? each.name : undefined;
    return [{ path: each.path, ...(line >= 1 && { line }), ...(name !== undefined && { name }) }];
  });
}
