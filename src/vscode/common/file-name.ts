import type { Uri } from 'vscode';

/** The last segment of the path. */
export function fileName({ path }: Uri): string {
  return path.split('/').at(-1) ?? path;
}
