/**
 * `.codegrain`, the folder that Codegrain makes in an indexed folder. A repository can bring it as a symbolic link, or links in it; what
 * is written or deleted through them would be files of someone else.
 */
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const ownFolderName = '.codegrain';

/** Where a file of ours is, in a folder. */
export function ownFile(folder: string, name: string): string {
  return join(folder, ownFolderName, name);
}

/** False for a file that the user put somewhere else. */
export function isOwnFile(file: string): boolean {
  return basename(dirname(file)) === ownFolderName;
}

/**
 * To be called before a file of ours is written: neither it, nor its folder, nor a file that belongs to it (`index.cgx.next`) may be a
 * link. A user who names another place is obeyed, whatever is there.
 * @throws if there is a link
 */
export function requireNoLink(file: string): void {
  requireRealFolder(file);
  const link = isOwnFile(file) ? linksOf(file)[0] : undefined;
  if (link !== undefined) throw refusal(join(dirname(file), link));
}

/**
 * To be called before files of ours are deleted. Deletes links among them, too.
 * @throws if our folder is a link
 */
export function removeLinks(file: string): void {
  requireRealFolder(file);
  if (isOwnFile(file)) for (const name of linksOf(file)) rmSync(join(dirname(file), name));
}

function requireRealFolder(file: string): void {
  const folder = dirname(file);
  if (isOwnFile(file) && lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true) throw refusal(folder);
}

/** Names of links, among them those that lead nowhere. */
function linksOf(file: string): string[] {
  const folder = dirname(file);
  const entries = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(folder, { withFileTypes: true })
    : [];
  return entries
    .filter((entry) => entry.name.startsWith(basename(file)) && entry.isSymbolicLink())
    .map(({ name }) => name);
}

function refusal(path: string): Error {
  return new Error(`${path} is a symbolic link; Codegrain does not write through it`);
}
