/**
 * `codegrain hook` adds code to a prompt before an agent begins to think: agents with prompt hooks run it, hand it the prompt as JSON on
 * standard input, and give its answer to their model. It must never stand in the way: whatever goes wrong, it prints nothing and ends
 * with status 0, and it never makes an index or asks a server.
 */
import { existsSync } from 'node:fs';
import { text as readText } from 'node:stream/consumers';
import { indexFileOf } from '../../index/index-settings';
import { integer, toggle } from '../../options/option';
import { errorMessage } from '../../shared/error-message';
import { counterOrApproximate } from '../../tokens/token-counter';
import { contextTokens, promptContext } from '../../tools/prompt-context';
import { taskIn } from '../../tools/task-prompt';
import { nearestIndexedFolder, openSearch } from '../open-search';
import { type CommandAbout, helpText } from '../options/command-help';
import { readFlags, UsageError } from '../options/flags';
import { writeOutput } from '../output/write-output';

export const hookAbout = {
  usage: 'hook [options]',
  about: `Add code to the prompt of an agent, for agents with prompt hooks: reads the prompt as JSON from standard input, and prints a pack of at most ${contextTokens} tokens as JSON if the search is sure.`,
  flags: {
    own: {
      limit: integer({
        default: 2000,
        min: 100,
        max: 60_000,
        flag: { name: 'limit', value: 'MS' },
        description: 'Give up after this many milliseconds.',
      }),
      debug: toggle({
        flag: { name: 'debug' },
        description: 'Say on standard error why nothing was added.',
      }),
    },
  },
  notes:
    'Added to an agent with codegrain agents add NAME --hook. Claude Code and Codex run it as UserPromptSubmit, Gemini CLI as BeforeAgent. Prints nothing for prompts that are no task, without an index, and after an error. It only reads.',
  exit: '0, also if nothing is added; 1 wrong use. Never 2, which would stop the prompt.',
} satisfies CommandAbout;

export async function hookCommand(args: readonly string[]): Promise<number> {
  try {
    const { values, positionals, wantsHelp } = readFlags(args, hookAbout.flags);
    if (positionals.length > 0 || (process.stdin.isTTY && !wantsHelp))
      throw new UsageError('hook reads JSON from standard input; agents run it. Try: codegrain hook --help');
    if (wantsHelp) console.log(helpText(hookAbout));
    else await answerPrompt(values.own);
    return 0;
  } catch (error) {
    console.error(`codegrain: ${errorMessage(error)}`);
    // For agents, status 2 of a prompt hook means that the prompt must not be sent.
    return 1;
  }
}

async function answerPrompt({ limit, debug }: { readonly limit: number; readonly debug: boolean }): Promise<void> {
  const explain = (reason: string): void => {
    if (debug) console.error(`codegrain: nothing added: ${reason}`);
  };
  // Nothing is written before the answer is whole, so ending early is safe.
  const timer = setTimeout(() => {
    explain(`not done after ${limit} ms`);
    process.exit(0);
  }, limit);
  try {
    const answer = await answerTo(await readText(process.stdin));
    if ('reason' in answer) explain(answer.reason);
    else await writeOutput(`${JSON.stringify(answer)}\n`);
  } catch (error) {
    explain(errorMessage(error));
  } finally {
    clearTimeout(timer);
  }
}

type HookAnswer =
  | { readonly hookSpecificOutput: { readonly hookEventName: string; readonly additionalContext: string } }
  | { readonly reason: string };

async function answerTo(input: string): Promise<HookAnswer> {
  const asked: unknown = JSON.parse(input);
  const prompt = textAt(asked, 'prompt');
  if (prompt === undefined) return { reason: 'the input has no prompt' };
  const task = taskIn(prompt);
  if (task === undefined) return { reason: 'the prompt is no task' };
  const root = nearestIndexedFolder(textAt(asked, 'cwd') ?? process.cwd());
  if (!existsSync(indexFileOf(root))) return { reason: `${root} is not indexed` };
  const { searcher, close } = await openSearch(root, undefined, 'built-in');
  try {
    const counter = counterOrApproximate('o200k_base', () => {});
    const pack = await promptContext(searcher, root, task, (text) => counter.count(text));
    if (!pack) return { reason: 'the search is not sure' };
    const hookEventName = textAt(asked, 'hook_event_name') ?? 'UserPromptSubmit';
    return { hookSpecificOutput: { hookEventName, additionalContext: pack.text } };
  } finally {
    close();
  }
}

function textAt(value: unknown, key: string): string | undefined {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  return typeof found === 'string' && found !== '' ? found : undefined;
}
