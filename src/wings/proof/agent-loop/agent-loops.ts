/** Runs a model on some of the tasks, with and without Codegrain's tools, and counts. */

import type { JsonSchema } from '../../models/chat-model';
import { addUsage, type ChatRefused, noUsage, type TokenUsage } from '../../models/chat-model';
import { JsonAnswers, type ModelAsker } from '../../models/model-asker';
import type { ReadState } from '../file-tree';
import type { MeasuredTask } from '../measured-task';
import { maxToolTokens, type ToolState } from './agent-tools';
import { type AgentRun, firstMessages, maxStepTokens, runAgent } from './run-agent';

// Asks a model whether the places that another run named are enough to make the change. It sees what was changed.

/** Max tokens of the verdict. */
const maxJudgeTokens = 300;
const maxPlaces = 8;
const maxLines = 20;

const schema: JsonSchema = {
  type: 'object',
  properties: { passed: { type: 'boolean' }, why: { type: 'string' } },
  required: ['passed'],
};

async function judgeByModel(
  task: MeasuredTask,
  { answer }: AgentRun,
  { asker, signal, state }: LoopOptions & { readonly state: ReadState },
) {
  const changed = task.places.slice(0, maxPlaces).map(({ path, name, lines }) => {
    const texts = state.tree.lines(path);
    const shown = lines.flatMap(([start, end]) =>
      texts.slice(start - 1, end).map((text, at) => `${start + at}: ${text.slice(0, 200)}`),
    );
    return [`${path} ${name}`, ...shown.slice(0, maxLines)].join('\n');
  });
  const content = [
    'A developer was asked which places in a repository must change for a task. Judge the answer: would an engineer who opens only these places find where to make the change?',
    `The task:\n${task.text}`,
    `What was really changed:\n${changed.join('\n\n')}`,
    `The answer:\n${JSON.stringify(answer)}`,
    'Write {"passed": true or false, "why": "one sentence"}.',
  ].join('\n\n');
  const maxTokens = Math.min(maxJudgeTokens, asker.model.limits.output);
  const outcome = await asker.ask(
    { messages: [{ role: 'user', content }], maxTokens, json: new JsonAnswers(schema) },
    signal,
  );
  const value = outcome.is === 'answer' ? outcome.value : undefined;
  // Undefined: it could not be asked, or gave no verdict.
  const passed = typeof value === 'object' && value !== null && 'passed' in value ? value.passed === true : undefined;
  return { passed, usage: outcome.usage };
}

interface LoopOptions {
  readonly asker: ModelAsker;
  readonly maxCalls: number;
  /** Also ask the model whether its answers are enough. */
  readonly hasJudge: boolean;
  readonly signal: AbortSignal;
}

interface JudgedRun extends AgentRun {
  /** What the model itself says about the answer. */
  readonly judged?: boolean;
}

export interface LoopSummary {
  readonly runs: number;
  readonly passed: number;
  readonly named: number;
  /** NaN if no model judged. */
  readonly judged: number;
  /** Means of a run. */
  readonly tokens: number;
  readonly calls: number;
}

export interface LoopReport {
  readonly model: string;
  readonly maxCalls: number;
  readonly withCodegrain: LoopSummary;
  readonly without: LoopSummary;
  readonly runs: readonly JudgedRun[];
  readonly usage: TokenUsage;
  /** Why it ended before all tasks were run. */
  readonly stopped?: string;
}

export class AgentLoops {
  private readonly runs: JudgedRun[] = [];
  private usage = noUsage;
  private isStopped = false;
  refusal: ChatRefused | undefined;

  constructor(private readonly options: LoopOptions) {}

  /** A task is run in both ways or not at all: what is compared are the same tasks. */
  async run(task: MeasuredTask, state: ToolState): Promise<void> {
    const pair: JudgedRun[] = [];
    for (const hasCodegrain of [true, false]) {
      if (this.isStopped) return;
      const outcome = await runAgent(task, hasCodegrain, { ...this.options, state });
      if (outcome.is === 'stopped') {
        this.isStopped = true;
        this.refusal = outcome.refusal;
        return;
      }
      this.usage = addUsage(this.usage, outcome.run.usage);
      pair.push(await this.judged(task, outcome.run, state));
    }
    this.runs.push(...pair);
  }

  report(): LoopReport {
    const { asker, maxCalls } = this.options;
    const why = this.refusal ? 'the model refused the request' : 'the budget is spent';
    return {
      model: asker.model.id,
      maxCalls,
      withCodegrain: summaryOf(this.runs.filter(({ hasCodegrain }) => hasCodegrain)),
      without: summaryOf(this.runs.filter(({ hasCodegrain }) => !hasCodegrain)),
      runs: this.runs,
      usage: this.usage,
      ...(this.isStopped && { stopped: why }),
    };
  }

  private async judged(task: MeasuredTask, run: AgentRun, state: ToolState): Promise<JudgedRun> {
    if (!this.options.hasJudge) return run;
    const { passed, usage } = await judgeByModel(task, run, { ...this.options, state });
    this.usage = addUsage(this.usage, usage);
    return passed === undefined ? run : { ...run, judged: passed };
  }
}

/** The most that the tasks can cost: in every step all answers before are sent again. */
export function estimateLoops(
  texts: readonly string[],
  { asker, maxCalls, hasJudge }: Pick<LoopOptions, 'asker' | 'maxCalls' | 'hasJudge'>,
) {
  const steps = maxCalls + 1;
  let inputTokens = 0;
  for (const text of texts)
    for (const hasCodegrain of [true, false]) {
      const first = asker.model.count(firstMessages(text, hasCodegrain, maxCalls));
      inputTokens += steps * first + ((maxToolTokens + maxStepTokens) * maxCalls * steps) / 2;
      if (hasJudge) inputTokens += first + maxJudgeTokens + maxToolTokens;
    }
  return {
    requests: texts.length * 2 * (steps + (hasJudge ? 1 : 0)),
    inputTokens: Math.ceil(inputTokens),
    maxTokens: maxStepTokens,
  };
}

function summaryOf(runs: readonly JudgedRun[]): LoopSummary {
  const judged = runs.flatMap(({ judged: verdict }) => (verdict === undefined ? [] : [Number(verdict)]));
  return {
    runs: runs.length,
    passed: mean(runs.map(({ passed }) => Number(passed))),
    named: mean(runs.map(({ named }) => named)),
    judged: mean(judged),
    tokens: mean(runs.map(({ usage }) => usage.input + usage.output)),
    calls: mean(runs.map(({ calls }) => calls)),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
