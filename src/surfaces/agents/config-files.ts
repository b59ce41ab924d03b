/**
 * The files of a plan: read once, changed in memory, written at the end. Two paths that lead to one file (CLAUDE.md is often a link to
 * AGENTS.md) share its text. Links stay links: what they point to is written, but of a project only what is in it. Texts are handed out
 * without their byte order mark.
 */
import { lstatSync, realpathSync, rmdirSync, statSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathInside } from '../../shared/inside-folder';
import { readPlainFile } from '../../shared/plain-file';
import { fileErrorReason } from '../../workspace/skip-reasons';
import { FileTarget, TargetProblem } from '../export/export-target';
import type { ConfigProblem } from './formats/config-format';

/** Larger files are no configuration. In bytes. */
const maxBytes = 100_000_000;
const byteOrderMark = '\uFEFF';

export interface FileChange {
  /** Where it really is, behind links. */
  readonly file: string;
  /** Undefined: there is no file. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export class ConfigFiles {
  private readonly known = new Map<string, { readonly before: string | undefined; text: string | undefined }>();

  /** @param project the folder that links must not leave; undefined: the files are the user's own */
  constructor(private readonly project: string | undefined) {}

  /** The text as planned so far; undefined if there is no file. */
  read(path: string): { readonly text: string | undefined } | { readonly problem: ConfigProblem } {
    const file = realPath(path);
    const known = this.known.get(file);
    if (known) return { text: withoutMark(known.text) };
    if (this.leadsOut(path, file))
      return { problem: { message: 'is a symbolic link out of the folder; Codegrain does not write through it' } };
    const read = readText(path);
    if ('problem' in read) return read;
    this.known.set(file, { before: read.text, text: read.text });
    return { text: withoutMark(read.text) };
  }

  private leadsOut(path: string, file: string): boolean {
    if (this.project === undefined || pathInside(this.project, path) === undefined) return false;
    const inside = pathInside(realPath(this.project), file);
    return inside === undefined || inside.startsWith('.git/');
  }

  change(path: string, text: string | undefined): void {
    const known = this.known.get(realPath(path));
    if (known === undefined) throw new Error(`${path} was not read before it was changed`);
    known.text = known.before?.startsWith(byteOrderMark) && text !== undefined ? byteOrderMark + text : text;
  }

  get changes(): FileChange[] {
    return [...this.known]
      .filter(([, { before, text }]) => before !== text)
      .map(([file, { before, text }]) => ({ file, before, after: text }));
  }
}

/** Where a path leads behind links, also if it does not exist yet. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(realPath(folder), basename(path));
  }
}

/**
 * Writes a change, unless the file changed since it was read.
 * @returns the first folder that was created
 */
export async function writeChange({ file, before, after }: FileChange): Promise<{
  readonly createdFolder?: string;
  readonly problem?: ConfigProblem;
}> {
  const now = readText(file);
  if ('problem' in now) return now;
  if (now.text !== before)
    return { problem: { message: 'was changed by another program at the same time; try again' } };
  try {
    if (after === undefined) {
      await rm(file);
      return {};
    }
    const createdFolder = await mkdir(dirname(file), { recursive: true });
    const target = await FileTarget.open(file);
    try {
      await target.write(after);
      await target.finish();
    } catch (error) {
      await target.discard();
      throw error;
    }
    return createdFolder === undefined ? {} : { createdFolder };
  } catch (error) {
    return { problem: { message: writeReason(error) } };
  }
}

/** Removes the folders of a deleted file that are empty, up to and including one. */
export function removeEmptyFolders(from: string, last: string): void {
  try {
    for (let folder = from; folder.startsWith(last); folder = dirname(folder)) rmdirSync(folder);
  } catch {
    // It has other files: it stays.
  }
}

function readText(path: string): { readonly text: string | undefined } | { readonly problem: ConfigProblem } {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) {
      if (lstatSync(path, { throwIfNoEntry: false }))
        return { problem: { message: 'is a link to a file that does not exist' } };
      return { text: undefined };
    }
    if (!stats.isFile()) return { problem: { message: 'is not a file' } };
    if (stats.size > maxBytes) return { problem: { message: 'is too large for a configuration file' } };
    return { text: decoder.decode(readPlainFile(path, maxBytes)) };
  } catch (error) {
    if (error instanceof TypeError) return { problem: { message: 'is not text in UTF-8' } };
    return { problem: { message: `cannot be read: ${fileErrorReason(error)}` } };
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function withoutMark(text: string | undefined): string | undefined {
  return text?.startsWith(byteOrderMark) ? text.slice(1) : text;
}

/** `FileTarget` names the file, which the caller does too. */
function writeReason(error: unknown): string {
  const reason =
    error instanceof TargetProblem ? error.message.replace(/^cannot write [\s\S]*: /, '') : fileErrorReason(error);
  return `cannot be written: ${reason}`;
}
