/** The agents that Codegrain can be connected to, in the order in which they are listed. */
import type { Agent } from './agent';
import { claudeCode } from './definitions/claude-code';
import { codexCli } from './definitions/codex-cli';
import { cursor } from './definitions/cursor';
import { geminiCli } from './definitions/gemini-cli';
import { openCode } from './definitions/open-code';
import { vsCode } from './definitions/vs-code';

export const agents: readonly Agent[] = [claudeCode, cursor, vsCode, codexCli, geminiCli, openCode];

export function findAgent(id: string): Agent | undefined {
  return agents.find((agent) => agent.id === id);
}
