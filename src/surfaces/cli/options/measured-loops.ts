/** The model that `codegrain measure` also runs, what it may cost, and whether the user agrees. */

import type { OptionValues } from '../../../options/option';
import { AgentLoops, estimateLoops } from '../../../wings/proof/agent-loop/agent-loops';
import type { ToolState } from '../../../wings/proof/agent-loop/agent-tools';
import type { MeasuredTask } from '../../../wings/proof/measured-task';
import type { StatedTask } from '../../../wings/proof/tasks/commit-tasks';
import { askerOf, chatFlags, confirmSending } from './chat-flags';
import { UsageError } from './flags';
import { numberFlag, switchFlag } from './shared-flags';

export const loopFlags = {
  provider: {
    ...chatFlags.provider,
    flag: { name: 'provider', value: 'P', defaultText: 'no model' },
    description:
      'Also run a model of this server on some tasks, with and without the tools: `ollama`, `openai` (any with its API), `anthropic`, `gemini`, `cohere` or `mistral`.',
  },
  endpoint: chatFlags.endpoint,
  model: chatFlags.model,
  window: chatFlags.window,
  timeoutSeconds: chatFlags.timeoutSeconds,
  runs: numberFlag('runs N', { default: 5, min: 1, max: 1000 }, 'How many of the tasks the model gets: the last ones.'),
  calls: numberFlag('calls N', { default: 8, min: 1, max: 50 }, 'Max tool calls of the model in a task.'),
  judge: switchFlag('judge', 'Also ask the model whether its answers are enough.'),
  budget: numberFlag(
    'budget N',
    { default: 500_000, min: 1, max: 1e12 },
    'Max tokens that the model may spend in all.',
  ),
  yes: chatFlags.yes,
};

interface PreparedLoops {
  readonly loops: AgentLoops;
  readonly run: (stated: StatedTask, task: MeasuredTask, state: ToolState) => Promise<void>;
}

/** Undefined: no model is asked. */
export async function prepareLoops(
  tasks: readonly StatedTask[],
  values: OptionValues<typeof loopFlags>,
  chosenFlags: Partial<OptionValues<typeof loopFlags>>,
): Promise<PreparedLoops | 'declined' | undefined> {
  const { runs, calls: maxCalls, judge: hasJudge, ...chat } = values;
  if (chat.provider === undefined) {
    const [first] = Object.keys(loopFlags).filter((key) => key in chosenFlags);
    if (first !== undefined) throw new UsageError(`--${flagName(first)} needs --provider`);
    return undefined;
  }
  const asker = askerOf({ ...chat, parallel: 1 });
  const chosen = new Set(tasks.slice(-runs));
  const options = { asker, maxCalls, hasJudge, signal: new AbortController().signal };
  const texts = Array.from(chosen, ({ text }) => text);
  if (!(await confirmSending(asker, estimateLoops(texts, options), chat.yes))) return 'declined';
  const loops = new AgentLoops(options);
  return {
    loops,
    run: async (stated, task, state) => {
      if (chosen.has(stated)) await loops.run(task, state);
    },
  };
}

function flagName(key: string): string {
  return Object.entries(loopFlags).find(([name]) => name === key)?.[1].flag?.name ?? key;
}
