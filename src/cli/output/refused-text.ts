/** A model that answers nobody ends a run: what it said, and what to do, in the words of the command line. */
import type { ChatRefused, WhyRefused } from '../../enrich/chat-model';

const remedies: Readonly<Record<WhyRefused, string>> = {
  key: 'put the right key into the environment variable CODEGRAIN_CHAT_KEY',
  later: 'wait that long',
  credit: 'see to the account of the server',
  model: 'name another with --model, or another server with --endpoint',
  unreachable: 'start the server, or name another with --endpoint',
  consent: 'allow the model',
};

/** @param isKept whether the next run goes on where this one ended. */
export function refusedText({ message, why }: ChatRefused, isKept: boolean): string {
  const resumed = isKept ? ': what is done is kept, and only the rest is asked for' : '';
  return `${message}; nothing more was asked: ${remedies[why]}, then run the same again${resumed}`;
}
