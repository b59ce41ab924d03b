/** Connects agents, and disconnects them: first a plan with every change in memory, then, unless the user only wants to see it, the files. */
import { dirname } from 'node:path';
import { requireNoLink } from '../../shared/own-folder';
import type { Agent, AgentEnvironment, AgentScope } from './agent';
import { type AgentPart, agentParts, type PartKind, type PartState } from './agent-parts';
import { agents } from './agent-table';
import { ConfigFiles, type FileChange, realPath, removeEmptyFolders, writeChange } from './config-files';
import { type EditRecord, readRecords, recordFile, undone, undoOf, writeRecords } from './edit-records';
import type { ConfigProblem } from './formats/config-format';
import type { Program } from './server-command';

export interface AgentRequest {
  readonly action: 'add' | 'remove';
  readonly agents: readonly Agent[];
  /** Absolute. */
  readonly folder: string;
  readonly scope: AgentScope;
  readonly parts: readonly PartKind[];
  /** Also replaces and removes entries that the user has changed. */
  readonly force: boolean;
  readonly program: Program;
  readonly environment: AgentEnvironment;
}

/** `current`, `absent`: nothing to do. `kept`: another agent needs it. `failed`: the reason says why, `byHand` what to add. */
type StepStatus = 'added' | 'updated' | 'removed' | 'current' | 'absent' | 'kept' | 'failed';

export interface AgentStep {
  readonly agent: string;
  readonly part: PartKind;
  /** Undefined: the agent has no such file. */
  readonly file?: string;
  readonly status: StepStatus;
  readonly reason?: string;
  readonly byHand?: string;
}

interface AgentPlan {
  readonly steps: readonly AgentStep[];
  readonly changes: readonly FileChange[];
  /** The folder of the records, and what they are after the changes. */
  readonly base: string;
  readonly records: readonly EditRecord[];
}

/** @throws if the records of a project would be written through a link */
export function planAgents(request: AgentRequest): AgentPlan {
  const isProject = request.scope === 'project';
  const base = isProject ? request.folder : request.environment.home;
  if (isProject) requireNoLink(recordFile(base));
  const planner = new Planner(request, readRecords(base));
  const steps = request.action === 'add' ? planner.addAll() : planner.removeAll();
  return { steps, changes: planner.files.changes, base, records: planner.records };
}

/** Writes the changes of a plan. A file that cannot be written fails its own steps only. */
export async function applyPlan(plan: AgentPlan): Promise<readonly AgentStep[]> {
  const problems = new Map<string, ConfigProblem>();
  const folders = new Map<string, string>();
  for (const change of plan.changes) {
    const { problem, createdFolder } = await writeChange(change);
    if (problem) problems.set(change.file, problem);
    if (createdFolder !== undefined) folders.set(change.file, createdFolder);
  }
  const old = readRecords(plan.base);
  for (const { file, after } of plan.changes) {
    const folder = old.find((record) => record.file === file)?.createdFolder;
    if (after === undefined && folder !== undefined && !problems.has(file)) removeEmptyFolders(dirname(file), folder);
  }
  const records = [
    ...old.filter(({ file }) => problems.has(file)),
    ...plan.records
      .filter(({ file }) => !problems.has(file))
      .map((record) => {
        const createdFolder = folders.get(record.file) ?? record.createdFolder;
        return createdFolder === undefined ? record : { ...record, createdFolder };
      }),
  ];
  if (records.length > 0 || old.length > 0) saveRecords(plan.base, records);
  return plan.steps.map((step) => {
    const problem = step.file === undefined ? undefined : problems.get(realPath(step.file));
    const isDone = step.status === 'added' || step.status === 'updated' || step.status === 'removed';
    return problem && isDone ? { ...step, status: 'failed', reason: problem.message } : step;
  });
}

function saveRecords(base: string, records: readonly EditRecord[]): void {
  try {
    writeRecords(base, records);
  } catch {
    // In a read-only folder: `remove` then works by what the files have.
  }
}

class Planner {
  readonly files: ConfigFiles;

  constructor(
    private readonly request: AgentRequest,
    public records: EditRecord[],
  ) {
    this.files = new ConfigFiles(request.scope === 'project' ? request.folder : undefined);
  }

  addAll(): AgentStep[] {
    return this.request.agents.flatMap((agent) => this.stepsOf(agent, (part) => this.add(part)));
  }

  /** The newest edit first, since an older one can be undone exactly only when the file is as it left it. */
  removeAll(): AgentStep[] {
    const parts = this.request.agents.flatMap((agent) => this.wanted(agent));
    const age = (part: AgentPart): number => this.records.indexOf(this.recordOf(part) ?? noRecord);
    const done = new Map<string, Omit<AgentStep, 'agent' | 'part'>>();
    for (const part of parts.toSorted((a, b) => age(b) - age(a)))
      if (!done.has(part.kind + part.file)) done.set(part.kind + part.file, this.remove(part));
    return this.request.agents.flatMap((agent) =>
      this.stepsOf(agent, (part) => done.get(part.kind + part.file) ?? { status: 'absent' }),
    );
  }

  private stepsOf(agent: Agent, make: (part: AgentPart) => Omit<AgentStep, 'agent' | 'part'>): AgentStep[] {
    const { scope } = this.request;
    if (agent.server[scope] === undefined) {
      const reason =
        scope === 'project'
          ? `${agent.title} has no configuration in the project; use --user`
          : `${agent.title} has no configuration of the user; leave out --user`;
      return [{ agent: agent.id, part: 'server', status: 'failed', reason }];
    }
    const steps: AgentStep[] = this.wanted(agent).map((part) => ({
      agent: agent.id,
      part: part.kind,
      file: part.file,
      ...make(part),
    }));
    const wantsHook = this.request.action === 'add' && this.request.parts.includes('hook');
    if (wantsHook && agent.hook?.[scope] === undefined)
      steps.push({ agent: agent.id, part: 'hook', status: 'absent', reason: `no hook for ${agent.title} is known` });
    return steps;
  }

  private wanted(agent: Agent): AgentPart[] {
    return agentParts(agent, this.request).filter(({ kind }) => this.request.parts.includes(kind));
  }

  private add(part: AgentPart): Omit<AgentStep, 'agent' | 'part'> {
    const read = this.look(part);
    if ('problem' in read) return failed(read.problem, part);
    const { text, state, depth } = read;
    if (state === 'current') return { status: 'current' };
    if (state === 'changed' && !this.request.force)
      return { status: 'failed', reason: 'has another entry named codegrain; --force replaces it' };
    const record = this.recordOf(part);
    const exact = text !== undefined && record ? undone(text, record) : undefined;
    const before = exact ? exact.text : text;
    const edited = part.add(before ?? '');
    if ('problem' in edited) return failed(edited.problem, part);
    this.files.change(part.file, edited.text);
    // What replaces an older entry in place cannot be undone to that entry.
    const isNew = state === 'absent' || exact !== undefined;
    this.remember(part, {
      depth: isNew && !exact ? depth : (record?.depth ?? 0),
      ...(record?.createdFolder !== undefined && { createdFolder: record.createdFolder }),
      ...(isNew && { undo: undoOf(before, edited.text) }),
    });
    return { status: state === 'absent' ? 'added' : 'updated' };
  }

  private remove(part: AgentPart): Omit<AgentStep, 'agent' | 'part'> {
    const read = this.look(part);
    if ('problem' in read) return failed(read.problem);
    const { text, state } = read;
    if (text === undefined || state === 'absent') {
      this.forget(part);
      return { status: 'absent' };
    }
    if (state === 'changed' && !this.request.force)
      return { status: 'failed', reason: 'has an entry named codegrain that was changed by hand; --force removes it' };
    const other = this.otherUser(part);
    if (other) return { status: 'kept', reason: `${other.title} uses it too` };
    const record = this.recordOf(part);
    const exact = record && undone(text, record);
    const left = exact ?? part.remove(text, record?.depth ?? 0);
    if ('problem' in left) return failed(left.problem);
    this.files.change(part.file, exact ? exact.text : left.text || undefined);
    this.forget(part);
    return { status: 'removed' };
  }

  private look(
    part: AgentPart,
  ): { text: string | undefined; state: PartState; depth: number } | { readonly problem: ConfigProblem } {
    const read = this.files.read(part.file);
    if ('problem' in read) return read;
    const found = part.look(read.text ?? '');
    return 'problem' in found ? found : { text: read.text, ...found };
  }

  /** An agent that stays connected and reads the same instructions. */
  private otherUser({ kind, file }: AgentPart): Agent | undefined {
    if (kind !== 'instructions') return undefined;
    return agents.find((agent) => {
      if (this.request.agents.includes(agent)) return false;
      const parts = agentParts(agent, this.request);
      const server = parts.find((part) => part.kind === 'server');
      const sharesFile = parts.some((part) => part.kind === kind && realPath(part.file) === realPath(file));
      if (!server || !sharesFile) return false;
      const found = this.look(server);
      return 'state' in found && found.state !== 'absent';
    });
  }

  private recordOf({ file, kind }: AgentPart): EditRecord | undefined {
    const real = realPath(file);
    return this.records.find((record) => record.file === real && record.kind === kind);
  }

  private remember(part: AgentPart, about: Omit<EditRecord, 'file' | 'kind'>): void {
    this.forget(part);
    this.records.push({ file: realPath(part.file), kind: part.kind, ...about });
  }

  private forget(part: AgentPart): void {
    const record = this.recordOf(part);
    this.records = this.records.filter((each) => each !== record);
  }
}

const noRecord: EditRecord = { file: '', kind: 'server', depth: 0 };

function failed({ message, line, column }: ConfigProblem, part?: AgentPart): Omit<AgentStep, 'agent' | 'part'> {
  const place = line === undefined ? '' : ` (line ${line}, column ${column})`;
  return { status: 'failed', reason: message + place, ...(part && { byHand: part.byHand }) };
}
