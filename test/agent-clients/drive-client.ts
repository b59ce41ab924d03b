/**
 * Drives a real agent whole, as a user would: installs it, connects it with `codegrain agents add`, lists its servers, and gives it two
 * tasks. With the first one nothing is indexed, so the server has to make the index. With the second one the hook must add its pack.
 * What counts is what reaches the model.
 */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { productFile } from '../../src/shared/product';
import type { AgentClient, ClientContext } from './agent-client';
import { type ProcessResult, runProcess } from './client-process';
import { ScriptedModel } from './scripted-model';

/** What this repository answers, and where. */
const task =
  'Before an answer, the MCP server refreshes an index whose last refresh is too old. Where is that decided?';
const answerFile = 'src/surfaces/mcp/index-refresher.ts';
const lastWords = 'That is all.';
/** How an answer of the hook begins. */
const hookWords = 'Codegrain searched this repository';

export interface DrivenClient {
  readonly client: AgentClient;
  /** Undefined: driven whole. */
  readonly reason?: string;
  readonly steps: ReadonlyMap<DrivenStep, boolean>;
}

export const drivenSteps = ['listed', 'first answer', 'answer', 'hook', 'ended'] as const;
export type DrivenStep = (typeof drivenSteps)[number];

/** @param requests a folder that gets what reached the model with the second task, to look at. */
export async function driveClient(
  client: AgentClient,
  log: (line: string) => void,
  requests?: string,
): Promise<DrivenClient> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'agent-client-')));
  const steps = new Map<DrivenStep, boolean>();
  const model = new ScriptedModel({ tool: 'pack', input: { query: task, max_tokens: 2000 } }, lastWords);
  try {
    const program = await install(client);
    const context = { home: join(base, 'home'), folder: join(base, 'project'), model: await model.listen() };
    await prepare(client, context);
    const run = (args: readonly string[]): Promise<ProcessResult> =>
      runProcess(program, args, context.folder, { HOME: context.home, ...client.environment(context) });
    const list = await run(client.list);
    steps.set('listed', client.listed.test(list.output));
    log(`${client.id}: ${list.output.trim().split('\n').slice(-3).join(' | ')}`);
    const first = await askOnce(client, model, run);
    steps.set(
      'first answer',
      first.answers.some((answer) => /Confidence: |being made|updating the index/.test(answer)),
    );
    log(`${client.id}: first answer: ${first.answers.at(-1)?.slice(0, 300)}`);
    await codegrain(context, 'index', context.folder);
    await codegrain(context, 'agents', 'add', client.id, '--hook', '--dir', context.folder);
    const second = await askOnce(client, model, run);
    steps.set(
      'answer',
      second.answers.some((answer) => answer.includes(answerFile)),
    );
    steps.set('hook', second.first.includes(hookWords));
    steps.set('ended', second.output.includes(lastWords));
    log(`${client.id}: ${JSON.stringify(Object.fromEntries(steps))}`);
    if (!steps.get('ended')) log(second.output.slice(-2000));
    return { client, steps };
  } catch (error) {
    return { client, steps, reason: error instanceof Error ? error.message : String(error) };
  } finally {
    model.close();
    if (requests !== undefined) writeFileSync(join(requests, `${client.id}.json`), JSON.stringify(model.requests));
    rmSync(base, { recursive: true, force: true });
  }
}

interface AskedOnce {
  /** The first request about the task. */
  readonly first: string;
  /** Requests with the answer of the tool. */
  readonly answers: readonly string[];
  readonly output: string;
}

async function askOnce(
  client: AgentClient,
  model: ScriptedModel,
  run: (args: readonly string[]) => Promise<ProcessResult>,
): Promise<AskedOnce> {
  model.requests.length = 0;
  const { status, output } = await run(client.ask(task));
  if (status === undefined) throw new Error(`it did not end: ${output.slice(-300)}`);
  const about = model.requests.filter(({ body }) => body.includes(task));
  return {
    first: about.find(({ tools }) => tools > 0)?.body ?? '',
    // The answer comes after the call in the conversation.
    answers: about.filter(({ hasCalled }) => hasCalled).map(({ body }) => body.slice(body.indexOf('max_tokens'))),
    output,
  };
}

async function prepare(client: AgentClient, context: ClientContext): Promise<void> {
  mkdirSync(context.home, { recursive: true });
  await mustRun('git', ['clone', '--quiet', '--depth', '1', `file://${productFile()}`, context.folder], tmpdir(), {});
  client.prepare(context);
  await codegrain(context, 'agents', 'add', client.id, '--dir', context.folder);
}

/** Into the cache of the user, once for each version. */
async function install({ id, package: name, version, program }: AgentClient): Promise<string> {
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'codegrain', 'agent-clients');
  const folder = join(cache, `${id}-${version}`);
  const file = join(folder, 'node_modules', '.bin', program);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  const spec = `${name}@${version}`;
  await mustRun('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', spec], folder, { HOME: homedir() });
  return file;
}

function codegrain({ home }: ClientContext, ...args: readonly string[]): Promise<void> {
  return mustRun(process.execPath, [productFile('dist', 'cli.js'), ...args], home, { HOME: home });
}

async function mustRun(
  program: string,
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const { status, output } = await runProcess(program, args, cwd, environment);
  if (status !== 0) throw new Error(`${program} ${args.slice(0, 4).join(' ')}: ${output.trim().slice(-300)}`);
}
