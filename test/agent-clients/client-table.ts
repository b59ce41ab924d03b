/** What came of driving real agents, as Markdown. */
import { findAgent } from '../../src/surfaces/agents/agent-table';
import { type DrivenClient, type DrivenStep, drivenSteps } from './drive-client';

const heads: Readonly<Record<DrivenStep, string>> = {
  listed: 'lists the server as working',
  'first answer': 'first answer without an index reaches the model',
  answer: 'the right file reaches the model',
  hook: "the hook's pack is in the first request",
  ended: 'ends with the words of the model',
};

const method = `Each agent is the real program from npm, with its own home folder and without an account: it asks a scripted model on this machine, which
calls \`pack\` and then ends. The project is a clone of this repository. The entry and the hook were written by \`codegrain agents add\`; with
the first task nothing is indexed, and the server makes the index. A check mark means that the text was in a request that reached the model.
\`npm run trial:agents\` repeats it.`;

export function clientTable(driven: readonly DrivenClient[], about: string): string {
  const rows = driven.map(({ client, steps, reason }) => {
    const hasHook = findAgent(client.id)?.hook !== undefined;
    const cells = drivenSteps.map((step) => {
      if (step === 'hook' && !hasHook) return 'has none';
      const isDone = steps.get(step);
      return isDone === undefined ? '–' : isDone ? '✓' : '✗';
    });
    return `| ${[`${client.id} ${client.version}`, ...cells, reason?.replaceAll(/\s+/g, ' ') ?? ''].join(' | ')} |`;
  });
  const head = ['client', ...drivenSteps.map((step) => heads[step]), 'not driven because'];
  return [
    '# Real agents, driven end to end',
    '',
    about,
    '',
    method,
    '',
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...rows,
    '',
  ].join('\n');
}
