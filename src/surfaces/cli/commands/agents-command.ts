/** `codegrain agents [add|remove NAME…]` connects agents to the MCP server. */

import { resolve } from 'node:path';
import { nearestName } from '../../../shared/near-name';
import { printableJson, printError, printLine } from '../../../shared/print';
import { type Agent, type AgentScope, thisEnvironment } from '../../agents/agent';
import type { PartKind } from '../../agents/agent-parts';
import { agents, findAgent } from '../../agents/agent-table';
import { foundAgents, listAgents } from '../../agents/list-agents';
import { type AgentRequest, type AgentStep, applyPlan, planAgents } from '../../agents/plan-agents';
import { programOnThisMachine } from '../../agents/server-command';
import { type CommandAbout, command } from '../options/command-help';
import { requireFolder, UsageError } from '../options/flags';
import { switchFlag, textFlag } from '../options/shared-flags';
import { agentLines, failureLines, shortPath, stepLines, unifiedDiff } from '../output/show-agents';

export const agentsAbout = {
  usage: 'agents [list|add|remove] [NAME…] [options]',
  about:
    'Connect coding agents to Codegrain: writes the entry of the MCP server into the configuration of each agent, and a few lines that say when to use it. Without a name, lists the agents found on this machine and in the folder.',
  flags: {
    own: {
      all: switchFlag('all', 'All agents that were found; with `remove`, all that are connected.'),
      user: switchFlag(
        'user',
        'Change the configuration of the user, for every folder, instead of that of the project.',
      ),
      noInstructions: switchFlag(
        'no-instructions',
        'Leave the instructions of the agent (AGENTS.md, rules files) as they are.',
      ),
      hook: switchFlag(
        'hook',
        'With `add`, also add a hook that gives the agent the code for a task before it begins, if it has such hooks.',
      ),
      dryRun: switchFlag('dry-run', 'Print the changes as a diff and write nothing.'),
      force: switchFlag('force', 'Also replace or remove an entry `codegrain` that was changed by hand.'),
      json: switchFlag('json', 'Print one JSON array of agents or of steps.'),
      dir: textFlag('dir DIR', 'The project folder.', 'this folder'),
    },
  },
  notes: `Agents: ${agents.map(({ id }) => id).join(', ')}.`,
  exit: '0 done, 1 an agent could not be connected or disconnected, 2 wrong use or error.',
} satisfies CommandAbout;

export const agentsCommand = command(agentsAbout, async ({ values, positionals }) => {
  const { all, user, noInstructions, hook, dryRun, force, json, dir } = values.own;
  const [action = 'list', ...names] = positionals;
  requireFolder(dir ?? '.');
  const folder = resolve(dir ?? '.');
  const environment = thisEnvironment();
  const program = await programOnThisMachine(folder);
  if (action === 'list') {
    if (names.length > 0) throw new UsageError('agents list takes no names');
    const listed = listAgents({ folder, program, environment });
    printLine(
      json
        ? printableJson(
            listed.map(({ agent: { id, title, documentation }, ...found }) => ({ id, title, documentation, ...found })),
          )
        : agentLines(listed, folder).join('\n'),
    );
    return 0;
  }
  if (action !== 'add' && action !== 'remove')
    throw new UsageError(`agents knows list, add and remove, not "${action}"; try: codegrain agents --help`);
  const scope = user ? 'user' : 'project';
  if (all ? names.length > 0 : names.length === 0)
    throw new UsageError(`agents ${action} needs names of agents or --all; try: codegrain agents`);
  const chosen = all ? allFor(action, folder, scope) : names.map(agentNamed);
  if (chosen.length === 0) {
    printError('codegrain: no agent was found here; name one: codegrain agents add NAME');
    return 1;
  }
  const parts: PartKind[] = ['server'];
  if (!noInstructions) parts.push('instructions');
  if (hook || action === 'remove') parts.push('hook');
  const request: AgentRequest = { action, agents: chosen, folder, scope, parts, force, program, environment };
  return carryOut(request, { dryRun, json });
});

async function carryOut(request: AgentRequest, { dryRun, json }: { dryRun: boolean; json: boolean }): Promise<number> {
  const { folder, program, scope, action } = request;
  const plan = planAgents(request);
  const steps = dryRun ? plan.steps : await applyPlan(plan);
  const failures = steps.filter(({ status }) => status === 'failed');
  if (json) printLine(printableJson(steps));
  else if (dryRun && plan.changes.length > 0)
    for (const { file, before, after } of plan.changes) printLine(unifiedDiff(shortPath(file, folder), before, after));
  else for (const line of stepLines(steps, folder)) printLine(line);
  for (const failure of failures) for (const line of failureLines(failure, folder)) printError(line);
  if (action === 'add' && scope === 'project' && !program.isPortable && steps.some(isWritten))
    printError(
      'codegrain: codegrain is not on the path in this version, so the entries run this copy and work on this machine only',
    );
  return failures.length > 0 ? 1 : 0;
}

function isWritten({ status }: AgentStep): boolean {
  return status === 'added' || status === 'updated';
}

/** Agents without a configuration in this scope are only mentioned: nobody asked for them by name. */
function allFor(action: 'add' | 'remove', folder: string, scope: AgentScope): readonly Agent[] {
  const all = action === 'add' ? foundAgents(folder, thisEnvironment()) : agents;
  const others = all.filter(({ server }) => server[scope] === undefined).map(({ id }) => id);
  if (action === 'add' && others.length > 0)
    printError(
      `codegrain: left out, since their configuration is ${scope === 'project' ? "the user's: add them with --user" : "the project's: add them without --user"}: ${others.join(', ')}`,
    );
  return all.filter(({ server }) => server[scope] !== undefined);
}

function agentNamed(name: string): Agent {
  const agent = findAgent(name);
  if (agent) return agent;
  const ids = agents.map(({ id }) => id);
  const near = nearestName(name, ids);
  throw new UsageError(
    `there is no agent "${name}"; ${near === undefined ? `known: ${ids.join(', ')}` : `did you mean ${near}?`}`,
  );
}
