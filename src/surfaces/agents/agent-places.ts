/** From the places of the table to paths on this machine. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { FilePlace } from './agent';

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
