/**
 * What is known about an agent, as data: how it is recognised, which files it reads its MCP servers, its instructions and its hooks
 * from, and what an entry looks like. `agent-table.ts` has them, taken from the agents' own documentation; docs/agents.md quotes it.
 */

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ConfigObject, ConfigValue } from './formats/config-format';

/** `project`: files in the folder, for everyone who works in it. `user`: files of this user, for every folder. */
export type AgentScope = 'project' | 'user';

/**
 * `folder`: the project. `home`: the user's home. `config`: `$XDG_CONFIG_HOME`, or `.config` in the home, on every platform.
 * `userData`: where desktop programs keep their data: the same on Linux, `Library/Application Support` on macOS, `%APPDATA%` on Windows.
 */
type PlaceBase = 'folder' | 'home' | 'config' | 'userData';

/** A file or folder, wherever this machine has it. */
export interface FilePlace {
  readonly base: PlaceBase;
  /** With `/`. */
  readonly path: string;
  /** If this environment variable is set, it replaces base and path up to the last name. */
  readonly variable?: string;
  /** Where it is on Windows, if the base does not say it. */
  readonly windows?: { readonly base: PlaceBase; readonly path: string };
}

/** How the server is started. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

interface ConfigPlace {
  /** The first one that exists; if none does, the first one is created. */
  readonly files: readonly FilePlace[];
  readonly format: 'json' | 'toml';
  /** What a new file has besides. */
  readonly fresh?: ConfigObject;
}

export interface ServerPlace extends ConfigPlace {
  /** The keys that lead to the object with the servers by name. */
  readonly keys: readonly string[];
  /**
   * What the entry names as the folder to serve: `.`, if the agent starts servers in the project, or a variable that it replaces.
   * Left out: the agent promises neither, so the entry has the absolute path.
   */
  readonly folder?: string;
  entry(server: ServerCommand): ConfigObject;
}

/** A Markdown file with a section of ours. */
export interface InstructionPlace {
  readonly file: FilePlace;
  /** What a file of our own begins with, such as front matter. */
  readonly head?: string;
}

/** A list in a settings file to which a hook is added. */
export interface HookPlace extends ConfigPlace {
  readonly format: 'json';
  /** The keys that lead to the list. */
  readonly keys: readonly string[];
  item(program: ServerCommand): ConfigValue;
  /** Whether an item of the list is one that we added, also in another version. */
  isOurs(item: ConfigValue): boolean;
}

export interface Agent {
  readonly id: string;
  readonly title: string;
  /** Where its documentation describes the configuration. */
  readonly documentation: string;
  /** It is on this machine if one of these programs is on the path, or one of these files or folders exists. */
  readonly programs: readonly string[];
  readonly traces: readonly FilePlace[];
  /** It is used in this folder if one of these exists there. */
  readonly projectFiles: readonly string[];
  readonly server: Partial<Readonly<Record<AgentScope, ServerPlace>>>;
  readonly instructions: Partial<Readonly<Record<AgentScope, InstructionPlace>>>;
  readonly hook?: Partial<Readonly<Record<AgentScope, HookPlace>>>;
}

/** What decides where files are. */
export interface AgentEnvironment {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

export function thisEnvironment(): AgentEnvironment {
  return { platform: process.platform, home: homedir(), variables: process.env };
}

export function pathOf(place: FilePlace, folder: string, environment: AgentEnvironment): string {
  const { base, path } = environment.platform === 'win32' ? (place.windows ?? place) : place;
  const variable = place.variable === undefined ? undefined : environment.variables[place.variable];
  if (variable) return join(variable, path.split('/').at(-1) ?? path);
  return join(folderOf(base, folder, environment), ...path.split('/'));
}

/** The first of the places that exists, or else the first. */
export function firstExisting(places: readonly FilePlace[], folder: string, environment: AgentEnvironment): string {
  const paths = places.map((place) => pathOf(place, folder, environment));
  const found = paths.find((path) => existsSync(path)) ?? paths[0];
  if (found === undefined) throw new Error('an agent of the table has a place without a file');
  return found;
}

function folderOf(base: FilePlace['base'], folder: string, { platform, home, variables }: AgentEnvironment): string {
  const config = variables.XDG_CONFIG_HOME || join(home, '.config');
  switch (base) {
    case 'folder':
      return folder;
    case 'home':
      return home;
    case 'config':
      return config;
    case 'userData':
      if (platform === 'darwin') return join(home, 'Library', 'Application Support');
      return platform === 'win32' ? variables.APPDATA || join(home, 'AppData', 'Roaming') : config;
  }
}
