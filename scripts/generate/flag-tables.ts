/** The tables of flags in docs/command-line.md: one for each command's own flags, one for each group that commands share. */

import { chunkOptions } from '../../src/options/chunk-options';
import { embeddingOptions } from '../../src/options/embedding-options';
import { fileOptions } from '../../src/options/file-options';
import type { Option, OptionTable } from '../../src/options/option';
import { rankingOptions } from '../../src/options/ranking-options';
import { agentsAbout } from '../../src/surfaces/cli/commands/agents-command';
import { chunkAbout } from '../../src/surfaces/cli/commands/chunk-command';
import { clearAbout, compactAbout } from '../../src/surfaces/cli/commands/compact-and-clear-commands';
import { embedAbout } from '../../src/surfaces/cli/commands/embed-command';
import { enrichAbout } from '../../src/surfaces/cli/commands/enrich-command';
import { exportAbout } from '../../src/surfaces/cli/commands/export-command';
import { usedByAbout, usesAbout } from '../../src/surfaces/cli/commands/graph-commands';
import { hookAbout } from '../../src/surfaces/cli/commands/hook-command';
import { indexAbout } from '../../src/surfaces/cli/commands/index-command';
import { mcpAbout } from '../../src/surfaces/cli/commands/mcp-command';
import { measureAbout } from '../../src/surfaces/cli/commands/measure-command';
import { packAbout } from '../../src/surfaces/cli/commands/pack-command';
import { pushAbout } from '../../src/surfaces/cli/commands/push-command';
import { runAbout } from '../../src/surfaces/cli/commands/run-command';
import { searchAbout } from '../../src/surfaces/cli/commands/search-command';
import { serveAbout } from '../../src/surfaces/cli/commands/serve-command';
import { similarAbout } from '../../src/surfaces/cli/commands/similar-command';
import { statsAbout } from '../../src/surfaces/cli/commands/stats-command';
import { chatFlags } from '../../src/surfaces/cli/options/chat-flags';
import { type CommandAbout, flagDefault, flagText } from '../../src/surfaces/cli/options/command-help';
import { databaseFlags } from '../../src/surfaces/cli/options/database-flags';
import { loopFlags } from '../../src/surfaces/cli/options/measured-loops';
import { code, markdownTable, plainLinks, rangeText } from './markdown-tables';

/** By the name of the command. */
export const commandAbouts: Readonly<Record<string, CommandAbout>> = {
  chunk: chunkAbout,
  index: indexAbout,
  search: searchAbout,
  pack: packAbout,
  measure: measureAbout,
  similar: similarAbout,
  uses: usesAbout,
  'used-by': usedByAbout,
  stats: statsAbout,
  compact: compactAbout,
  clear: clearAbout,
  export: exportAbout,
  push: pushAbout,
  mcp: mcpAbout,
  serve: serveAbout,
  agents: agentsAbout,
  hook: hookAbout,
  embed: embedAbout,
  run: runAbout,
  enrich: enrichAbout,
};

const sharedGroups: Readonly<Record<string, OptionTable>> = {
  chunk: chunkOptions,
  file: fileOptions,
  embedding: embeddingOptions,
  'language model': chatFlags,
  'measured model': loopFlags,
  database: databaseFlags,
  ranking: rankingOptions,
};

export function flagTable(name: string): string | undefined {
  const [, command] = /^flags codegrain ([\w-]+)$/.exec(name) ?? [];
  const [, group] = /^flags (.+) options$/.exec(name) ?? [];
  const table = command ? commandAbouts[command]?.flags.own : sharedGroups[group ?? ''];
  return table && markdownTable(['flag', 'default', 'meaning'], Object.values(table).flatMap(flagRow));
}

function flagRow(option: Option): string[][] {
  if (!option.flag) return [];
  return [[code(flagText(option)), flagDefault(option) ?? '', flagMeaning(option) + rangeSentence(option)]];
}

/** The sentence of the help; descriptions are written for the settings editor where there is one. */
function flagMeaning({ help, description }: Option): string {
  return help === undefined ? plainLinks(description) : `${help}.`;
}

function rangeSentence(option: Option): string {
  if (option.kind !== 'integer' && option.kind !== 'number') return '';
  const range = rangeText(option.min, option.max, option.flag?.unit);
  return range.includes(' to ') ? ` From ${range}.` : ` ${range}.`;
}
