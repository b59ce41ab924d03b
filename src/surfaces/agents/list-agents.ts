/** Which agents are on this machine and in this folder, and which of them are connected. */
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Agent, type AgentEnvironment, type AgentScope, pathOf } from './agent';
import { agentParts, type PartState } from './agent-parts';
import { agents } from './agent-table';
import { ConfigFiles } from './config-files';
import type { Program } from './server-command';

export interface ListedAgent {
  readonly agent: Agent;
  readonly onMachine: boolean;
  readonly inFolder: boolean;
  readonly connections: readonly AgentConnection[];
}

interface AgentConnection {
  readonly scope: AgentScope;
  readonly file: string;
  /** `unreadable`: the reason says why. */
  readonly state: PartState | 'unreadable';
  readonly reason?: string;
}

interface ListRequest {
  /** Absolute. */
  readonly folder: string;
  readonly program: Program;
  readonly environment: AgentEnvironment;
}

export function listAgents(request: ListRequest): ListedAgent[] {
  const files = { project: new ConfigFiles(request.folder), user: new ConfigFiles(undefined) };
  return agents.map((agent) => ({
    agent,
    ...whereFound(agent, request.folder, request.environment),
    connections: (['project', 'user'] as const).flatMap((scope) => connectionOf(agent, scope, request, files[scope])),
  }));
}

/** Agents that are on this machine or in this folder. */
export function foundAgents(folder: string, environment: AgentEnvironment): Agent[] {
  return agents.filter((agent) => {
    const { onMachine, inFolder } = whereFound(agent, folder, environment);
    return onMachine || inFolder;
  });
}

function whereFound({ programs, traces, projectFiles }: Agent, folder: string, environment: AgentEnvironment) {
  return {
    onMachine:
      programs.some((name) => isOnPath(name, environment)) ||
      traces.some((place) => existsSync(pathOf(place, folder, environment))),
    inFolder: projectFiles.some((path) => existsSync(join(folder, path))),
  };
}

function isOnPath(name: string, { platform, variables }: AgentEnvironment): boolean {
  const endings = platform === 'win32' ? (variables.PATHEXT ?? '.EXE;.CMD').toLowerCase().split(';') : [''];
  const folders = (variables.PATH ?? variables.Path ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.some((folder) => endings.some((ending) => isProgram(join(folder, name + ending))));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function connectionOf(
  agent: Agent,
  scope: AgentScope,
  { folder, program, environment }: ListRequest,
  files: ConfigFiles,
): AgentConnection[] {
  const server = agentParts(agent, { folder, scope, program, environment }).find(({ kind }) => kind === 'server');
  if (server === undefined) return [];
  const { file } = server;
  const read = files.read(file);
  const found = 'problem' in read ? read : server.look(read.text ?? '');
  if ('problem' in found) return [{ scope, file, state: 'unreadable', reason: found.problem.message }];
  return [{ scope, file, state: found.state }];
}
