/** Why a language model refused a request, and what to do about it on the command line. */
import type { ChatRefused, RefusalReason } from '../../../wings/models/chat-model';

const remedies: Readonly<Record<RefusalReason, string>> = {
  key: 'set the environment variable CODEGRAIN_CHAT_KEY to the right key',
  later: 'wait that long',
  credit: 'check your account with the provider',
  model: 'choose another model with --model or another server with --endpoint',
  unreachable: 'start the server or choose another one with --endpoint',
  consent: 'allow this model',
};

/** @param canResume the next run continues where this one ended. */
export function refusalText({ message, reason }: ChatRefused, canResume: boolean): string {
  const resumed = canResume ? ' to continue where it stopped' : '';
  return `${message}; the run stopped: ${remedies[reason]}, then run the same command again${resumed}`;
}
