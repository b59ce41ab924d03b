/**
 * What `codegrain hook` adds to a prompt. Runs in a thread of its own, which the command ends after its time limit: it may be busy for
 * longer, and nothing in it could notice.
 */
import { existsSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { promptContext, taskIn } from '../../../engine/answers/task-prompt';
import { indexFileOf } from '../../../index/index-settings';
import { errorMessage } from '../../../shared/error-message';
import { counterOrApproximate } from '../../../tokens/token-counter';
import { nearestIndexedFolder, openSearch } from '../open-search';
import type { HookAnswer } from './hook-command';

/** Sends a `HookAnswer` to the thread that started this one with the input of the hook, and returns the exit status. */
export async function hookAnswer(): Promise<number> {
  const reason = (error: unknown): HookAnswer => ({ reason: errorMessage(error) });
  parentPort?.postMessage(await answerTo(String(workerData)).catch(reason));
  return 0;
}

async function answerTo(input: string): Promise<HookAnswer> {
  const asked: unknown = JSON.parse(input);
  const prompt = textAt(asked, 'prompt');
  if (prompt === undefined) return { reason: 'the input has no prompt' };
  const task = taskIn(prompt);
  if (task === undefined) return { reason: 'the prompt is no task' };
  const root = nearestIndexedFolder(textAt(asked, 'cwd') ?? process.cwd());
  if (!existsSync(indexFileOf(root))) return { reason: `${root} is not indexed` };
  using opened = openSearch(root);
  const counter = counterOrApproximate('o200k_base', () => {});
  const pack = await promptContext(opened.index, task, (text) => counter.count(text));
  if (!pack) return { reason: 'the search is not sure' };
  const hookEventName = textAt(asked, 'hook_event_name') ?? 'UserPromptSubmit';
  return { hookSpecificOutput: { hookEventName, additionalContext: pack.text } };
}

function textAt(value: unknown, key: string): string | undefined {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  return typeof found === 'string' && found !== '' ? found : undefined;
}
