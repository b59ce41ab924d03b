/**
 * What connects an agent, in parts: its MCP server, its instructions, its hook. Each is an edit of one file that can be looked up,
 * made and taken back; the rest of the room does not know which kind it is.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  type Agent,
  type AgentEnvironment,
  type AgentScope,
  firstExisting,
  type HookPlace,
  type InstructionPlace,
  pathOf,
  type ServerCommand,
  type ServerPlace,
} from './agent';
import type { ConfigFormat, ConfigProblem, ConfigValue } from './formats/config-format';
import { dropItem, jsonFormat, putItem } from './formats/json-format';
import { tomlFormat } from './formats/toml-format';
import { dropSection, instructionText, putSection, sectionOf } from './marked-section';
import { commandOfEntry, serverCommand } from './server-command';

export type PartKind = 'server' | 'instructions' | 'hook';

/** `current`: as we would write it now. `outdated`: ours, from another version or for another command. `changed`: not ours. */
export type PartState = 'absent' | 'current' | 'outdated' | 'changed';

type Result<T> = T | { readonly problem: ConfigProblem };

export interface AgentPart {
  readonly kind: PartKind;
  /** Absolute. */
  readonly file: string;
  /** `depth`: how many of the containers around it exist. */
  look(text: string): Result<{ readonly state: PartState; readonly depth: number }>;
  add(text: string): Result<{ readonly text: string }>;
  /** An empty text means that nothing is left. The first `keep` containers stay, also if they are empty then. */
  remove(text: string, keep: number): Result<{ readonly text: string }>;
  /** What to add by hand if the file cannot be changed. */
  readonly byHand: string;
}

interface PartContext {
  readonly folder: string;
  readonly scope: AgentScope;
  readonly program: ServerCommand;
  readonly environment: AgentEnvironment;
}

const formats: Readonly<Record<ServerPlace['format'], ConfigFormat>> = { json: jsonFormat, toml: tomlFormat };
const serverName = 'codegrain';

export function agentParts(agent: Agent, context: PartContext): AgentPart[] {
  const { scope } = context;
  const server = agent.server[scope];
  const instructions = agent.instructions[scope];
  const hook = agent.hook?.[scope];
  return [
    ...(server ? [serverPart(server, context)] : []),
    ...(instructions ? [instructionPart(instructions, context)] : []),
    ...(hook ? [hookPart(hook, context)] : []),
  ];
}

function serverPart(place: ServerPlace, { folder, program, environment }: PartContext): AgentPart {
  const { files, fresh, entry } = place;
  const format = formats[place.format];
  const keys = [...place.keys, serverName];
  const value = entry(serverCommand(program, place.folder ?? folder));
  return {
    kind: 'server',
    file: firstExisting(files, folder, environment),
    byHand: format.show(keys, value),
    look(text) {
      const found = format.read(text, keys);
      if ('problem' in found) return found;
      return { state: entryState(found.value, value, entry), depth: found.depth };
    },
    add: (text) => format.put(text, keys, value, fresh),
    remove(text, keep) {
      const left = format.drop(text, keys, keep);
      if ('problem' in left || fresh === undefined) return left;
      const rest = format.read(left.text, []);
      return 'value' in rest && isDeepStrictEqual(rest.value, fresh) ? { text: '' } : left;
    },
  };
}

function entryState(found: ConfigValue | undefined, wanted: ConfigValue, entry: ServerPlace['entry']): PartState {
  if (found === undefined) return 'absent';
  if (isDeepStrictEqual(found, wanted)) return 'current';
  const command = commandOfEntry(found);
  return command && isDeepStrictEqual(entry(command), found) ? 'outdated' : 'changed';
}

function instructionPart({ file, head = '' }: InstructionPlace, { folder, environment }: PartContext): AgentPart {
  return {
    kind: 'instructions',
    file: pathOf(file, folder, environment),
    byHand: instructionText,
    look(text) {
      const found = sectionOf(text);
      if ('problem' in found) return found;
      const { body } = found;
      return { state: body === undefined ? 'absent' : body === instructionText ? 'current' : 'outdated', depth: 0 };
    },
    add: (text) => putSection(text, instructionText, head),
    remove: (text) => dropSection(text, head),
  };
}

function hookPart({ files, keys, fresh, item, isOurs }: HookPlace, context: PartContext): AgentPart {
  const { folder, program, environment } = context;
  const value = item(program);
  const indexOf = (list: ConfigValue | undefined): number => (Array.isArray(list) ? list.findIndex(isOurs) : -1);
  const remove = (text: string, keep: number): Result<{ readonly text: string }> => {
    const found = jsonFormat.read(text, keys);
    if ('problem' in found) return found;
    const index = indexOf(found.value);
    return index < 0 ? { text } : dropItem(text, keys, index, keep);
  };
  return {
    kind: 'hook',
    file: firstExisting(files, folder, environment),
    byHand: jsonFormat.show(keys, [value]),
    look(text) {
      const found = jsonFormat.read(text, keys);
      if ('problem' in found) return found;
      const list = Array.isArray(found.value) ? found.value : [];
      const index = indexOf(list);
      const depth = found.value === undefined ? found.depth : keys.length;
      if (index < 0) return { state: 'absent', depth };
      return { state: isDeepStrictEqual(list[index], value) ? 'current' : 'outdated', depth };
    },
    add(text) {
      const without = remove(text, keys.length);
      return 'problem' in without ? without : putItem(without.text, keys, value, fresh);
    },
    remove,
  };
}
