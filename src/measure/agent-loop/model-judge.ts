/** Asks a model whether the places that another run named are enough to make the change. It sees what was changed. */
import type { JsonSchema, TokenUsage } from '../../enrich/chat-model';
import { JsonAnswers } from '../../enrich/json-answer';
import type { ModelAsker } from '../../enrich/model-asker';
import type { MeasuredTask } from '../measured-task';
import type { ReadState } from '../read-state';
import type { AgentRun } from './run-agent';

interface ModelJudgement {
  /** Undefined: it could not be asked, or gave no verdict. */
  readonly passed: boolean | undefined;
  readonly usage: TokenUsage;
}

/** Max tokens of the verdict. */
export const maxJudgeTokens = 300;
const maxPlaces = 8;
const maxLines = 20;

const schema: JsonSchema = {
  type: 'object',
  properties: { passed: { type: 'boolean' }, why: { type: 'string' } },
  required: ['passed'],
};

export async function judgeByModel(
  task: MeasuredTask,
  { answer }: AgentRun,
  {
    asker,
    state: { tree },
    signal,
  }: { readonly asker: ModelAsker; readonly state: ReadState; readonly signal: AbortSignal },
): Promise<ModelJudgement> {
  const changed = task.places.slice(0, maxPlaces).map(({ path, name, lines }) => {
    const texts = tree.lines(path);
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
  const passed = typeof value === 'object' && value !== null && 'passed' in value ? value.passed === true : undefined;
  return { passed, usage: outcome.usage };
}
