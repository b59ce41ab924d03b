/**
 * What was added, so that `remove` can take out exactly that. `.codegrain/agents.json` of the folder (or of the home, for the user's
 * files) has one record for each edit: how to undo it if the file is still as we left it, and what existed before. Without a record
 * `remove` works too; it only cannot know which empty objects and folders were there before.
 */
import { createHash } from 'node:crypto';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { prepareFolder } from '../../index/file/index-files';
import { ownFile, requireNoLink } from '../../shared/own-folder';
import { readPlainFile } from '../../shared/plain-file';
import type { PartKind } from './agent-parts';

export interface EditRecord {
  /** Where it really is, behind links. */
  readonly file: string;
  readonly kind: PartKind;
  /** Of the containers around the value, so many existed before. */
  readonly depth: number;
  /** The first folder that was created for the file. */
  readonly createdFolder?: string;
  readonly undo?: UndoEdit;
}

/** Text that was replaced, in UTF-16 units. */
interface UndoEdit {
  readonly start: number;
  readonly length: number;
  /** Undefined: there was no file. */
  readonly text?: string;
  /** SHA-256 of the file after the edit. */
  readonly hash: string;
}

type RecordFile = { readonly version: 1; readonly edits: readonly EditRecord[] };

/** Oldest first. A file that cannot be read has no records. */
export function readRecords(base: string): EditRecord[] {
  try {
    const { version, edits }: RecordFile = JSON.parse(readPlainFile(recordFile(base)).toString());
    return version === 1 && Array.isArray(edits) ? [...edits] : [];
  } catch {
    return [];
  }
}

export function writeRecords(base: string, edits: readonly EditRecord[]): void {
  const file = recordFile(base);
  if (edits.length > 0) {
    prepareFolder(file);
    writeFileSync(file, `${JSON.stringify({ version: 1, edits } satisfies RecordFile, null, 1)}\n`);
    return;
  }
  requireNoLink(file);
  rmSync(file, { force: true });
  const folder = dirname(file);
  const left = readdirSync(folder, { withFileTypes: true });
  if (left.every(({ name }) => name === '.gitignore')) rmSync(folder, { recursive: true });
}

/** How much two texts, or lists of lines, share at the start, and then at the end. */
export function sharedEnds(
  a: ArrayLike<string>,
  b: ArrayLike<string>,
): { readonly start: number; readonly same: number } {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start++;
  let same = 0;
  while (same < most - start && a[a.length - 1 - same] === b[b.length - 1 - same]) same++;
  return { start, same };
}

export function undoOf(before: string | undefined, after: string): UndoEdit {
  const old = before ?? '';
  const { start, same } = sharedEnds(old, after);
  const text = before === undefined ? {} : { text: old.slice(start, old.length - same) };
  return { start, length: after.length - same - start, ...text, hash: hashOf(after) };
}

/** The text before the edit; undefined if the file has changed since, or its record does not tell. */
export function undone(text: string, { undo }: EditRecord): { readonly text: string | undefined } | undefined {
  if (undo === undefined || undo.hash !== hashOf(text)) return undefined;
  const { start, length } = undo;
  return { text: undo.text === undefined ? undefined : text.slice(0, start) + undo.text + text.slice(start + length) };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export function recordFile(base: string): string {
  return ownFile(base, 'agents.json');
}
