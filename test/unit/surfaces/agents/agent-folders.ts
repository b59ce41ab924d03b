/** A project folder and a home of their own, for tests that connect agents. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { AgentEnvironment } from '../../../../src/surfaces/agents/agent';
import { agents } from '../../../../src/surfaces/agents/agent-table';
import { type AgentRequest, type AgentStep, applyPlan, planAgents } from '../../../../src/surfaces/agents/plan-agents';

export const program = { command: 'codegrain', args: [], isPortable: true };

export class AgentFolders {
  readonly root = mkdtempSync(join(tmpdir(), 'codegrain agents ä-'));
  readonly folder = join(this.root, 'project');
  readonly environment: AgentEnvironment = { platform: 'linux', home: join(this.root, 'home'), variables: {} };

  constructor() {
    mkdirSync(this.folder);
    mkdirSync(this.environment.home);
  }

  write(path: string, text: string | Uint8Array): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  /** Every file and folder under the root, with its bytes. */
  snapshot(): Record<string, string> {
    const all = readdirSync(this.root, { recursive: true, withFileTypes: true }).map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(this.root, path), statSync(path).isFile() ? readFileSync(path).toString('latin1') : 'folder'];
    });
    return Object.fromEntries(all.sort());
  }

  request(action: 'add' | 'remove', ids: readonly string[], more: Partial<AgentRequest> = {}): AgentRequest {
    return {
      action,
      agents: agents.filter(({ id }) => ids.includes(id)),
      folder: this.folder,
      scope: 'project',
      parts: ['server', 'instructions'],
      force: false,
      program,
      environment: this.environment,
      ...more,
    };
  }

  async run(
    action: 'add' | 'remove',
    ids: readonly string[],
    more: Partial<AgentRequest> = {},
  ): Promise<readonly AgentStep[]> {
    return applyPlan(planAgents(this.request(action, ids, more)));
  }

  dispose(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

export function statuses(steps: readonly AgentStep[]): string[] {
  return steps.map(({ agent, part, status }) => `${agent} ${part} ${status}`);
}
