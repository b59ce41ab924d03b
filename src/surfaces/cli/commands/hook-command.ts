/**
 * `codegrain hook` adds code to a prompt before an agent begins to think: agents with prompt hooks run it, hand it the prompt as JSON on
 * standard input, and give its answer to their model. It must never stand in the way: whatever goes wrong, it prints nothing and ends
 * with status 0, and it never makes an index or asks a server. The answer is made in another thread (hook-answer.ts), so that this one
 * can end the process at the limit, however busy that thread is.
 */
import { text as readText } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { contextTokens } from '../../../engine/answers/task-prompt';
import { errorMessage } from '../../../shared/error-message';
import { printableJson, printError, printLine, writeOutput } from '../../../shared/print';
import { productFile } from '../../../shared/product';
import { type CommandAbout, helpText } from '../options/command-help';
import { readFlags, UsageError } from '../options/flags';
import { numberFlag, switchFlag } from '../options/shared-flags';

export const hookAbout = {
  usage: 'hook [options]',
  about: `Add code to the prompt of an agent, for agents with prompt hooks: reads the prompt as JSON from standard input, and prints a pack of at most ${contextTokens} tokens as JSON if the search is sure.`,
  flags: {
    own: {
      limit: numberFlag('limit MS', { default: 2000, min: 100, max: 60_000 }, 'Give up after this many milliseconds.'),
      debug: switchFlag('debug', 'Say on standard error why nothing was added.'),
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
    if (wantsHelp) printLine(helpText(hookAbout));
    else await answerPrompt(values.own);
    return 0;
  } catch (error) {
    printError(`codegrain: ${errorMessage(error)}`);
    // For agents, status 2 of a prompt hook means that the prompt must not be sent.
    return 1;
  }
}

export type HookAnswer =
  | { readonly hookSpecificOutput: { readonly hookEventName: string; readonly additionalContext: string } }
  | { readonly reason: string };

async function answerPrompt({ limit, debug }: { readonly limit: number; readonly debug: boolean }): Promise<void> {
  const explain = (reason: string): void => {
    if (debug) printError(`codegrain: nothing added: ${reason}`);
  };
  // Counted from the start of the process. Nothing is written before the answer is whole, so ending early is safe.
  const timer = setTimeout(
    () => {
      explain(`not done after ${limit} ms`);
      process.exit(0);
    },
    Math.max(0, limit - performance.now()),
  );
  try {
    const answer = await askThread(await readText(process.stdin));
    if ('reason' in answer) explain(answer.reason);
    else await writeOutput(`${printableJson(answer)}\n`);
  } catch (error) {
    explain(errorMessage(error));
  } finally {
    clearTimeout(timer);
  }
}

function askThread(input: string): Promise<HookAnswer> {
  const thread = new Worker(productFile('dist', 'cli.js'), { argv: ['hook'], workerData: input });
  return new Promise((answer, fail) => {
    thread.once('message', answer).once('error', fail);
    thread.once('exit', () => fail(new Error('the search ended without an answer')));
  });
}
