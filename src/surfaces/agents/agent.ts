/**
 * What is known about an agent, as data: how it is recognised, which files it reads its MCP servers, its instructions and its hooks
 * from, and what an entry looks like. `definitions/` has one file per agent, taken from the agent's own documentation; docs/agents.md
 * quotes it.
 */
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
