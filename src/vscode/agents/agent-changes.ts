/** What connecting some agents and disconnecting others changes, first in memory and then in the files. */
import { type Agent, type AgentEnvironment, type AgentScope, thisEnvironment } from '../../surfaces/agents/agent';
import type { FileChange } from '../../surfaces/agents/config-files';
import { type ListedAgent, listAgents } from '../../surfaces/agents/list-agents';
import { type AgentRequest, type AgentStep, applyPlan, planAgents } from '../../surfaces/agents/plan-agents';
import type { Program } from '../../surfaces/agents/server-command';

export interface AgentChoice {
  readonly agent: Agent;
  /** Where it is connected from here: the project, if the agent has a configuration there. */
  readonly scope: AgentScope;
  /** The file with the entry. */
  readonly file: string;
  readonly isConnected: boolean;
  /** Connected, but not as it would be now. */
  readonly isOutdated: boolean;
  readonly isFound: boolean;
  /** Why the file cannot be changed. */
  readonly problem?: string;
}

interface ChangeTarget {
  readonly folder: string;
  readonly program: Program;
  readonly environment?: AgentEnvironment;
}

/** The agents that an extension can connect, those found here first. VS Code itself has the servers without an entry. */
export function agentChoices(target: ChangeTarget): AgentChoice[] {
  const { folder, program, environment = thisEnvironment() } = target;
  return listAgents({ folder, program, environment })
    .filter(({ agent }) => agent.id !== 'vscode')
    .flatMap(choiceOf)
    .sort((a, b) => Number(isHere(b)) - Number(isHere(a)));
}

export function isHere({ isFound, isConnected }: AgentChoice): boolean {
  return isFound || isConnected;
}

function choiceOf({ agent, onMachine, inFolder, connections }: ListedAgent): AgentChoice[] {
  const connection = connections.find(({ scope }) => scope === 'project') ?? connections[0];
  if (!connection) return [];
  const { scope, file, state, reason } = connection;
  return [
    {
      ...{ agent, scope, file },
      isConnected: state === 'current' || state === 'outdated' || state === 'changed',
      isOutdated: state === 'outdated',
      isFound: onMachine || inFolder,
      ...(reason !== undefined && { problem: reason }),
    },
  ];
}

/** The requests that lead from the current state to the wanted one: what is removed first. */
export function agentRequests(
  choices: readonly AgentChoice[],
  wanted: ReadonlySet<string>,
  { folder, program, environment = thisEnvironment() }: ChangeTarget,
): AgentRequest[] {
  const differs = {
    remove: choices.filter(({ agent, isConnected }) => isConnected && !wanted.has(agent.id)),
    add: choices.filter(({ agent, isConnected, isOutdated }) => wanted.has(agent.id) && (!isConnected || isOutdated)),
  };
  return (['remove', 'add'] as const).flatMap((action) =>
    (['project', 'user'] as const).flatMap((scope): AgentRequest[] => {
      const agents = differs[action].filter((choice) => choice.scope === scope).map(({ agent }) => agent);
      if (agents.length === 0) return [];
      const parts =
        action === 'add' ? (['server', 'instructions'] as const) : (['server', 'instructions', 'hook'] as const);
      return [{ action, agents, folder, scope, parts, force: false, program, environment }];
    }),
  );
}

/** What would change, for the user to see. */
export function previewOf(requests: readonly AgentRequest[]): FileChange[] {
  return requests.flatMap((request) => planAgents(request).changes);
}

export async function applyRequests(requests: readonly AgentRequest[]): Promise<AgentStep[]> {
  const steps: AgentStep[] = [];
  // Each plan is made after the one before is on disk: they can change the same file.
  for (const request of requests) steps.push(...(await applyPlan(planAgents(request))));
  return steps;
}
