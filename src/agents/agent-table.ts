/** The agents that Codegrain can be connected to, in the order in which they are listed. */
import type { Agent } from './agent';
import { ampCode } from './definitions/amp-code';
import { claudeCode } from './definitions/claude-code';
import { cline } from './definitions/cline';
import { codexCli } from './definitions/codex-cli';
import { continueDev } from './definitions/continue-dev';
import { copilotCli } from './definitions/copilot-cli';
import { cursor } from './definitions/cursor';
import { geminiCli } from './definitions/gemini-cli';
import { kiloCode } from './definitions/kilo-code';
import { openCode } from './definitions/open-code';
import { qwenCode } from './definitions/qwen-code';
import { rooCode } from './definitions/roo-code';
import { vsCode } from './definitions/vs-code';
import { windsurf } from './definitions/windsurf';
import { zedEditor } from './definitions/zed-editor';

export const agents: readonly Agent[] = [
  claudeCode,
  cursor,
  vsCode,
  copilotCli,
  codexCli,
  geminiCli,
  openCode,
  windsurf,
  zedEditor,
  cline,
  kiloCode,
  rooCode,
  continueDev,
  qwenCode,
  ampCode,
];

export function findAgent(id: string): Agent | undefined {
  return agents.find((agent) => agent.id === id);
}
