/** The names that the remote of a git repository gives it: `owner/name` and `name`. */

/** @param config of a git repository. */
export function remoteNames(config: string): string[] {
  const section = /^\[remote "origin"\][^[]*/m.exec(config)?.[0] ?? '';
  const url = /^\s*url\s*=\s*(.+?)\/?\s*$/m.exec(section)?.[1] ?? '';
  const [, owner, name] = /(?:^|[/:\\])(?:([^/:\\]+)[/\\])?([^/:\\]+?)(?:\.git)?$/.exec(url) ?? [];
  if (name === undefined) return [];
  return owner === undefined ? [name] : [`${owner}/${name}`, name];
}
