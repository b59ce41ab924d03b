/** Agents and what was done for them, in lines for a terminal. */
import { homedir } from 'node:os';
import { isAbsolute, relative, sep } from 'node:path';
import { printablePath } from '../../../shared/printable-path';
import type { PartState } from '../../agents/agent-parts';
import { sharedEnds } from '../../agents/edit-records';
import type { ListedAgent } from '../../agents/list-agents';
import type { AgentStep } from '../../agents/plan-agents';

const stateTexts: Readonly<Record<PartState | 'unreadable', string>> = {
  absent: 'not connected',
  current: 'connected',
  outdated: 'connected, older entry',
  changed: 'connected, changed by hand',
  unreadable: 'unreadable',
};

export function agentLines(listed: readonly ListedAgent[], folder: string): string[] {
  const found = listed.filter(
    ({ onMachine, inFolder, connections }) =>
      onMachine || inFolder || connections.some(({ state }) => state !== 'absent' && state !== 'unreadable'),
  );
  const others = listed.filter((each) => !found.includes(each)).map(({ agent }) => agent.id);
  const rows = found.flatMap((each) => rowsOf(each, folder));
  return [
    ...(rows.length > 0 ? aligned(rows) : ['No agent was found on this machine or in this folder.']),
    ...(others.length > 0 ? ['', `Not found here: ${others.join(', ')}`] : []),
    '',
    'Connect: codegrain agents add NAME… (or --all); for every folder: --user; show the changes only: --dry-run',
  ];
}

/** A line for each file that has an entry or cannot be read; if none has, for the one that would be written. */
function rowsOf({ agent, onMachine, inFolder, connections }: ListedAgent, folder: string): string[][] {
  const place = [onMachine ? 'machine' : '', inFolder ? 'folder' : ''].filter((each) => each !== '').join(', ');
  const telling = connections.filter(({ state }) => state !== 'absent');
  return (telling.length > 0 ? telling : connections.slice(0, 1)).map(({ scope, file, state, reason }) => [
    agent.id,
    place,
    reason === undefined ? stateTexts[state] : `${stateTexts[state]}: it ${reason}`,
    `${shortPath(file, folder)}${scope === 'user' ? ' (user)' : ''}`,
  ]);
}

/** Where there was nothing to remove, nothing is listed. */
export function stepLines(steps: readonly AgentStep[], folder: string): string[] {
  if (steps.every(isNothing)) return ['Nothing to remove.'];
  return aligned(
    steps
      .filter((step) => step.status !== 'failed' && !isNothing(step))
      .map(({ agent, part, status, file, reason }) => [
        agent,
        part,
        reason === undefined ? status : `${status}: ${reason}`,
        file === undefined ? '' : shortPath(file, folder),
      ]),
  );
}

function isNothing({ status, reason }: AgentStep): boolean {
  return status === 'absent' && reason === undefined;
}

export function failureLines({ agent, file, reason, byHand }: AgentStep, folder: string): string[] {
  const subject = file === undefined ? '' : `${shortPath(file, folder)} `;
  return [
    `codegrain: ${agent}: ${subject}${reason}`,
    ...(byHand === undefined ? [] : ['Add this by hand:', ...byHand.split('\n').map((line) => `  ${line}`)]),
  ];
}

export function shortPath(file: string, folder: string): string {
  const inside = relative(folder, file);
  if (inside !== '' && !inside.startsWith('..') && !isAbsolute(inside)) return printablePath(inside);
  const home = homedir() + sep;
  return printablePath(file.startsWith(home) ? `~${sep}${file.slice(home.length)}` : file);
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** The difference of two texts as `diff -u` shows it: the lines between the first and the last that differ, with three around them. */

const contextLines = 3;

export function unifiedDiff(name: string, before: string | undefined, after: string | undefined): string {
  const [old, now] = [linesOf(before), linesOf(after)];
  const { start, same } = sharedEnds(old, now);
  const from = Math.max(0, start - contextLines);
  const shown = Math.min(same, contextLines);
  const oldEnd = old.length - same;
  const nowEnd = now.length - same;
  return [
    `--- ${before === undefined ? '/dev/null' : name}`,
    `+++ ${after === undefined ? '/dev/null' : name}`,
    `@@ -${rangeOf(from, oldEnd + shown)} +${rangeOf(from, nowEnd + shown)} @@`,
    ...old.slice(from, start).map((line) => ` ${line}`),
    ...old.slice(start, oldEnd).map((line) => `-${line}`),
    ...now.slice(start, nowEnd).map((line) => `+${line}`),
    ...old.slice(oldEnd, oldEnd + shown).map((line) => ` ${line}`),
  ].join('\n');
}

/** Each line with a note if it is the last and has no line break. */
function linesOf(text: string | undefined): string[] {
  if (!text) return [];
  const lines = text.split('\n');
  const last = lines.pop();
  return last ? [...lines, `${last}\n\\ No newline at end of file`] : lines;
}

/** A range without lines begins at the line before it. */
function rangeOf(from: number, to: number): string {
  return to === from ? `${from},0` : `${from + 1},${to - from}`;
}
