/**
 * Drives real agents from npm end to end, with a scripted model and no account (test/agent-clients):
 *
 *     npm run trial:agents [-- --client claude-code …] [--requests DIR]
 *
 * `--requests` keeps what reached the model. Clients are installed into the cache of the user; everything else is in temporary folders. A run with all clients writes
 * bench/results/agent-clients.md.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { errorMessage } from '../src/shared/error-message';
import { productFile } from '../src/shared/product';
import { agentClients } from '../test/agent-clients/agent-client';
import { clientTable } from '../test/agent-clients/client-table';
import { type DrivenClient, driveClient } from '../test/agent-clients/drive-client';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { client: { type: 'string', multiple: true }, requests: { type: 'string' } },
  });
  const wanted = values.client;
  const clients = agentClients.filter(({ id }) => !wanted || wanted.includes(id));
  if (clients.length === 0) throw new Error(`known clients: ${agentClients.map(({ id }) => id).join(', ')}`);
  const log = (line: string): boolean => process.stderr.write(`${line}\n`);
  const driven: DrivenClient[] = [];
  for (const client of clients) driven.push(await driveClient(client, log, values.requests));
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: productFile(), encoding: 'utf8' }).trim();
  const about = `${new Date().toISOString().slice(0, 10)}, commit ${commit}, Node ${process.version}, ${process.platform} ${process.arch}.`;
  const markdown = clientTable(driven, about);
  process.stdout.write(markdown);
  if (!wanted) writeFileSync(productFile('bench', 'results', 'agent-clients.md'), markdown);
  process.exitCode = driven.some(({ reason }) => reason !== undefined) ? 1 : 0;
}

main().catch((error: unknown) => {
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exitCode = 2;
});
